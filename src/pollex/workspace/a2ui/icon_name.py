"""A2UI names icons in camelCase; here they are in kebab-case."""

from __future__ import annotations

import re


def icon_name(name: str) -> str:
    """Return the name of an icon: `shoppingCart` is `shopping-cart`."""
    kebab = re.sub(r"[^a-z0-9]+", "-", re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()).strip("-")
    return kebab[:40].rstrip("-") if re.match("[a-z]", kebab) else "help"

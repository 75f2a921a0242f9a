"""Values as models see them: cut short, and without those that are named like a secret."""

from __future__ import annotations

import re
from typing import Any, Final

from ..core.json import dumps
from ..text.clip import clipped

SECRET_NAME: Final = re.compile(
    r"pass(?!enger|age|ive|ed\b)|pwd|secret|credential|token|api.?key|private.?key|access.?key|authoriz|cookie|session.?id"
    r"|\b(?:pw|pin|otp|totp|cvv|cvc|iban|ssn)\b|card.?n(?:o|um)",
    re.IGNORECASE,
)
HIDDEN: Final = "(hidden)"
ITEMS: Final = 3
"""Items of a list that are shown."""
DEEPEST: Final = 6


def is_secret_name(name: str) -> bool:
    """Return whether a key or a field is named like one for a password or another secret."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.:\s]+", " ", name)
    return SECRET_NAME.search(words) is not None


def shown_value(value: Any, most: int, *, name: str = "") -> str:
    """Return a value as short JSON. Long lists show their first items and how many there are."""
    return HIDDEN if is_secret_name(name) else clipped(dumps(_short(value, most, DEEPEST)), most)


def _short(value: Any, most: int, depth: int) -> Any:
    if isinstance(value, str):
        return clipped(value, most)
    if not isinstance(value, dict | list):
        return value
    if depth == 0:
        return "…"
    if isinstance(value, dict):
        return {
            clipped(key, most): HIDDEN if is_secret_name(key) else _short(each, most, depth - 1)
            for key, each in list(value.items())[:most]
        }
    first = [_short(each, most, depth - 1) for each in value[:ITEMS]]
    return first if len(value) <= ITEMS else [*first, f"… {len(value)} in all"]

"""The page that a generic login begins on: the first one that the tool opens, else the site of its app."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from ..core.domain import in_domain
from .rules.domains import is_local
from .template import Template

ADDRESS: Final = re.compile(r"https?://[^\s'\"`<>\\{}$|^]+")
"""An address in a script, up to what is filled in."""


def start_page(tool: Template) -> str:
    """Return the first address in the tool's script that lies in the app's domains; a site that asks for a login there
    leads to it."""
    source = tool.script.read_text(encoding="utf-8", errors="replace")
    for found in ADDRESS.finditer(source):
        host = urlsplit(found[0]).hostname or ""
        if any(in_domain(host, domain.strip("[]")) for domain in tool.domains):
            return found[0]
    return front_page(tool.domains)


def front_page(domains: Sequence[str]) -> str:
    """Return the address of the first domain."""
    return f"{'http' if is_local(domains[0]) else 'https'}://{domains[0]}/"

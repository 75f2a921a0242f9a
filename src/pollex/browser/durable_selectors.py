"""Selectors for finding an element again, the most durable first."""

from __future__ import annotations

from typing import Final

from .evidence import Evidence
from .selector import Candidate

FIELDS: Final = frozenset({"textbox", "searchbox", "password", "combobox", "spinbutton", "listbox", "slider"})
NAMELESS: Final = frozenset({"generic", "presentation", "none"})
LONGEST: Final = 80
"""The length up to which a text can be a name; longer texts change too often."""


def durable_selectors(known: Evidence) -> list[str]:
    """Return only selectors that matched the element alone when it was recorded."""
    alone = known.likes in (None, 1)
    name = known.name if known.name and len(known.name) <= LONGEST and not known.name.endswith("…") else None
    found: list[Candidate] = []
    if known.test_id:
        found.append(Candidate("testid", known.test_id))
    if alone and name and known.role and known.role not in NAMELESS:
        found.append(Candidate("role", known.role, name=name))
    if alone and known.label and known.role in FIELDS:
        found.append(Candidate("label", known.label))
    if alone and known.placeholder:
        found.append(Candidate("placeholder", known.placeholder))
    if known.css:
        found.append(Candidate("css", known.css))
    if known.xpath:
        found.append(Candidate("xpath", known.xpath))
    return list(dict.fromkeys(map(str, found)))


def exact_selectors(known: Evidence) -> list[str]:
    """Return selectors for this very element on this very page, whatever its name."""
    ways = [Candidate("css", known.css)] if known.css else []
    ways += [Candidate("xpath", known.xpath)] if known.xpath else []
    return list(map(str, ways)) or durable_selectors(known)

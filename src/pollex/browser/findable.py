"""Selectors by which an element can be found again, those first that outlast most changes of a site."""

from __future__ import annotations

from typing import Final

from .evidence import Evidence
from .selector import Candidate

FIELDS: Final = frozenset({"textbox", "searchbox", "password", "combobox", "spinbutton", "listbox", "slider"})
NAMELESS: Final = frozenset({"generic", "presentation", "none"})
LONGEST: Final = 80
"""Letters up to which a name is one; a longer text changes too often."""


def durable(known: Evidence) -> list[str]:
    """Only ways that led to it alone when it was written down."""
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


def exact(known: Evidence) -> list[str]:
    """The ways that lead to this very element on this very page, whatever it is called."""
    ways = [Candidate("css", known.css)] if known.css else []
    ways += [Candidate("xpath", known.xpath)] if known.xpath else []
    return list(map(str, ways)) or durable(known)

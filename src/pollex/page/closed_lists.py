"""Options that were named while the list that has them is closed: which list is to be opened."""

from __future__ import annotations

from typing import Final

from ..browser.selector import Candidate
from ..core.fault import Fault
from ..text.clip import clipped
from ..text.words import folded
from .driver import Frame
from .interaction import unless_gone
from .open_tab import OpenTab
from .resolution import Match, Unresolved

LISTS: Final = ("combobox", "listbox", "button", "clickable")
"""Roles of what opens a list that is not drawn before."""
SHOWN: Final = 3


async def in_closed_list(opened: OpenTab, sought: Unresolved) -> Fault | None:
    """The Fault of an element that is in a closed list, which names the list; None where it is in none."""
    called = [match for each in sought.failed for match in each.matches if _is_called(match, each.candidate)]
    hidden = {(match.frame, match.number): match for match in called}
    lists: dict[int, str] = {}
    for match in hidden.values():
        if (found := await _closed_list(opened, match)) is not None:
            lists.setdefault(*found)
    if not lists:
        return None
    name = next(match.name for match in hidden.values())
    said = ", ".join(lists.values())
    message = f"{name!r} is in a list that is closed: {said}."
    index = next(iter(lists))
    hint = f"Choose it there with page.select and the index {index}, or click that first."
    if len(lists) > 1:
        hint = "Choose it with page.select in the one that is meant, or click that first."
    return Fault("not_found", message, expected="an element that can be seen", received=name, hint=hint, retry=True)


def _is_called(match: Match, candidate: Candidate) -> bool:
    """Whether something that is hidden is called just so: of what cannot be seen, matching tells only parts."""
    return not match.visible and folded(match.name) == folded(str(candidate.name or candidate.value))


async def _closed_list(opened: OpenTab, match: Match) -> tuple[int, str] | None:
    frame: Frame = match.frame
    found = await unless_gone(opened.tab.run(frame, "closedListOf", match.number))
    if found is None:
        return None
    index = opened.indices.of(frame, found["number"])
    known = None if opened.seen is None else opened.seen.controls().get(index)
    return index, f"[{index}] {known.role if known else 'list'} {found['name']!r}"


def may_be_in(opened: OpenTab) -> str | None:
    """What to say where nothing is called so: the closed lists whose options are drawn only when they are open."""
    shown = [] if opened.seen is None else list(opened.seen.controls().values())
    closed = [each for each in shown if each.role in LISTS and "collapsed" in each.states]
    if not closed or len(closed) > SHOWN:
        return None
    named = ", ".join(f"[{each.index}] {each.role} {clipped(each.name, 40)!r}" for each in closed)
    return f"It may be in a list that is closed: {named}. Choose it there with page.select."

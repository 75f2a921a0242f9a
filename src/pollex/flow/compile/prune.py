"""Remove actions that a run need not have done: failures, repeated attempts, detours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from .attempts import FILLING, is_chosen_instead, is_made_again, is_same
from .notes import CompileNotes, phrase_of
from .parametrizer import mentions
from .recording import RecordedAction
from .row_number import EACH

LOOKING_AWAY: Final = frozenset(
    {"page.navigate", "page.back", "page.forward", "page.hover", "page.scroll", "page.refresh"}
)
TOGGLES: Final = frozenset({"checkbox", "switch", "menuitemcheckbox"})
UNDO: Final = re.compile(r"(?:undo|take (?:it )?back|revert|restore)\b", re.IGNORECASE)
LEADING: Final = frozenset({"link", "tab", "menuitem", "treeitem"})


def pruned(acts: Sequence[RecordedAction], task: str, notes: CompileNotes) -> list[RecordedAction]:
    """Return the actions that count. Reads are among them only where their data is used."""
    kept = _succeeded(acts, notes)
    for rule in (_without_retried, _without_overwritten, _without_undone):
        kept = rule(kept, notes)
    kept = kept if EACH.search(task) else _without_idle_visits(kept, notes)
    while (shorter := _without_one_trip(kept, task, notes)) is not None:
        kept = shorter
    return kept


def _succeeded(acts: Sequence[RecordedAction], notes: CompileNotes) -> list[RecordedAction]:
    failed = [act for act in acts if not act.ok]
    for act in failed:
        if act.uncertain:
            notes.doubt(f"It is not known whether {phrase_of(act)} happened in the run; the workflow does not do it.")
    refused = [act for act in acts if act.ok and act.was_refused]
    if failed:
        notes.add(f"Left out what failed: {_listed(failed)}.")
    if refused:
        notes.add(f"Left out what was stopped before it was sent: {_listed(refused)}.")
    return _without(acts, [*failed, *refused])


def _without_retried(acts: list[RecordedAction], notes: CompileNotes) -> list[RecordedAction]:
    """Remove an attempt that the site refused, or that the page did not send, and that succeeded later; and a search
    that was corrected."""
    dropped = [act for at, act in enumerate(acts) if is_made_again(act, acts[:at], acts[at + 1 :])]
    refused = [act for act in dropped if not act.navigated]
    if refused:
        notes.add(f"Left out attempts that the site refused and that were made again: {_listed(refused)}.")
    if len(refused) < len(dropped):
        notes.add("Left out a search that was corrected.")
    return _without(acts, dropped)


def _without_overwritten(acts: list[RecordedAction], notes: CompileNotes) -> list[RecordedAction]:
    """Remove the filling of a field that was filled again before it was used."""
    dropped = [act for at, act in enumerate(acts) if act.tool in FILLING and _filled_again(act, acts[at + 1 :])]
    if dropped:
        notes.add(f"Left out what was overwritten: {_listed(dropped)}.")
    return _without(acts, dropped)


def _filled_again(act: RecordedAction, later: Sequence[RecordedAction]) -> bool:
    if act.args.get("clear") is False or act.sent:
        return False
    for each in later:
        if is_same(act, each) or is_chosen_instead(act, each):
            return each.args.get("clear") is not False
        if each.tool not in FILLING or each.navigated or each.sent:
            return False
    return False


def _without_undone(acts: list[RecordedAction], notes: CompileNotes) -> list[RecordedAction]:
    """Remove turning a switch on and off at once, and what was taken back by what it offered for that."""
    dropped: list[RecordedAction] = []
    for at, (one, other) in enumerate(pairwise(acts)):
        if _takes_back(one, other):
            opened = [acts[at - 1]] if 0 < at < len(acts) - 2 and is_same(acts[at - 1], acts[at + 2]) else []
            notes.add(f"Left out what was taken back: {_listed([one])}.")
            kept = _without(acts, [*opened, one, other])
            return _without_undone(kept, notes)
        if one in dropped or one.tool != "page.click" or other.tool != "page.click" or one.navigated or other.navigated:
            continue
        if is_same(one, other) and one.element is not None and _is_switched(one, other):
            dropped += [one, other]
    if dropped:
        notes.add(f"Left out what was turned on and off again: {_listed(dropped[::2])}.")
    return _without(acts, dropped)


def _is_switched(one: RecordedAction, other: RecordedAction) -> bool:
    """Whether the second of two clicks on an element turned back what the first had turned."""
    first, second = one.element, other.element
    if first is None or second is None:
        return False
    turned = first.on is not None and second.on is not None and first.on != second.on
    return first.role in TOGGLES or turned or _renamed(one, other)


def _takes_back(one: RecordedAction, other: RecordedAction) -> bool:
    """Whether a click on Undo, which the act before it had brought, took that act back."""
    name = (other.element.name or "").strip() if other.element is not None else ""
    offered = " ".join(map(str, one.data_field("appeared") or ()))
    return other.tool == "page.click" and other.sent and bool(UNDO.match(name)) and mentions(offered, name)


def _renamed(one: RecordedAction, other: RecordedAction) -> bool:
    """Whether a button changed its name when it was pressed, as Follow and Unfollow do; a counter is no switch."""
    names = [re.sub(r"\d+", "", act.element.name or "") for act in (one, other) if act.element is not None]
    return len(set(names)) == 2


def _without_idle_visits(acts: list[RecordedAction], notes: CompileNotes) -> list[RecordedAction]:
    """Remove opening a page that was left for another address with nothing done on it."""
    dropped = [
        one
        for one, other in pairwise(acts)
        if one.tool == other.tool == "page.navigate" and not other.args.get("new_tab")
    ]
    if dropped:
        notes.add(f"Left out pages that were only passed through: {_listed(dropped)}.")
    return _without(acts, dropped)


def _without_one_trip(acts: list[RecordedAction], task: str, notes: CompileNotes) -> list[RecordedAction] | None:
    """Return the actions without one detour on which nothing was done; None where there is none."""
    for end, act in enumerate(acts):
        leads = act.tool in ("page.back", "page.navigate") or _is_link(act)
        if not leads or not act.url_after or act.args.get("new_tab"):
            continue
        start = _arrival(acts, end, act.url_after)
        if start is None:
            continue
        trip = acts[start + 1 : end + 1]
        if not _leaves_nothing(trip) or _is_asked_for(trip, task, acts):
            continue
        notes.add(f"Left out a detour that led back: {_listed(trip[:-1]) or phrase_of(act)}.")
        return acts[: start + 1] + acts[end + 1 :]
    return None


def _is_link(act: RecordedAction) -> bool:
    return act.tool == "page.click" and act.navigated and act.element is not None and act.element.role == "link"


def _arrival(acts: Sequence[RecordedAction], end: int, address: str) -> int | None:
    """Return the last action before `end` on the page that `end` leads back to.

    "Back" keeps that page as it was. Its address loads it anew, so the action that first led to it counts.
    """
    is_back = acts[end].tool == "page.back"
    if is_back and (end == 0 or acts[end - 1].url_after == address):
        return None
    fitting = (at for at in range(end - 1, -1, -1) if acts[at].url_after == address)
    return next((at for at in fitting if is_back or acts[at].navigated or acts[at].tool == "page.navigate"), None)


def _leaves_nothing(trip: Sequence[RecordedAction]) -> bool:
    """Whether the actions only navigated, and nothing was read on the way."""
    return all(
        not act.sent
        and not act.data_field("opened")
        and not act.data_field("dialog")
        and (
            act.tool in LOOKING_AWAY
            or act.navigated
            or (act.element is not None and act.element.role in LEADING)
            or (act.tool in FILLING and any(later.navigated for later in trip[at + 1 :]))
        )
        for at, act in enumerate(trip)
    )


def _is_asked_for(trip: Sequence[RecordedAction], task: str, acts: Sequence[RecordedAction]) -> bool:
    """Whether the task asks for the detour: it names what was clicked, or says to open each."""
    names = [each.element.name or each.element.text or "" for each in trip if each.element is not None]
    named = any(mentions(task, word) for name in names for word in re.findall(r"[^\W\d_]{4,}", name))
    return named or (EACH.search(task) is not None and _is_one_of_several(trip[0], acts))


def _is_one_of_several(act: RecordedAction, acts: Sequence[RecordedAction]) -> bool:
    """Whether a similar element beside it was opened as well."""
    return any(each.tool == act.tool and not is_same(each, act) and _likeness(each) == _likeness(act) for each in acts)


def _likeness(act: RecordedAction) -> object:
    known = act.element
    return act.at if known is None or not known.xpath else (known.role, re.sub(r"\[\d+\]", "", known.xpath))


def _without(acts: Sequence[RecordedAction], dropped: Sequence[RecordedAction]) -> list[RecordedAction]:
    """Return the actions without some of them, and without the waits for what these would have done."""
    gone = {id(act) for act in dropped}
    for before, act in pairwise(acts):
        if act.tool == "page.wait" and id(before) in gone:
            gone.add(id(act))
    return [act for act in acts if id(act) not in gone]


def _listed(acts: Sequence[RecordedAction]) -> str:
    phrases = list(dict.fromkeys(phrase_of(act) for act in acts))
    return ", ".join(phrases[:4]) + (f" and {len(phrases) - 4} more" if len(phrases) > 4 else "")

"""The rows that are left of a list that became shorter, as a filter does it, where nobody has seen them yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, TypeAlias

from .comparable import comparable
from .folding import folded_line, shown_of
from .observation import Observation
from .observe import RANGE
from .outline import lines
from .outline_lines import Line

MOST: Final = 25
"""Rows not seen yet that are shown."""
FILTERED: Final = 0.5
"""How much of a longer list a filter leaves at most: from one of which more is left, rows were deleted."""
FEWER: Final = 2
"""Rows that must be gone: a row that was deleted is no filter."""
Rows: TypeAlias = dict[int, list[Line]]
"""The lines of each row of a list."""


def left_rows(before: Observation, after: Observation) -> Iterator[str]:
    """What was folded before and is still there, of each list of which rows went."""
    plain, seen = comparable(before), None
    known = {line.text: rows for rows in _lists(plain, whole=True).values() for row in rows.values() for line in row}
    for rows in _lists(comparable(after), whole=True).values():
        texts = {line.text for row in rows.values() for line in row}
        was = next((known[text] for text in texts if text in known), None)
        if was is None or not _is_filtered(len(rows), len(was)) or _only_moved(list(was.values()), texts, after):
            continue
        seen = _texts(plain) if seen is None else seen
        new = ([line for line in row if line.text in known and line.text not in seen] for row in rows.values())
        unseen = list(filter(None, new))
        if unseen:
            yield f"{len(rows)} of {len(was)} rows are left, also:"
            yield from _shown(unseen)


def _texts(observation: Observation) -> set[str]:
    """The lines of rows that an outline shows."""
    return {line.text for rows in _lists(observation).values() for row in rows.values() for line in row}


def _is_filtered(left: int, was: int) -> bool:
    return left <= was - FEWER and (left <= MOST or left <= was * FILTERED)


def _shown(rows: list[list[Line]]) -> Iterator[str]:
    """Rows, and of many how many more there are."""
    shown = shown_of(len(rows), MOST)
    yield from (line.text for row in rows[:shown] for line in row)
    if more := rows[shown:]:
        first = next((control.index for row in more for line in row for control in line.controls), more[0][0].at)
        yield folded_line(len(more), first)


def _only_moved(was: list[list[Line]], texts: set[str], after: Observation) -> bool:
    """Whether what is told no more of a list is only out of range now, at an end of it."""
    stays = [any(line.text in texts for line in row) for row in was]
    first, last = stays.index(True), len(stays) - 1 - stays[::-1].index(True)
    if not all(stays[first : last + 1]):
        return False
    went = [line for row in (*was[:first], *was[last + 1 :]) for line in row]
    if any(line.controls for line in went):
        return any(control.index in after.away for line in went for control in line.controls)
    return after.scroll_y > RANGE or after.scroll_height - after.scroll_y - after.viewport_height > RANGE


def _lists(observation: Observation, *, whole: bool = False) -> dict[int, Rows]:
    """The rows of each list, as an outline shows them or all."""
    found: dict[int, Rows] = defaultdict(lambda: defaultdict(list))
    for line in lines(observation, None if whole else ()):
        if line.row is not None:
            found[line.row[0]][line.row[1]].append(line)
    return found

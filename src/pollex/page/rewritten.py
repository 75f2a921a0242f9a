"""Rows that a page wrote into the elements of other rows, or whose buttons it moved to another one."""

from __future__ import annotations

from typing import Final

from ..core.fault import Fault
from ..text.clip import clipped
from .observation import Observation
from .row_lists import are_same

MOST: Final = 40
"""Characters of a row that a fault repeats."""


def other_row(told: Observation, now: Observation, index: int) -> Fault | None:
    """A Fault where a control that was told in one row stands in another now."""
    then, since = told.rows.get(index), now.rows.get(index)
    if not then or not since or are_same(then, since):
        return None
    was, is_now = clipped(then[-1].text, MOST), clipped(since[-1].text, MOST)
    return Fault(
        "not_found",
        f"[{index}] was in the row {was!r}, and is in the row {is_now!r} now.",
        pointer="/index",
        expected="the row that it was told in",
        received=is_now,
        hint="The page wrote other rows into its elements: look again.",
        retry=True,
    )

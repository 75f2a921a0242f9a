"""Parts that a page has rendered again: the same controls in the same order under new indices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Final

from .observation import Control, Observation, OutlineGroup, OutlinePart

LEAST: Final = 6
"""Controls from which it is worth a line of its own."""


def rerendered(before: Observation, after: Observation) -> tuple[list[str], Observation]:
    """The runs as `~ [3] to [32] are now [40] to [69]`, and the earlier observation with the new indices."""
    known, left = before.controls(), after.controls()
    went = [control for index, control in known.items() if index not in left and index not in after.away]
    came = [control for index, control in left.items() if index not in known and not control.arrival]
    lines: list[str] = []
    numbers: dict[int, int] = {}
    for old, new in _runs(went, came):
        lines.append(f"~ [{old[0].index}] to [{old[-1].index}] are now [{new[0].index}] to [{new[-1].index}]")
        numbers.update((one.index, other.index) for one, other in zip(old, new, strict=True))
    return lines, replace(before, whole=_numbered(before.whole, numbers)) if numbers else before


def _runs(went: list[Control], came: list[Control]) -> Iterator[tuple[list[Control], list[Control]]]:
    """Pieces with the same roles and names one after the other, and no gap in the numbers."""
    if min(len(went), len(came)) < LEAST:
        return
    old, new = ([(control.role, control.name) for control in controls] for controls in (went, came))
    for start, other, size in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        for begin, end in _even(went[start : start + size], came[other : other + size]):
            if end - begin >= LEAST:
                yield went[start + begin : start + end], came[other + begin : other + end]


def _even(old: list[Control], new: list[Control]) -> Iterator[tuple[int, int]]:
    begin = 0
    for place in range(1, len(old) + 1):
        if place == len(old) or not (_follows(old, place) and _follows(new, place)):
            yield begin, place
            begin = place


def _follows(controls: list[Control], place: int) -> bool:
    return controls[place].index == controls[place - 1].index + 1


def _numbered(group: OutlineGroup, numbers: dict[int, int]) -> OutlineGroup:
    return OutlineGroup(group.kind, group.name, group.series, [_part(part, numbers) for part in group.parts])


def _part(part: OutlinePart, numbers: dict[int, int]) -> OutlinePart:
    match part:
        case Control(index=index) if index in numbers:
            return replace(part, index=numbers[index])
        case OutlineGroup():
            return _numbered(part, numbers)
    return part

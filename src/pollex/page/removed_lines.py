"""What was seen in one look at a page and is not there in the next; what only went far away is still there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ..text.clip import clipped
from .observation import Observation
from .observe import RANGE
from .outline import lines
from .outline_lines import Line

SHOWN: Final = 3
MOVED: Final = 100
"""Pixels from which texts may have left because the page moved."""
PASSING: Final = ("alert", "dialog", "listbox", "menu", "status")
"""Parts of a page that appear and disappear by themselves."""


def removed_lines(before: Observation, after: Observation) -> Iterator[str]:
    left = after.controls().keys() | after.away
    went = [control for index, control in before.controls().items() if index not in left]
    came = _came_beyond(before, after)
    if went := [each for each in went if came[each.role] < sum(each.role == other.role for other in went)]:
        yield _joined([f"[{each.index}] {each.role} {clipped(each.name, 24)}".rstrip() for each in went], ", ")
    if silent := [clipped(line.text.rstrip(":"), 60) for line in _silent(before, after)]:
        yield _joined(silent, " · ")


def _came_beyond(before: Observation, after: Observation) -> Counter[str]:
    """How many more controls of each role lie out of range: what was drawn anew there is told to nobody."""
    then, now = (Counter[str]() for _ in range(2))
    for counts, seen in ((then, before), (now, after)):
        for beyond in seen.beyond.values():
            counts.update(beyond)
    return now - then


def _silent(before: Observation, after: Observation) -> list[Line]:
    """The lines without controls that went, except at an end of the range where more of the page follows."""
    old = lines(before, None)
    heard = {line.text for line in lines(after, None)}
    start, end = _stretch(old, heard, before, after)
    went = [
        line
        for place, line in enumerate(old)
        if not line.controls
        and line.text not in heard
        and (start <= place < end or (line.structure and line.text.startswith(PASSING)))
    ]
    return list(_outermost(went))


def _outermost(went: list[Line]) -> Iterator[Line]:
    """Of a part that went as a whole, only the part."""
    inside = None
    for line in went:
        if inside is None or line.depth <= inside:
            inside = line.depth if line.structure and not line.heading else None
            yield line


def _stretch(old: list[Line], heard: set[str], before: Observation, after: Observation) -> tuple[int, int]:
    """From which line to which they would have been seen again, were they still there."""
    if abs(before.scroll_y - after.scroll_y) > MOVED:
        return 0, 0
    controls = after.controls()
    stayed = [
        place
        for place, line in enumerate(old)
        if (line.text in heard if not line.controls else any(each.index in controls for each in line.controls))
    ]
    first, last = (stayed[0], stayed[-1]) if stayed else (0, len(old))
    below = after.scroll_height - after.scroll_y - after.viewport_height
    return first if after.scroll_y > RANGE else 0, last if below > RANGE else len(old)


def _joined(texts: list[str], mark: str) -> str:
    more = f"{mark}and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return f"- {mark.join(texts[:SHOWN])}{more}"

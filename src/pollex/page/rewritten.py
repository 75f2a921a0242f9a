"""Rows that a page wrote into the elements of other rows: whose words they had when they were told, and have now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ..core.fault import Fault
from ..text.clip import clipped
from ..text.words import tokens
from .observation import Control, Heading, Observation, OutlineGroup, StaticText

MOST: Final = 40
"""Characters of a row that a fault repeats."""


def other_row(told: Observation, now: Observation, index: int) -> Fault | None:
    """A Fault where a control that was told in one row stands in another now: none of its own words is left."""
    then, since = _row_words(told, index), _row_words(now, index)
    if then is None or since is None or not (then.own and since.own) or then.own & since.words:
        return None
    return Fault(
        "not_found",
        f"[{index}] was in the row {then.text!r}, and is in the row {since.text!r} now.",
        pointer="/index",
        expected="the row that it was told in",
        received=since.text,
        hint="The page wrote other rows into its elements: look again.",
        retry=True,
    )


LIST: Final = 3
"""Rows from which on words that most of them have tell none from the others."""


class RowWords:
    """The words of a row in their order, and those that most rows of its list have not."""

    def __init__(self, row: OutlineGroup, rows: list[OutlineGroup]) -> None:
        self.text = clipped(" ".join(_texts(row)), MOST)
        self.words = _words(row)
        counts = Counter(word for each in rows for word in _words(each))
        self.own = {word for word in self.words if len(rows) < LIST or 2 * counts[word] < len(rows)}


def _row_words(observation: Observation, index: int) -> RowWords | None:
    around = next(_around(observation.whole, index), None)
    if around is None:
        return None
    return RowWords(around, [each for each in _rows(observation.whole) if each.series == around.series])


def _rows(group: OutlineGroup) -> Iterator[OutlineGroup]:
    for part in group.parts:
        if isinstance(part, OutlineGroup):
            yield from _rows(part)
            if part.kind == "row":
                yield part


def _around(group: OutlineGroup, index: int) -> Iterator[OutlineGroup]:
    """The rows that a control is in, the innermost first."""
    return (row for row in _rows(group) if any(control.index == index for control in row.controls()))


def _words(row: OutlineGroup) -> set[str]:
    return {word for text in _texts(row) for word in tokens(text)}


def _texts(row: OutlineGroup) -> Iterator[str]:
    for part in row.parts:
        match part:
            case OutlineGroup():
                yield from _texts(part)
            case Control(name=name, value=value):
                yield from filter(None, (name, value))
            case StaticText(text=text) | Heading(text=str(text)):
                yield text

"""Which rows of a list an outline shows: the first ones, and of the others those in use or named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from ..text.words import mentions, tokens
from .observation import SHORT_LIST, Control, Heading, OutlineGroup, StaticText

SHOWN_ROWS: Final = 5
SHOWN_SINGLES: Final = 12
"""Rows with one control and no other words, the entries of a menu; and short rows."""
SHORT_ROWS: Final = 500
"""Characters of a list of short rows."""
NUMBERED: Final = 12
"""Characters that a control takes besides its name and value."""
UNFOLDED_ROWS: Final = 60
"""Rows of a list that was unfolded, and of a form."""
TYPED: Final = ("textbox", "searchbox", "password", "spinbutton", "combobox", "listbox", "slider", "file", "colour")
FIELDS: Final = frozenset((*TYPED, "date", "datetime", "month", "week", "time"))
SHORTEST: Final = 2
"""Characters of a text by which a row is named, unless it is a number."""
SHORTEST_PAIR: Final = 8
"""Letters of two words of a longer text by which a row is named."""
MOST_SHAPES: Final = 4
"""Shapes of the rows of one list; where there are more, they say nothing."""
OF_A_SHAPE: Final = 2
"""Rows of each shape that are shown."""
MOST_MARKS: Final = 4
"""Marks that few rows of a list have; where there are more, they are values of the rows."""
MARK: Final = re.compile(r"^\([^()\d]+\)$|‹[^›]+›")
"""What a row shows besides its words: what it is, and its icons."""
Shape: TypeAlias = frozenset[tuple[tuple[str, str], int]]
"""How many controls of which role a row has, some also by name."""


@dataclass(frozen=True, slots=True)
class Folding:
    """What is not to be folded."""

    unfold: frozenset[int] | None = frozenset()
    """Indices whose lists are shown at length; None for all lists, whatever their length."""
    about: str = ""
    """Words, such as those of a task: the rows that they name are shown."""
    keeps: bool = True
    """Whether it is wanted which rows are shown wherever they stand; where nothing is folded mostly not."""

    def shown(self, rows: list[OutlineGroup]) -> int:
        """Return how many rows of a list are shown, whatever they say."""
        if self.unfold is None:
            return len(rows)
        shown = SHOWN_SINGLES if all(map(_is_single, rows)) or _are_few_and_short(rows) else SHOWN_ROWS
        return shown_of(len(rows), UNFOLDED_ROWS if self.wants(rows) else shown)

    def kept(self, rows: list[OutlineGroup]) -> frozenset[int]:
        """Return the places of the rows that are shown wherever they stand."""
        if len(rows) <= SHORT_LIST or not self.keeps:
            return frozenset()
        used = (place for place, row in enumerate(rows) if any("focused" in each.states for each in row.controls()))
        lasting = [*_fields(rows), *(place for place, row in enumerate(rows) if _is_code(row))]
        return frozenset(
            [*used, *lasting[:UNFOLDED_ROWS], *_of_each_shape(rows), *_standing_out(rows), *self._named(rows)]
        )

    def wants(self, rows: list[OutlineGroup]) -> bool:
        """Return whether a list is to be shown at length."""
        return self.unfold is not None and holds(rows, self.unfold)

    def _named(self, rows: list[OutlineGroup]) -> Iterator[int]:
        """Yield the rows that the words name, and not many others: by a text of theirs, or two words of one."""
        if not self.about:
            return
        said = [set(map(str.casefold, texts(row))) for row in rows]
        counts = Counter(text for each in said for text in each)
        rare = (text for text, count in counts.items() if count <= SHOWN_ROWS)
        own = {text for text in rare if len(text) >= SHORTEST or text.isdigit()}
        about = self.about.casefold()
        named = {text for text in own if text in about and mentions(about, text)}
        pairs = _pairs(about)
        parts = [set().union(*map(_pairs, each)) & pairs for each in said]
        shared = Counter(pair for each in parts for pair in each)
        for place, each in enumerate(said):
            if named & each or any(shared[pair] <= SHOWN_ROWS for pair in parts[place]):
                yield place


def shown_of(count: int, most: int) -> int:
    """Return how many of many are shown: a few more than the most, rather than to fold those."""
    return count if count <= max(most + 2, SHORT_LIST) else most


def holds(rows: list[OutlineGroup], indices: Collection[int]) -> bool:
    """Return whether a list can be named by one of these."""
    return rows[0].index in indices or any(control.index in indices for row in rows for control in row.controls())


def index_of(rows: list[OutlineGroup]) -> int | None:
    """Return an index by which a list can be named: that of a control in it, or of its first row."""
    return next((control.index for row in rows for control in row.controls()), rows[0].index)


def folded_line(count: int, first: int | None) -> str:
    return f"… {count} more like these" + (f" (page_unfold {first})" if first else "")


def texts(group: OutlineGroup) -> Iterator[str]:
    """Yield what a row says."""
    for part in group.parts:
        match part:
            case Control(name=said, value=value):
                yield from (each for each in (said, value) if each)
            case StaticText(text=str(said)) | Heading(text=str(said)):
                yield said
            case OutlineGroup():
                yield from texts(part)


def _are_few_and_short(rows: list[OutlineGroup]) -> bool:
    """Return whether all rows of a list take little room."""
    if len(rows) > SHOWN_SINGLES:
        return False
    said = sum(len(each) for row in rows for each in texts(row))
    return said + NUMBERED * sum(1 for row in rows for _ in row.controls()) <= SHORT_ROWS


def _is_single(row: OutlineGroup) -> bool:
    return len(row.parts) == 1 and isinstance(row.parts[0], Control)


def _fields(rows: list[OutlineGroup]) -> Iterator[int]:
    """Yield the rows of a form: they have fields, each of another name."""
    names = [[each.name for each in row.controls() if each.role in FIELDS and each.name] for row in rows]
    counts = Counter(name for each in names for name in each)
    for place, each in enumerate(names):
        if any(counts[name] == 1 for name in each):
            yield place


def _of_each_shape(rows: list[OutlineGroup]) -> Iterator[int]:
    """Yield the first rows of each shape: of orders that can be paid among those that can only be opened."""
    counts: Counter[Shape] = Counter()
    for place, shape in enumerate(_shapes(rows)):
        counts[shape] += 1
        if counts[shape] <= OF_A_SHAPE:
            yield place


def _standing_out(rows: list[OutlineGroup]) -> Iterator[int]:
    """Yield the rows that have a mark, state or control which few have, or lack one that nearly all have."""
    marks = [set(_marks(row)) for row in rows]
    own = [{(each.role, each.name) for each in row.controls() if each.name} for row in rows]
    marked, named = (Counter(each for row in kind for each in row) for kind in (marks, own))
    rare = {each for each, count in marked.items() if count <= SHOWN_ROWS}
    usual = {each for each, count in (marked + named).items() if len(rows) - OF_A_SHAPE <= count < len(rows)}
    told = rare if len(rare) <= MOST_MARKS else set()
    for place in range(len(rows)):
        if told & marks[place] or usual - marks[place] - own[place]:
            yield place


def _marks(row: OutlineGroup) -> Iterator[tuple[str, str]]:
    """Yield what a row shows besides its words: states of its controls, icons, what the row itself is."""
    for part in row.parts:
        match part:
            case Control(role=role, states=states):
                yield from ((role, state) for state in states if state != "focused")
            case StaticText(text=text):
                yield from (("", mark) for mark in MARK.findall(text))
            case OutlineGroup():
                yield from _marks(part)


def _shapes(rows: list[OutlineGroup]) -> list[Shape]:
    """Return the shape of each row, as finely as there are few of them; nothing where there are many."""
    controls = [[(each.role, each.name) for each in row.controls()] for row in rows]
    shared = Counter(name for row in controls for name in set(row))
    finest = [Counter((role, name if shared[role, name] > 1 else "") for role, name in row) for row in controls]
    roles = [Counter((role, "") for role, _ in row) for row in controls]
    for counted in (finest, roles):
        shapes = [frozenset(row.items()) for row in counted]
        if len(set(shapes)) <= MOST_SHAPES:
            return shapes
    shapes = [frozenset((role, 1) for role in row) for row in roles]
    return shapes if len(set(shapes)) <= MOST_SHAPES else []


def _is_code(row: OutlineGroup) -> bool:
    """Return whether a row is a line of code, perhaps with its number."""
    said = [part for part in row.parts if isinstance(part, StaticText)]
    return any(part.is_whole for part in said) and all(part.is_whole or part.text.isdigit() for part in said)


def _pairs(text: str) -> set[tuple[str, str]]:
    """Return the words of a text by two, where they are long enough to name anything."""
    return {pair for pair in pairwise(tokens(text)) if sum(map(len, pair)) >= SHORTEST_PAIR}

"""What one look at a page saw: its parts in the order of the page, with the numbers that people and models use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, Literal, TypeAlias

from ..core.json import Object
from ..core.protocols import ElementInfo
from .row_lists import SeenRow

SHORT_LIST: Final = 8
"""Rows of a list that is never folded."""
Arrival: TypeAlias = Literal["", "range", "view"]
"""How something that existed before was reached: it came into the observed range, or into view."""
ARRIVALS: Final[tuple[Arrival, ...]] = ("", "range", "view")
"""By the numbers of the page scripts."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that can be acted on."""

    index: int
    role: str
    name: str
    value: str | None = None
    states: tuple[str, ...] = ()
    choices: tuple[str, ...] | str | None = None
    """The options of a list, the format of a date, the range of a number."""
    cover: str | None = None
    """What lies over it, in words."""
    looks: str = ""
    """What could be inferred of one that has no name: from its picture, its id, its class."""
    hints: tuple[str, ...] = ()
    """What it takes, asks for or opens; reported with the control only."""
    marks: tuple[str, ...] = ()
    """State that only its classes show; reported only when it changes."""
    scrolled: bool = False
    """Whether something around it must be scrolled before it can be seen."""
    arrival: Arrival = ""


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str | None
    """None where the control after it is the heading."""
    arrival: Arrival = ""


@dataclass(frozen=True, slots=True)
class StaticText:
    text: str
    arrival: Arrival = ""
    is_whole: bool = False
    """Whether it is told as a whole: what a page begins with, and code."""


@dataclass(slots=True)
class OutlineGroup:
    """A landmark, a dialog, a table, a frame, or one of several alike: a row."""

    kind: str
    name: str
    series: int = 0
    """Rows of the same list have the same number."""
    parts: list[OutlinePart] = field(default_factory=list)
    number: int | None = None
    """By which the page scripts know a row without controls."""
    index: int | None = None
    """The first of many rows without controls has one, by which they can be named."""
    is_line: bool = False
    """Whether people read it as one line."""

    def controls(self) -> Iterator[Control]:
        for part in self.parts:
            if isinstance(part, OutlineGroup):
                yield from part.controls()
            elif isinstance(part, Control):
                yield part


OutlinePart: TypeAlias = Control | Heading | StaticText | OutlineGroup


@dataclass(frozen=True, slots=True)
class Observation:
    """One look."""

    url: str
    title: str
    whole: OutlineGroup
    elements: list[ElementInfo]
    text: str
    scroll_y: float
    scroll_height: float
    viewport_height: float
    beyond: dict[str, dict[str, int]]
    """How many controls of each role lie far `above` and `below`."""
    ahead: tuple[str, ...]
    """The next headings below."""
    total: int
    """How many controls there are on the whole page."""
    away: frozenset[int] = frozenset()
    """Controls of the look before that are there still, but far away."""
    rows: Mapping[int, tuple[SeenRow, ...]] = field(default_factory=dict)
    """The rows around the controls that are in any."""
    about: str = ""
    """Words, such as those of a task, that name what is never folded."""

    def controls(self) -> dict[int, Control]:
        return {control.index: control for control in self.whole.controls()}


LISTS: Final = count(0, 1_000_000)
"""Lists are numbered in each frame; across frames they must differ."""


class EntryReader:
    """Makes parts of what the page scripts send; `entries.js` says what each entry is."""

    def __init__(self, index: Callable[[int], int], frames: Mapping[int, Callable[[], OutlineGroup]]) -> None:
        """`frames` read what is inside, when its turn comes: numbers are given in the order of the page."""
        self._index = index
        self._frames = frames
        self._lists = next(LISTS)
        self._rows: dict[int, list[OutlineGroup]] = defaultdict(list)

    def read(self, entries: list[list[Any]], kind: str = "page", name: str = "") -> OutlineGroup:
        stack = [OutlineGroup(kind, name)]
        for entry in entries:
            match entry:
                case ["c", *fields]:
                    stack[-1].parts.append(self._control(*fields))
                case ["t", text, arrival, *leads]:
                    stack[-1].parts.append(StaticText(text, ARRIVALS[arrival], bool(leads)))
                case ["h", level, text, arrival]:
                    stack[-1].parts.append(Heading(level, text, ARRIVALS[arrival]))
                case ["h", level]:
                    stack[-1].parts.append(Heading(level, None))
                case ["(", "row" | "line" as begun, int(series), *number]:
                    stack.append(self._row(self._lists + series, *number, is_line=begun == "line"))
                case ["(", begun, named]:
                    stack.append(OutlineGroup(begun, named))
                case [")"]:
                    done = stack.pop()
                    stack[-1].parts.append(done)
                case ["f", number, named] if number in self._frames:
                    stack[-1].parts.append(OutlineGroup("frame", named, parts=self._frames[number]().parts))
        self._name_lists()
        return stack[0]

    def _row(self, series: int, number: int | None = None, *, is_line: bool) -> OutlineGroup:
        row = OutlineGroup("row", "", series, number=number, is_line=is_line)
        self._rows[series].append(row)
        return row

    def _name_lists(self) -> None:
        """Give the first row of each list that is long and has no controls an index."""
        for first, *others in self._rows.values():
            numbers = [each.number for each in (first, *others)]
            if len(numbers) > SHORT_LIST and None not in numbers and first.number is not None:
                first.index = self._index(first.number)

    def _control(
        self, number: int, role: str, name: str, value: str | None, states: list[str], choices: Any, more: Object
    ) -> Control:
        cover = more.get("cover")
        return Control(
            self._index(number),
            role,
            name,
            value,
            tuple(states),
            tuple(choices) if isinstance(choices, list) else choices,
            cover[1] if cover else None,
            more.get("looks", ""),
            tuple(more.get("hints", ())),
            tuple(more.get("marks", ())),
            bool(more.get("scrolled")),
            ARRIVALS[more.get("arrival", 0)],
        )

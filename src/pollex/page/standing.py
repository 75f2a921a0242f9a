"""Where the controls of a look stand: what each is called, what is around it, and the words of its row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from ..text.words import tokens
from .row_lists import SeenRow, seen_rows

COUNTER: Final = re.compile(r"\d[\d.,]*\+?")
Key = tuple[str, str, tuple[str, ...]]
Called = tuple[str, str, bool]
"""A role and a name, wherever that stands, and whether that is all of the name."""


class Standing(NamedTuple):
    """A control by what it is called, and where it stands."""

    number: int
    role: str
    name: str
    region: tuple[str, ...]
    """The landmarks, dialogs and tables around it."""
    near: frozenset[str]
    """The other words of its row; outside of rows the text before it, and what it holds if it has no name."""
    in_row: bool = False
    nameless: bool = False
    """Whether its name is only what it looks like."""
    of: str = ""
    """The words next to it, where others in its row are called alike."""
    beside: tuple[str, ...] = ()
    """The controls of its role before and after it in its region, by their names without counters."""
    alone: frozenset[Called] = frozenset()
    """By which of its names it was the only one when it went."""
    rows: tuple[SeenRow, ...] = ()
    """The rows around it, the innermost first."""
    around: tuple[int, ...] = ()
    """The elements around it when it went, the innermost first."""

    @property
    def key(self) -> Key:
        return self.role, self.name, self.region

    @property
    def called(self) -> tuple[Called, Called]:
        """Its name, and that without the counters in it."""
        return (self.role, self.name, True), (self.role, uncounted(self.name), False)


def uncounted(name: str) -> str:
    """Return a name without the figures that a page counts up in it; all of it where it has nothing else."""
    return " ".join(tokens(COUNTER.sub(" ", name))) or name


@dataclass(slots=True)
class ControlEntry:
    """A control as a look sends it, with what is around it."""

    fields: Sequence[Any]
    region: tuple[str, ...]
    near: list[str]
    in_row: bool


def standings(entries: Iterable[Sequence[Any]], lists: Iterable[Any] = ()) -> list[Standing]:
    """Read where controls stand from what the page scripts send; `entries.js` and `lineage.js` say what that is."""
    reader, rows = StandingReader(), seen_rows(lists)
    for entry in entries:
        reader.take(entry)
    return _with_neighbours([_standing(each, rows) for each in reader.found])


def _standing(found: ControlEntry, rows: Mapping[int, SeenRow]) -> Standing:
    number, role, name, _, _, _, more = found.fields
    around = tuple(rows[each] for each in more.get("rows", ()) if each in rows)
    is_row = bool(around and name) and not found.in_row
    near = (around[0].words if is_row else _words(found.near).union(*(each.words for each in around))) - set(
        tokens(name)
    )
    called = name or more.get("looks", "")
    beside = more.get("beside", "")
    return Standing(number, role, called, found.region, near, found.in_row or is_row, not name, beside, rows=around)


def _with_neighbours(controls: list[Standing]) -> list[Standing]:
    """Tell each control which of its role stand before and after it in its region."""
    like: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for place, each in enumerate(controls):
        like.setdefault((each.role, each.region), []).append(place)
    for places in like.values():
        names = ["", *(uncounted(controls[place].name) for place in places), ""]
        for at, place in enumerate(places):
            controls[place] = controls[place]._replace(beside=(names[at], names[at + 2]))
    return controls


@dataclass(slots=True)
class StandingReader:
    """Goes through the entries of a look in the order of the page."""

    found: list[ControlEntry] = field(default_factory=list)
    _groups: list[tuple[str, list[str] | None]] = field(default_factory=list)
    """Around the present place: what each is called, or the texts of a row."""
    _before: list[str] = field(default_factory=list)
    _led: list[str] = field(default_factory=list)
    """What a row is called that can be chosen as a whole, in the cells after it."""
    _held: list[str] = field(default_factory=list)
    """What stands near the control before this place, if that has no name: what follows may be in it."""

    def take(self, entry: Sequence[Any]) -> None:
        match entry:
            case ["(", "row" | "line", *_]:
                self._groups.append(("", []))
            case ["(", kind, name, *_]:
                self._groups.append((f"{kind} {name}", None))
                self._led, self._held = [], []
            case [")"]:
                self._groups.pop()
                self._led, self._held = [], []
            case ["t", str(text), *_] | ["h", _, str(text), *_]:
                self._before = [text]
                self._held.append(text)
                self._tell_row(text)
            case ["c", *fields]:
                self._take_control(fields)

    def _take_control(self, fields: Sequence[Any]) -> None:
        self._led = [fields[2]] if fields[1] == "row" else self._led
        row = next((texts for _, texts in reversed(self._groups) if texts is not None), None)
        near = row if row is not None else list(self._led or self._before)
        region = tuple(name for name, _ in self._groups if name)
        self.found.append(ControlEntry(fields, region, near, row is not None or bool(self._led)))
        self._held = near if row is None and not fields[2] else []
        self._before = []
        self._tell_row(*filter(None, fields[2:4]))

    def _tell_row(self, *texts: str) -> None:
        for _, row in self._groups:
            if row is not None:
                row.extend(texts)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(token for text in texts for token in tokens(text))

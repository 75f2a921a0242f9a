"""What a run read off its pages, and which of it was used later: only that is read again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...core.path import Path, lookup
from .names import Names, slug
from .recording import Act
from .weaving import Known, as_text, reference, scalars

LOOKS: Final = frozenset(
    (
        *("page.state", "page.changes", "page.read", "page.find", "page.element", "page.match", "page.list_tabs"),
        *("page.current_tab", "page.screenshot", "page.pdf", "remember", "more", "done"),
    )
)
"""Looks at a page that cannot be repeated by a program to any use, or give nothing that is used."""
READS: Final = frozenset(
    {"page.collect", "page.extract", "page.records", "page.choices", "page.tables", "page.query", "page.text", "reckon"}
)
"""Reads that give the same kind of data in the next run."""
RESULTS: Final = {
    "page.tables": "tables",
    "page.records": "records",
    "page.choices": "choices",
    "page.query": "elements",
    "page.text": "page_text",
}
ORDINALS: Final = (
    *("first|top|topmost|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th"),
    *("sixth|6th", "seventh|7th", "eighth|8th", "ninth|9th", "tenth|10th"),
)
"""Words for rows by their number."""
FEW: Final = 10
"""Rows up to which somebody may have put them together."""
MANY: Final = 2_000
"""Values of one read that are looked at."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value came from: a read, and the path into its data."""

    act: Act
    path: Path

    @property
    def is_certain(self) -> bool:
        """Whether the path means the same whatever the page shows: no row is picked out by its number.

        The first of the page's tables is no row.
        """
        path = self.path[1:] if self.act.tool == "page.tables" and self.path[:1] == (0,) else self.path
        return not any(isinstance(step, int) for step in path)

    @property
    def value(self) -> Any:
        return lookup(self.act.data, self.path)


class Sources:
    """The reads of a run. One that somebody refers to gets a name, and so becomes a node."""

    def __init__(self, acts: Sequence[Act], names: Names, reads: Collection[str] = READS, task: str = "") -> None:
        self.acts = [act for act in acts if act.ok and act.tool in reads]
        self._meant = {at for at, words in enumerate(ORDINALS) if re.search(rf"\b(?:{words})\b", task, re.IGNORECASE)}
        self._names = names
        self._aliases: dict[int, str] = {}
        self._named: dict[tuple[object, ...], str] = {}
        self._gathered: dict[str, Sequence[Place]] = {}

    def is_used(self, act: Act) -> bool:
        return act.at in self._aliases

    def alias(self, act: Act) -> str:
        if act.at not in self._aliases:
            self._aliases[act.at] = self._names.take(_called(act))
        return self._aliases[act.at]

    def name_once(self, wanted: str, what: tuple[object, ...]) -> str:
        """A name for what is made of reads, the same whenever it is asked for."""
        if what not in self._named:
            self._named[what] = self._names.take(wanted)
        return self._named[what]

    def is_certain(self, place: Place) -> bool:
        """Whether a place means the same whatever the page shows. A task that says "the second" means that row."""
        *outer, row = [step for step in place.path if isinstance(step, int)] or [-1]
        return place.is_certain or (row in self._meant and not any(outer))

    def refer(self, place: Place) -> str:
        """The reference to a place; its read is used from now on."""
        return reference(self.alias(place.act), place.path)

    def refer_all(self, places: Sequence[Place], name: str) -> str:
        """The reference to a list, or to the variable in which several are put together."""
        return self.refer(places[0]) if len(places) == 1 else self.gather(places, name)

    def gather(self, places: Sequence[Place], name: str) -> str:
        """The variable in which the lists of several reads are put together, each when it is read."""
        for known, others in self._gathered.items():
            if _where(others) == _where(places):
                return known
        taken = self._names.take(f"{name}_rows")
        self._gathered[taken] = places
        for place in places:
            self.alias(place.act)
        return taken

    @property
    def gathered(self) -> list[str]:
        """The variables that are put together."""
        return list(self._gathered)

    def gathered_at(self, act: Act) -> list[tuple[str, Place]]:
        """What of a read goes into which variable."""
        return [(name, place) for name, places in self._gathered.items() for place in places if place.act.at == act.at]

    def before(self, at: int) -> list[Act]:
        """The reads before an action, the latest first."""
        return [act for act in reversed(self.acts) if act.at < at]

    def find(self, value: Any, at: int, *, certain: bool = True) -> Place | None:
        """Where a value was read before `at`: as a whole, in part, or as text."""
        for act in self.before(at):
            for path, each in _parts(act.data):
                place = Place(act, path)
                if (self.is_certain(place) or not certain) and _equal(each, value):
                    return place
        return None

    def find_one(self, value: Any, at: int) -> Place | None:
        """Where a value was read: one that tells nothing, such as a 1, only where nothing else read the same."""
        found = self.find(value, at)
        if found is None or isinstance(value, dict | list | bool) or Known(as_text(value), "").is_telling:
            return found
        places = [
            Place(act, path)
            for act in self.before(at)
            for path, each in _parts(act.data)
            if self.is_certain(Place(act, path)) and _equal(each, value)
        ]
        reckoned = [place for place in places if place.act.tool == "reckon"]
        alike = [place for place in places if _asked(place) == _asked(found)]
        return reckoned[0] if reckoned else found if alike == places else None

    def known(self, at: int) -> list[Known]:
        """The values of used reads that can be told at an action, where each has one certain place."""
        return [
            Known(as_text(value), reference(self._aliases[act.at], path))
            for act in self.before(at)
            if act.at in self._aliases
            for path, value in scalars(act.data)
            if self.is_certain(Place(act, path)) and not isinstance(value, bool)
        ]

    def joined(self, rows: Any, at: int) -> list[Place] | None:
        """The reads that `rows` are of: one, or several whose lists follow each other, as pages of one list do."""
        if (place := self.find(rows, at)) is not None:
            return [place]
        if not isinstance(rows, list):
            return None
        left, found = rows, []
        for act in reversed(self.before(at)):
            for path, each in _rows(act.data):
                if each and left[: len(each)] == each:
                    found.append(Place(act, path))
                    left = left[len(each) :]
                    break
        return found if found and not left else None

    def pieced(self, rows: Any, at: int) -> dict[Path, Place]:
        """For rows that were put together from several reads, where each of their values was read."""
        values = list(scalars(rows)) if isinstance(rows, list) and len(rows) <= FEW else []
        found = {path: self.find(value, at) for path, value in values}
        return {path: place for path, place in found.items() if place is not None}

    def lists(self, at: int) -> Iterator[tuple[Place, list[Any]]]:
        """The lists that were read before an action, the latest first."""
        for act in self.before(at):
            if act.tool == "reckon" and not self._is_within_reach(act):
                continue
            for path, each in _lists(act.data):
                if Place(act, path).is_certain and len(each) > 1:
                    yield Place(act, path), each

    def _is_within_reach(self, act: Act) -> bool:
        """Whether what was reckoned is reckoned again anyway, or needs no more than one read for it."""
        return self.is_used(act) or len(self.joined(act.args.get("rows"), act.at) or ()) == 1


def _called(act: Act) -> str:
    if act.tool in ("page.extract", "page.collect"):
        fields = list((act.args.get("schema") or {}).get("properties") or {})
        return slug(fields[0] if len(fields) == 1 else str(act.args.get("instruction", "")), "data")
    if act.tool == "reckon":
        by = f" {act.args['by']}" if isinstance(act.args.get("by"), str) else ""
        return slug(f"{act.args.get('what', '')}{by}", "reckoned")
    return RESULTS.get(act.tool, "read")


def _parts(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The data, and everything in it that is not below a list of many."""
    yield path, data
    if isinstance(data, dict):
        for name, each in data.items():
            yield from _parts(each, (*path, name))
    elif isinstance(data, list) and len(data) <= MANY:
        for at, each in enumerate(data):
            yield from _parts(each, (*path, at))


def _lists(data: Any) -> Iterator[tuple[Path, list[Any]]]:
    return ((path, each) for path, each in _parts(data) if isinstance(each, list))


def _asked(place: Place) -> tuple[str, Any, Path]:
    return place.act.tool, place.act.args, place.path


def _where(places: Sequence[Place]) -> list[tuple[int, Path]]:
    return [(place.act.at, place.path) for place in places]


def _rows(data: Any) -> Iterator[tuple[Path, list[Any]]]:
    """The lists in the data; those of rows with cells also as their cells, since that is what is reckoned with."""
    for path, each in _lists(data):
        yield path, each
        if each and all(isinstance(row, dict) and isinstance(row.get("cells"), dict) for row in each):
            yield path, [row["cells"] for row in each]


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, dict | list) or isinstance(other, dict | list):
        return bool(one == other)
    return as_text(one) == as_text(other)

"""What a run read off its pages, and where in it a value stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...browser.evidence import folded
from ...core.path import Path, lookup
from ...text.numbers import number_in
from .recording import Act, Origin
from .weaving import Known, as_text, says, scalars
from .wording import means_row

LOOKS: Final = frozenset(
    (
        *("page.state", "page.changes", "page.read", "page.find", "page.element", "page.match", "page.list_tabs"),
        *("page.current_tab", "page.screenshot", "page.pdf", "remember", "more", "done"),
    )
)
"""Looks at a page that cannot be repeated by a program to any use, or give nothing that is used."""
READS: Final = frozenset(
    {
        "page.collect",
        "page.extract",
        "page.records",
        "page.choices",
        "page.tables",
        "page.query",
        "page.text",
        "aggregate",
    }
)
"""Reads that give the same kind of data in the next run."""
INNER: Final = frozenset({"index", "indices", "link", "pages"})
"""Numbers in a read that are no data: where elements stand, how many pages were turned."""
FEW: Final = 31
"""Rows up to which somebody may have put them together: the days of a month."""
MANY: Final = 2_000
"""Values of one read that are looked at."""
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value came from: a read, and the path into its data."""

    act: Act
    path: Path
    is_row: bool = False
    """Whether it is one row, where lists are put together."""

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

    @property
    def field(self) -> str | None:
        """What the value is called there."""
        return next((step for step in reversed(self.path) if isinstance(step, str)), None)


class Reads:
    """The reads of a run."""

    def __init__(self, acts: Sequence[Act], reads: Collection[str] = READS, task: str = "") -> None:
        self.acts = [act for act in acts if act.ok and act.tool in reads]
        self._by_place = {act.at: act for act in self.acts}
        self.task = task
        self._texts: dict[int, dict[str, list[Path]]] = {}
        self._grounded: dict[int, bool] = {}

    def before(self, at: int) -> list[Act]:
        """The reads before an action, the latest first."""
        return [act for act in reversed(self.acts) if act.at < at]

    def is_certain(self, place: Place) -> bool:
        """Whether a place means the same whatever the page shows. A task that says "the second one" means that row."""
        if INNER & set(place.path):
            return False
        *outer, row = [step for step in place.path if isinstance(step, int)] or [-1]
        about = str(place.act.args.get("instruction", ""))
        return place.is_certain or (not any(outer) and means_row(self.task, row, about))

    def find(self, value: Any, at: int, *, certain: bool = True) -> Place | None:
        """Where a value was read before `at`, last: as a whole, in part, or as text."""
        return next((place for place in self.all(value, at) if self.is_certain(place) or not certain), None)

    def all(self, value: Any, at: int, *, as_figure: bool = False) -> Iterator[Place]:
        """All places of a value that were read before `at`, the latest first; those `as_figure` write it otherwise."""
        for act in self.before(at):
            if self.is_grounded(act):
                paths = self._figures(act, value) if as_figure else self._paths(act, value)
                yield from (Place(act, path) for path in paths)

    def is_grounded(self, act: Act) -> bool:
        """Whether it can be read again: what was reckoned only if it is known where each row was read."""
        if act.tool != "aggregate":
            return True
        if act.at not in self._grounded:
            self._grounded[act.at] = False  # while it is looked for
            self._grounded[act.at] = self._knows(act)
        return self._grounded[act.at]

    def referred(self, act: Act, path: Path) -> Place | None:
        """Where an argument that was a reference led to."""
        return self.place(act.refers.get(path))

    def place(self, origin: Origin | None) -> Place | None:
        """The place that a reference led to, where that can be read again."""
        act = None if origin is None else self._by_place.get(origin.at)
        return None if act is None or origin is None else Place(act, origin.path)

    def rows_of(self, act: Act) -> list[Place] | None:
        """The reads whose lists the rows of a computation are: as it refers to them, else as they are the same."""
        rows = act.args.get("rows")
        if (place := self.referred(act, ("rows",))) is not None:
            return [place]
        lists = [self.referred(act, ("rows", at)) for at in range(len(rows))] if isinstance(rows, list) else []
        found = [each for each in lists if each is not None and isinstance(each.value, list)]
        return found if found and len(found) == len(lists) else self.joined(rows, act.at)

    def _knows(self, act: Act) -> bool:
        rows = act.args.get("rows")
        if self.rows_of(act) is not None or any(path[0] == "rows" for path in act.refers):
            return True
        known = {path[0] for path in self.pieced(act)}
        said = {path[0] for path, value in scalars(rows) if says(self.task, as_text(value))}
        return isinstance(rows, list) and bool(rows) and known | said >= set(range(len(rows)))

    def _paths(self, act: Act, value: Any) -> Iterator[Path]:
        if value is None or value == [] or value == {}:
            return
        if isinstance(value, dict | list):
            yield from (path for path, each in _parts(act.data) if type(each) is type(value) and each == value)
        elif isinstance(value, bool):
            yield from (path for path, each in scalars(act.data) if each is value)
        else:
            yield from self._indexed(act).get(as_text(value), ())

    def _figures(self, act: Act, value: Any) -> list[Path]:
        """Where a figure stands, however it is written: as the value is, a text or a number, first."""
        figure = _figure(value)
        parts = [] if figure is None else [(path, each) for path, each in _parts(act.data) if _figure(each) == figure]
        return [path for path, each in sorted(parts, key=lambda part: type(part[1]) is not type(value))]

    def _indexed(self, act: Act) -> dict[str, list[Path]]:
        if act.at not in self._texts:
            found = self._texts[act.at] = {}
            for path, each in _parts(act.data):
                if not isinstance(each, dict | list | bool) and each is not None:
                    found.setdefault(as_text(each), []).append(path)
        return self._texts[act.at]

    def find_one(self, value: Any, at: int, name: str = "", *, as_figure: bool = False) -> Place | None:
        """Where a value of an answer was read, if that is clear: by what it is called, or as nothing else says it."""
        places = [place for place in self.all(value, at, as_figure=as_figure) if self.is_certain(place)]
        called = [place for place in places if _is_called(place, name)]
        if isinstance(value, bool) and not called:
            return None
        if not called:
            called = [place for place in places if place.act.tool == "aggregate"] or places
        reads = {_asked(place.act): place for place in reversed(called)}
        fields = {place.field for place in called}
        if len(reads) > 1 and (len(fields) > 1 or any(place.act.tool == "aggregate" for place in called)):
            return None
        if len(reads) > 1 and not Known(as_text(value), "").is_telling:
            return None
        own = [place for place in called if place.act.at == called[0].act.at] if called else []
        is_plain = bool(own) and (own[0].act.tool == "aggregate" or len({place.field for place in own}) == 1)
        return own[0] if is_plain else None

    def counted(self, number: Any, at: int) -> Place | None:
        """The list that has so many rows, if there is only one such among those that were read."""
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            return None
        found = {
            _asked(act): place
            for act in self.before(at)
            if act.tool != "aggregate"
            for place, rows in lists_of(act)
            if len(rows) == number and not place.is_row
        }
        return next(iter(found.values())) if len(found) == 1 else None

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

    def pieced(self, act: Act) -> dict[Path, Place]:
        """For rows that were put together from several reads, where each of their values was read."""
        referred = {path[1:]: self.referred(act, path) for path in act.refers if path[0] == "rows"}
        rows = act.args.get("rows")
        values = list(scalars(rows)) if isinstance(rows, list) and len(rows) <= FEW and not referred else []
        found = referred | {path: self.find(value, act.at) for path, value in values}
        return {path: place for path, place in found.items() if place is not None}


def _figure(value: Any) -> float | None:
    """A number, however it is written: €1,234.50 and 1234.5; what was spent is said without its minus."""
    number = number_in(value) if isinstance(value, str) else value
    return abs(float(number)) if isinstance(number, int | float) and not isinstance(number, bool) else None


def lists(data: Any) -> Iterator[tuple[Path, list[Any]]]:
    return ((path, each) for path, each in _parts(data) if isinstance(each, list))


def lists_of(act: Act) -> Iterator[tuple[Place, list[Row]]]:
    """The lists of rows in a read, each with its place, where that means the same whatever the page shows."""
    if isinstance(act.data, dict) and act.tool == "page.extract":
        yield Place(act, (), is_row=True), [act.data]
    for place, rows in _lists(act, act.data, ()):
        if place.is_certain and rows and all(isinstance(row, dict) for row in rows):
            yield place, [row["cells"] if isinstance(row.get("cells"), dict) and row["cells"] else row for row in rows]


def _lists(act: Act, data: Any, path: Path) -> Iterator[tuple[Place, list[Any]]]:
    if isinstance(data, list):
        yield Place(act, path), data
    inner = enumerate(data[:1]) if isinstance(data, list) else data.items() if isinstance(data, dict) else ()
    for step, each in inner:
        yield from _lists(act, each, (*path, step))


def _is_called(place: Place, name: str) -> bool:
    return bool(name) and place.field is not None and _plain(place.field) == _plain(name)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", " ", folded(name)).strip()


def _asked(act: Act) -> str:
    return f"{act.tool} {sorted(act.args.items(), key=str)}"


def _parts(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The data, and everything in it that is not below a list of many."""
    yield path, data
    if isinstance(data, dict):
        for name, each in data.items():
            yield from _parts(each, (*path, name))
    elif isinstance(data, list) and len(data) <= MANY:
        for at, each in enumerate(data):
            yield from _parts(each, (*path, at))


def _rows(data: Any) -> Iterator[tuple[Path, list[Any]]]:
    """The lists in the data; those of rows with cells also as their cells, since that is what is reckoned with."""
    for path, each in lists(data):
        yield path, each
        if each and all(isinstance(row, dict) and isinstance(row.get("cells"), dict) for row in each):
            yield path, [row["cells"] for row in each]

"""The data that a run read from its pages, and where a value is in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...core.path import ValuePath, lookup
from ...text.numbers import number_in
from ...text.words import folded
from .parametrizer import NamedValue, mentions, scalars, typed_text
from .recording import RecordedAction, ReferenceOrigin
from .row_number import means_row

LOOKS: Final = frozenset(
    (
        *("page.state", "page.changes", "page.find", "page.element", "page.match", "page.list_tabs"),
        *("page.current_tab", "page.unfold", "page.screenshot", "page.pdf", "remember", "more", "done"),
    )
)
"""Reads that are of no use to a workflow: only a model can interpret them."""
READS: Final = frozenset(
    {
        "page.collect",
        "page.extract",
        "page.records",
        "page.choices",
        "page.tables",
        "page.query",
        "page.text",
        "page.read",
        "page.inspect",
        "aggregate",
        "excerpt",
        "ask",
    }
)
"""Reads that return the same kind of data in every run; `ask` reads what a person says."""
INNER: Final = frozenset({"index", "indices", "link", "pages", "start", "next"})
"""Fields of a read that are no data: indices of elements, numbers of pages."""
FEW: Final = 31
"""The most rows that a model may have put together itself: the days of a month."""
MANY: Final = 2_000
"""The most values of one read that are compared."""
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReadLocation:
    """The location of a value: a read, and the path into its data."""

    act: RecordedAction
    path: ValuePath
    is_row: bool = False
    """Whether it is a single row that counts as a list."""

    @property
    def is_certain(self) -> bool:
        """Whether the path is valid whatever the page shows: it has no number of a row.

        The first of the page's tables is no row.
        """
        path = self.path[1:] if self.act.tool == "page.tables" and self.path[:1] == (0,) else self.path
        return not any(isinstance(step, int) for step in path)

    @property
    def value(self) -> Any:
        return lookup(self.act.data, self.path)

    @property
    def row(self) -> str:
        """The rows that the path leads through, in words."""
        rows, data = [], self.act.data
        for step in self.path:
            if isinstance(step, int):
                rows.append("the only row" if len(data) == 1 else f"row {step + 1} of {len(data)}")
            data = data[step]
        return " in ".join(reversed(rows))

    @property
    def field(self) -> str | None:
        """The name of the value in the data."""
        return next((step for step in reversed(self.path) if isinstance(step, str)), None)


class RecordedReads:
    """The reads of a run, searchable by value."""

    def __init__(self, acts: Sequence[RecordedAction], reads: Collection[str] = READS, task: str = "") -> None:
        self.acts = [act for act in acts if act.ok and act.tool in reads]
        self._by_place = {act.at: act for act in self.acts}
        self.task = task
        self._texts: dict[int, dict[str, list[ValuePath]]] = {}
        self._grounded: dict[int, bool] = {}

    def before(self, at: int) -> list[RecordedAction]:
        """Return the reads before an action, the latest first."""
        return [act for act in reversed(self.acts) if act.at < at]

    def is_certain(self, place: ReadLocation) -> bool:
        """Whether a place is valid whatever the page shows. A task that says "the second one" means that row."""
        if INNER & set(place.path):
            return False
        *outer, row = [step for step in place.path if isinstance(step, int)] or [-1]
        about = str(place.act.args.get("instruction", ""))
        return place.is_certain or (not any(outer) and means_row(self.task, row, about))

    def find(self, value: Any, at: int, *, certain: bool = True) -> ReadLocation | None:
        """Return where a value was last read before `at`: whole, in part, or as text."""
        return next((place for place in self.all(value, at) if self.is_certain(place) or not certain), None)

    def all(self, value: Any, at: int, *, as_figure: bool = False) -> Iterator[ReadLocation]:
        """Yield all places of a value before `at`, the latest first; with `as_figure`, however it is written."""
        for act in self.before(at):
            if self.is_grounded(act):
                paths = self._figures(act, value) if as_figure else self._paths(act, value)
                yield from (ReadLocation(act, path) for path in paths)

    def has_in_list(self, text: str) -> bool:
        """Whether a text is, written in any way, a value in a row of a list that was read."""
        places = (path for act in self.acts for path, value in scalars(act.data) if _plain(str(value)) == _plain(text))
        return any(isinstance(step, int) for path in places for step in path)

    def excerpts_in(self, text: str, at: int) -> list[RecordedAction]:
        """Return the excerpts before an action whose values stand in a text."""
        return [act for act in self.before(at) if act.tool == "excerpt" and mentions(text, act.data["value"])]

    def is_grounded(self, act: RecordedAction) -> bool:
        """Whether the data can be read again; for a computation, whether it is known where each row was read."""
        if act.tool != "aggregate":
            return True
        if act.at not in self._grounded:
            self._grounded[act.at] = False  # while it is looked for
            self._grounded[act.at] = self._knows(act)
        return self._grounded[act.at]

    def referred(self, act: RecordedAction, path: ValuePath) -> ReadLocation | None:
        """Return the place that an argument referred to."""
        return self.place(act.refers.get(path))

    def place(self, origin: ReferenceOrigin | None) -> ReadLocation | None:
        """Return the place that a reference led to, where it can be read again."""
        act = None if origin is None else self._by_place.get(origin.at)
        return None if act is None or origin is None else ReadLocation(act, origin.path)

    def rows_of(self, act: RecordedAction) -> list[ReadLocation] | None:
        """Return the lists that a computation was made from: by its references, else by equal rows."""
        rows = act.args.get("rows")
        if (place := self.referred(act, ("rows",))) is not None:
            return [place]
        lists = [self.referred(act, ("rows", at)) for at in range(len(rows))] if isinstance(rows, list) else []
        found = [each for each in lists if each is not None and isinstance(each.value, list)]
        return found if found and len(found) == len(lists) else self.joined(rows, act.at)

    def _knows(self, act: RecordedAction) -> bool:
        rows = act.args.get("rows")
        if self.rows_of(act) is not None or any(path[0] == "rows" for path in act.refers):
            return True
        known = {path[0] for path in self.assembled(act)}
        dictated = {path[0] for path, value in scalars(rows) if mentions(self.task, typed_text(value))}
        return isinstance(rows, list) and bool(rows) and known | dictated >= set(range(len(rows)))

    def _paths(self, act: RecordedAction, value: Any) -> Iterator[ValuePath]:
        if value is None or value == [] or value == {}:
            return
        if isinstance(value, dict | list):
            yield from (path for path, each in _parts(act.data) if type(each) is type(value) and each == value)
        elif isinstance(value, bool):
            yield from (path for path, each in scalars(act.data) if each is value)
        else:
            yield from self._indexed(act).get(typed_text(value), ())

    def _figures(self, act: RecordedAction, value: Any) -> list[ValuePath]:
        """Return where a figure is, however it is written; places with the type of the value come first."""
        figure = _figure(value)
        parts = [] if figure is None else [(path, each) for path, each in _parts(act.data) if _figure(each) == figure]
        return [path for path, each in sorted(parts, key=lambda part: type(part[1]) is not type(value))]

    def _indexed(self, act: RecordedAction) -> dict[str, list[ValuePath]]:
        if act.at not in self._texts:
            found = self._texts[act.at] = {}
            for path, each in _parts(act.data):
                if not isinstance(each, dict | list | bool) and each is not None:
                    found.setdefault(typed_text(each), []).append(path)
        return self._texts[act.at]

    def find_one(self, value: Any, at: int, name: str = "", *, as_figure: bool = False) -> ReadLocation | None:
        """Return where a value of an answer was read, if only one place has its name or its value."""
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
        if len(reads) > 1 and not NamedValue(typed_text(value), "").is_distinctive:
            return None
        own = [place for place in called if place.act.at == called[0].act.at] if called else []
        is_plain = bool(own) and (own[0].act.tool == "aggregate" or len({place.field for place in own}) == 1)
        return own[0] if is_plain else None

    def counted(self, number: Any, at: int) -> ReadLocation | None:
        """Return the list that has this number of rows, if there is only one."""
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

    def joined(self, rows: Any, at: int) -> list[ReadLocation] | None:
        """Return the lists that `rows` consist of: one, or several in sequence, as pages of one list are."""
        if (place := self.find(rows, at)) is not None:
            return [place]
        if not isinstance(rows, list):
            return None
        left, found = rows, []
        for act in reversed(self.before(at)):
            for path, each in _rows(act.data):
                if each and left[: len(each)] == each:
                    found.append(ReadLocation(act, path))
                    left = left[len(each) :]
                    break
        return found if found and not left else None

    def assembled(self, act: RecordedAction) -> dict[ValuePath, ReadLocation]:
        """Return where each value was read, for rows that were put together from several reads."""
        referred = {path[1:]: self.referred(act, path) for path in act.refers if path[0] == "rows"}
        rows = act.args.get("rows")
        values = list(scalars(rows)) if isinstance(rows, list) and len(rows) <= FEW and not referred else []
        found = referred | {path: self.find(value, act.at) for path, value in values}
        return {path: place for path, place in found.items() if place is not None}


def _figure(value: Any) -> float | None:
    """Return a number without its sign, however it is written: €1,234.50 and 1234.5; several lines are none."""
    number = number_in(value) if isinstance(value, str) and "\n" not in value.strip() else value
    return abs(float(number)) if isinstance(number, int | float) and not isinstance(number, bool) else None


def lists(data: Any) -> Iterator[tuple[ValuePath, list[Any]]]:
    return ((path, each) for path, each in _parts(data) if isinstance(each, list))


def lists_of(act: RecordedAction) -> Iterator[tuple[ReadLocation, list[Row]]]:
    """Yield the lists of rows in a read, each with its place."""
    if isinstance(act.data, dict) and act.tool == "page.extract":
        yield ReadLocation(act, (), is_row=True), [act.data]
    for place, rows in _lists(act, act.data, ()):
        if place.is_certain and rows and all(isinstance(row, dict) for row in rows):
            yield place, [row["cells"] if isinstance(row.get("cells"), dict) and row["cells"] else row for row in rows]


def _lists(act: RecordedAction, data: Any, path: ValuePath) -> Iterator[tuple[ReadLocation, list[Any]]]:
    if isinstance(data, list):
        yield ReadLocation(act, path), data
    inner = enumerate(data[:1]) if isinstance(data, list) else data.items() if isinstance(data, dict) else ()
    for step, each in inner:
        yield from _lists(act, each, (*path, step))


def _is_called(place: ReadLocation, name: str) -> bool:
    return bool(name) and place.field is not None and _plain(place.field) == _plain(name)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", " ", folded(name)).strip()


def _asked(act: RecordedAction) -> str:
    return f"{act.tool} {sorted(act.args.items(), key=str)}"


def _parts(data: Any, path: ValuePath = ()) -> Iterator[tuple[ValuePath, Any]]:
    """Yield the data and everything in it that is not inside a list of several items."""
    yield path, data
    if isinstance(data, dict):
        for name, each in data.items():
            yield from _parts(each, (*path, name))
    elif isinstance(data, list) and len(data) <= MANY:
        for at, each in enumerate(data):
            yield from _parts(each, (*path, at))


def _rows(data: Any) -> Iterator[tuple[ValuePath, list[Any]]]:
    """Yield the lists in the data; rows with cells also as their cells, which computations use."""
    for path, each in lists(data):
        yield path, each
        if each and all(isinstance(row, dict) and isinstance(row.get("cells"), dict) for row in each):
            yield path, [row["cells"] for row in each]

"""Answers that are columns of rows (all names, names with prices), from one list or from several read in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ...core.reference import escape
from ...text.words import folded
from .parametrizer import typed_text
from .reads import INNER, ReadLocation, Row, lists_of
from .recording import RecordedAction
from .sources import Sources

GROUPED: Final = ("page.choices", "page.tables", "page.records")
"""Reads that return several named lists."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Some fields of each row of the lists at these places, list after list."""

    places: tuple[ReadLocation, ...]
    fields: tuple[str, ...]
    plain: bool
    """Whether the answer has bare values instead of rows."""
    group: str | None = None
    """The name of the list, for a read that returns several."""

    @property
    def key(self) -> tuple[object, ...]:
        """The identity of these columns."""
        return (*((place.act.at, place.path) for place in self.places), self.fields)

    @property
    def give(self) -> list[str] | str:
        fields = [escape(name) for name in self.fields]
        return fields[0] if self.plain and len(fields) == 1 else fields


def columns_of(answer: Any, sources: Sources, at: int, name: str = "") -> Columns | None:
    """Return the columns that an answer consists of: every row of the lists in order, and nothing else."""
    if not isinstance(answer, list) or not answer:
        return None
    plain = not any(isinstance(each, dict | list) for each in answer)
    if not plain and not all(isinstance(each, dict) and each for each in answer):
        return None
    reads = [act for act in sources.before(at) if sources.is_grounded(act)]
    for tool in dict.fromkeys(act.tool for act in reads):
        alike = [act for act in reversed(reads) if act.tool == tool]
        for found in (*([act] for act in reversed(alike)), alike):
            if made := _taken(answer, found, name, plain=plain):
                return made
        for act in reversed(alike):
            if made := _of_group(answer, act, name, plain=plain):
                return made
    return None


def _of_group(answer: Sequence[Any], act: RecordedAction, called: str, *, plain: bool) -> Columns | None:
    """Return the columns of one of several named lists, such as the choices for a colour."""
    groups = act.data if act.tool in GROUPED and isinstance(act.data, list) else []
    names = [str(group.get("name") or "") if isinstance(group, dict) else "" for group in groups]
    for name, group in zip(names, groups, strict=True):
        own = [replace(act, data=group)] if name and names.count(name) == 1 else []
        if made := _taken(answer, own, called, plain=plain):
            return replace(made, places=tuple(ReadLocation(act, place.path) for place in made.places), group=name)
    return None


def _taken(answer: Sequence[Any], acts: Sequence[RecordedAction], called: str, *, plain: bool) -> Columns | None:
    """Return the columns of these reads that add up to the whole answer; other reads are skipped."""
    left, places, fields = list(answer), list[ReadLocation](), tuple[str, ...]()
    for act in acts:
        for place, rows in lists_of(act):
            wanted = fields or _fields(left, rows, called, plain=plain)
            given = _given(rows, wanted, plain=plain)
            if wanted and given and _same(left[: len(given)], given):
                left, fields = left[len(given) :], wanted
                places.append(place)
                break
    is_one_row = len(places) == 1 and places[0].is_row
    return Columns(tuple(places), fields, plain) if places and not left and not is_one_row else None


def _fields(answer: Sequence[Any], rows: Sequence[Row], called: str, *, plain: bool) -> tuple[str, ...]:
    """Return the fields of the rows that the beginning of the answer consists of."""
    if not plain:
        return tuple(answer[0])
    width, beyond = divmod(len(answer), len(rows))
    widths = [width] if not beyond and width <= len(rows[0]) else []
    for count in dict.fromkeys([1, *widths]):
        found = [_field(answer[at::count], rows, called) for at in range(count)]
        if all(found):
            return tuple(name for name in found if name)
    return ()


def _field(values: Sequence[Any], rows: Sequence[Row], called: str) -> str | None:
    """Return the field with these values; of several, the one whose name is that of the answer."""
    names = [name for name in rows[0] if all(name in row for row in rows) and name not in INNER]
    fitting = [name for name in names if _same(values[: len(rows)], [row[name] for row in rows])]
    named = [name for name in fitting if folded(name) == folded(called)]
    return next(iter(named or fitting), None) if named or len(fitting) == 1 else None


def _given(rows: Sequence[Row], fields: Sequence[str], *, plain: bool) -> list[Any]:
    if not all(name in row for row in rows for name in fields):
        return []
    if plain:
        return [row[name] for row in rows for name in fields]
    return [{name: row[name] for name in fields} for row in rows]


def _same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len(one) == len(other) and all(_text(left) == _text(right) for left, right in zip(one, other, strict=True))


def _text(value: Any) -> Any:
    return value if isinstance(value, dict | list | bool | None) else typed_text(value)

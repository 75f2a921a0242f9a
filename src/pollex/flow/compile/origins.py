"""Where the parts of an answer came from: a read, columns of rows, a text, or the task itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from ...core.json import brief
from .columns import Columns, columns_of
from .excerpts import Excerpt, excerpt_of
from .parametrizer import NamedValue, typed_text
from .reads import ReadLocation, lists
from .recording import Recording
from .sources import Sources

LAST: Final = 1_000_000_000
"""A place after every action."""


@dataclass(frozen=True, slots=True)
class Dictated:
    """A text that the task quotes as an answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Count:
    """The number of rows in a list."""

    place: ReadLocation


AnswerOrigin: TypeAlias = ReadLocation | Columns | Excerpt | Dictated | Count


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """A part of the answer, with its origin."""

    name: str
    value: Any
    origin: AnswerOrigin | None


def parts_of(recording: Recording, sources: Sources) -> list[AnswerPart]:
    """Return the parts of a run's answer."""
    found = []
    for name, value in _wanted(recording.values):
        referred = sources.place(recording.refers.get((name,) if isinstance(recording.values, dict) else ()))
        found += [AnswerPart(name, value, referred)] if referred else _split(name, value, recording.task, sources)
    return found


def _wanted(values: Any) -> list[tuple[str, Any]]:
    if isinstance(values, dict):
        return [(str(name), value) for name, value in values.items() if value is not None]
    return [] if values is None else [("result", values)]


def _split(name: str, value: Any, task: str, sources: Sources) -> list[AnswerPart]:
    """Return an answer with its origin; for a list with several origins, item by item."""
    whole = AnswerPart(name, value, _origin(name, value, task, sources))
    if whole.origin is not None or not isinstance(value, list):
        return [whole]
    parts = [part for each in value for part in _split(name, each, task, sources)]
    if not any(part.origin for part in parts):
        return [whole]
    return [part if part.origin else replace(part, name=_said(part.value)) for part in parts]


def _said(value: Any) -> str:
    return brief(value) if isinstance(value, dict | list) else typed_text(value)


def _origin(name: str, value: Any, task: str, sources: Sources) -> AnswerOrigin | None:
    """Return the origin of a value: a read or a part of it, the only row, columns of rows, a text."""
    return (
        sources.find_one(value, LAST, name)
        or sources.find_one(value, LAST, name, as_figure=True)
        or _only_row(value, sources)
        or columns_of(value, sources, LAST, name)
        or _count(value, sources)
        or _nothing(value, sources)
        or excerpt_of(value, sources, LAST)
        or _dictated(value, task)
    )


def _only_row(value: Any, sources: Sources) -> ReadLocation | None:
    if (
        isinstance(value, bool)
        or not NamedValue(typed_text(value), "").is_distinctive
        or sources.find(value, LAST) is not None
    ):
        return None
    place = sources.find(value, LAST, certain=False)
    if place is None:
        return None
    data: Any = place.act.data
    for step in place.path:
        if isinstance(step, int) and len(data) != 1:
            return None
        data = data[step]
    return place


def _nothing(value: Any, sources: Sources) -> ReadLocation | None:
    """Return the one read that found no rows, where the answer is that there are none."""
    if value != []:
        return None
    empty = [ReadLocation(act, path) for act in sources.before(LAST) for path, each in lists(act.data) if each == []]
    computed = [place for place in empty if place.act.tool == "aggregate" and place.path == ("value",)]
    found = computed or [place for place in empty if place.act.tool != "aggregate"]
    return found[0] if len({place.act.at for place in found}) == 1 else None


def _count(value: Any, sources: Sources) -> Count | None:
    place = sources.counted(value, LAST)
    return None if place is None else Count(place)


def _dictated(value: Any, task: str) -> Dictated | None:
    if not isinstance(value, str) or not re.search(rf"[\"“'‘„«]{re.escape(value)}[.!]?[\"”'’“»]", task):
        return None
    return Dictated(value)

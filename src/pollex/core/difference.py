"""The difference of two JSON documents: what was added, removed and changed, and which record each change is in.

Lists are matched by the ids of their records, else by their longest common subsequence, never by position. What stands
elsewhere in a list without ids has moved: it is neither gone nor new.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any, Final, Literal

from .json import Object, dumps

ID_KEYS: Final = ("id", "_id", "uuid", "guid", "uid", "key", "slug", "code")
"""Names under which records have their ids, the likeliest first."""
NAME_KEYS: Final = ("name", "title", "subject", "label", "email", "address", "number", "date", "type", "status")
"""Names of values by which people call a record, the best first; they may be a part of the name."""
NAMED_BY: Final = 6
SHORT: Final = 60
"""Characters of a value that names a record."""
COLOUR: Final = re.compile(r"#[0-9a-fA-F]{3,8}")
MATCHED: Final = 4_000_000
"""Pairs of items that are compared for a common subsequence; longer lists are compared as sets."""

Kind = Literal["added", "removed", "changed", "moved"]
Path = tuple[str, ...]
Gap = tuple[list[Any], list[Any]]
"""What is gone between two common items of two lists, and what has come there."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: a value that is new, gone, another, or elsewhere in its list."""

    path: Path
    """The keys that lead to it; records of a list by their ids."""
    kind: Kind
    before: Any = None
    after: Any = None
    record: tuple[str, ...] = ()
    """Up to six short values of the record that it is in."""
    within: str = ""
    """The name of the record around that one, where it is a part of another."""
    place: str = ""
    """Where something moved stands now, and where it stood: `place 1 of 4, was 3`."""

    @property
    def value(self) -> Any:
        """What is there now; of something removed, what was there."""
        return self.before if self.kind == "removed" else self.after


def differences(before: Any, after: Any) -> list[Difference]:
    """Return what must be changed in `before` to make it `after`."""
    return [] if before == after else list(_compare(before, after, (), _Place()))


@dataclass(frozen=True, slots=True)
class _Place:
    """Which record of a list a comparison is in, and which one is around it."""

    record: Object | None = None
    outer: Object | None = None

    def into(self, item: Any) -> _Place:
        """Return the place of an item in a list of this one."""
        return _Place(item, self.record) if isinstance(item, dict) else self

    def difference(self, kind: Kind, path: Path, before: Any, after: Any) -> Difference:
        within = next(iter(record_names(self.outer)), "")
        return Difference(path, kind, before, after, record_names(self.record), within)


def scalars(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield everything in a document that is no object or list, with the keys that lead to it."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from scalars(each, (*path, str(key)))
    elif isinstance(value, list):
        for each in value:
            yield from scalars(each, (*path, "*"))
    else:
        yield path, value


def _compare(before: Any, after: Any, path: Path, place: _Place) -> Iterator[Difference]:
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _objects(before, after, path, place)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _lists(before, after, path, place)
    else:
        yield place.difference("changed", path, before, after)


def _objects(before: Object, after: Object, path: Path, place: _Place) -> Iterator[Difference]:
    own = place if place.record is not None and id_of(after) is None else _Place(after, place.outer)
    for key, value in after.items():
        if key not in before:
            yield _one("added", value, (*path, key), own)
        elif before[key] != value:
            inner = place if isinstance(value, dict | list) and place.record is None else own
            yield from _compare(before[key], value, (*path, key), inner)
    for key, value in before.items():
        if key not in after:
            yield _one("removed", value, (*path, key), own)


def _lists(before: list[Any], after: list[Any], path: Path, place: _Place) -> Iterator[Difference]:
    key = _id_key([*before, *after])
    old, new = (None, None) if key is None else (_by_id(before, key), _by_id(after, key))
    if old is None or new is None:
        yield from _sequences(before, after, path, place)
        return
    for name, item in new.items():
        if name not in old:
            yield _one("added", item, (*path, name), place)
        elif old[name] != item:
            yield from _compare(old[name], item, (*path, name), place.into(item))
    for name, item in old.items():
        if name not in new:
            yield _one("removed", item, (*path, name), place)


def _sequences(before: list[Any], after: list[Any], path: Path, place: _Place) -> Iterator[Difference]:
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    gaps = list(_gaps(before[start : len(before) - end], after[start : len(after) - end]))
    moved = _common(gaps)
    yield from _moved(moved, before, after, path, place)
    for gone, come in _without(gaps, moved):
        if len(gone) == len(come) == 1 and type(gone[0]) is type(come[0]):
            yield from _compare(gone[0], come[0], (*path, "*"), place.into(come[0]))
            continue
        yield from (_one("removed", item, (*path, "*"), place) for item in gone)
        yield from (_one("added", item, (*path, "*"), place) for item in come)


def _gaps(old: list[Any], new: list[Any]) -> Iterator[Gap]:
    """Yield what lies between the common items of two lists: what is gone there, and what has come."""
    left, right = [_key(item) for item in old], [_key(item) for item in new]
    if len(left) * len(right) > MATCHED:
        gone, come = Counter(left) - Counter(right), Counter(right) - Counter(left)
        yield _taken(old, gone), _taken(new, come)
        return
    for what, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if what != "equal":
            yield old[a:b], new[c:d]


def _common(gaps: Sequence[Gap]) -> list[Any]:
    """Return the items that are gone in one place of a list and have come in another."""
    gone, come = ([item for gap in gaps for item in gap[side]] for side in (0, 1))
    return _taken(come, Counter(map(_key, gone)) & Counter(map(_key, come)))


def _without(gaps: Sequence[Gap], moved: Sequence[Any]) -> Iterator[Gap]:
    """Yield what lies between the common items without what has moved."""
    left = Counter(map(_key, moved))
    right = left.copy()
    for gone, come in gaps:
        yield _rest(gone, left), _rest(come, right)


def _moved(
    items: Sequence[Any], before: Sequence[Any], after: Sequence[Any], path: Path, place: _Place
) -> Iterator[Difference]:
    then, now = (_places(each) if items else {} for each in (before, after))
    for item in items:
        found = place.into(item).difference("moved", (*path, "*"), item, item)
        yield replace(found, place=f"place {now[_key(item)]} of {len(after)}, was {then[_key(item)]}")


def _places(items: Sequence[Any]) -> dict[str, int]:
    """Return where each item stands, counted from 1; the first of equal ones."""
    return {_key(items[at]): at + 1 for at in range(len(items) - 1, -1, -1)}


def _taken(items: Sequence[Any], wanted: Counter[str]) -> list[Any]:
    """Return so many of the items as are wanted, and take them off from what is wanted."""
    return [item for item in items if _take(item, wanted)]


def _rest(items: Sequence[Any], wanted: Counter[str]) -> list[Any]:
    """Return the other items than those that are wanted."""
    return [item for item in items if not _take(item, wanted)]


def _take(item: Any, wanted: Counter[str]) -> bool:
    key = _key(item)
    if wanted[key] < 1:
        return False
    wanted[key] -= 1
    return True


def _key(item: Any) -> str:
    return item if isinstance(item, str) else dumps(item)


def _one(kind: Kind, value: Any, path: Path, place: _Place) -> Difference:
    before, after = (value, None) if kind == "removed" else (None, value)
    return place.into(value).difference(kind, path, before, after)


def _by_id(items: list[Any], key: str) -> dict[str, Any] | None:
    found = {str(item[key]): item for item in items}
    return found if len(found) == len(items) else None


def _id_key(items: Sequence[Any]) -> str | None:
    """Return the key that all items have as a scalar and that can be their id."""
    if set(map(type, items)) != {dict}:
        return None
    first: Object = items[0]
    named = [*ID_KEYS, *(key for key in first if key.endswith(("Id", "_id", "ID")) and key not in ID_KEYS)]
    fitting = (key for key in named if key in first and _are_ids([item.get(key) for item in items]))
    return next(fitting, None)


def _is_id(value: Any) -> bool:
    return _are_ids([value])


def _are_ids(values: list[Any]) -> bool:
    return {str, int}.issuperset(map(type, values)) and "" not in values


def id_of(record: Mapping[str, Any]) -> str | None:
    """Return the id that a record has."""
    return next((str(record[key]) for key in ID_KEYS[:5] if _is_id(record.get(key))), None)


def record_names(record: Object | None) -> tuple[str, ...]:
    """Return up to six short values by which people know a record, the most telling first."""
    if record is None:
        return ()
    short = [(key, str(value)) for key, value in record.items() if _names(value) and "passw" not in key.casefold()]
    return tuple(dict.fromkeys(value for _, value in sorted(short, key=_rank)))[:NAMED_BY]


def _names(value: Any) -> bool:
    return _is_id(value) and 0 < len(str(value)) <= SHORT and not COLOUR.fullmatch(str(value))


def _rank(pair: tuple[str, str]) -> int:
    key = pair[0].casefold()
    return next((place for place, part in enumerate(NAME_KEYS) if part in key), len(NAME_KEYS) + (key in ID_KEYS))

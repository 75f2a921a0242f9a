"""Parts that a page has drawn anew: which new control is which old one, by its words and by where it stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from ..text.words import tokens

LIKE: Final = 0.5
"""The least part of their words that two rows share where one is the other, drawn anew."""
PAIRS: Final = 40_000
"""Comparisons of rows that are still made for controls that are called alike."""
Key = tuple[str, str, tuple[str, ...]]


class Standing(NamedTuple):
    """A control by what it is called, and where it stands."""

    number: int
    role: str
    name: str
    region: tuple[str, ...]
    """The landmarks, dialogs and tables around it."""
    near: frozenset[str]
    """The other words of its row; outside of rows, the text that stands before it."""

    @property
    def key(self) -> Key:
        return self.role, self.name, self.region


def standings(entries: Iterable[Sequence[Any]]) -> list[Standing]:
    """Read where controls stand from what the page scripts send; `entries.js` says what each entry is."""
    reader = StandingReader()
    for entry in entries:
        reader.take(entry)
    return [
        Standing(number, role, name or more.get("looks", ""), region, _words(near) - set(tokens(name)))
        for (number, role, name, _, _, _, more), region, near in reader.found
    ]


class StandingReader:
    """Goes through the entries of a look in the order of the page."""

    def __init__(self) -> None:
        self.found: list[tuple[Sequence[Any], tuple[str, ...], list[str]]] = []
        self._groups: list[tuple[str, list[str] | None]] = []
        """Around the present place: what each is called, or the texts of a row."""
        self._before: list[str] = []
        self._led: list[str] = []
        """What a row is called that can be chosen as a whole, in the cells after it."""

    def take(self, entry: Sequence[Any]) -> None:
        match entry:
            case ["(", "row", *_]:
                self._groups.append(("", []))
            case ["(", kind, name, *_]:
                self._groups.append((f"{kind} {name}", None))
                self._led = []
            case [")"]:
                self._groups.pop()
                self._led = []
            case ["t", str(text), *_] | ["h", _, str(text), *_]:
                self._before = [text]
                self._tell_row(text)
            case ["c", *fields]:
                self._led = [fields[2]] if fields[1] == "row" else self._led
                before = self._led or self._before
                row = next((texts for _, texts in reversed(self._groups) if texts is not None), before)
                self.found.append((fields, tuple(name for name, _ in self._groups if name), row))
                self._before = []
                self._tell_row(*filter(None, fields[2:4]))

    def _tell_row(self, *texts: str) -> None:
        for _, row in self._groups:
            if row is not None:
                row.extend(texts)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(token for text in texts for token in tokens(text))


def twins(went: Sequence[Standing], came: Sequence[Standing]) -> Iterator[tuple[Standing, Standing]]:
    """Pair what went with what came: the same words in the same row, or the same place among its like.

    What could be two is none.
    """
    if not went or not came:
        return
    old, new = _by_key(went), _by_key(came)
    for key in old.keys() & new.keys():
        yield from _pairs(old[key], new[key])


def _by_key(controls: Iterable[Standing]) -> dict[Key, list[Standing]]:
    found: dict[Key, list[Standing]] = defaultdict(list)
    for each in controls:
        found[each.key].append(each)
    return found


def _pairs(old: list[Standing], new: list[Standing]) -> Iterator[tuple[Standing, Standing]]:
    """Pair controls that are called alike: by their rows, and where as many are left as before, in order."""
    then, now = (Counter(each.near for each in some) for some in (old, new))
    exact = {row for row, count in then.items() if count == now[row] == 1}
    same = {each.near: each for each in new if each.near in exact}
    yield from ((each, same[each.near]) for each in old if each.near in exact)
    old, new = ([each for each in some if each.near not in exact] for some in (old, new))
    if len(old) == len(new):
        yield from ((one, other) for one, other in zip(old, new, strict=True) if _likeness(one, other) >= LIKE)
    elif len(old) * len(new) <= PAIRS:
        yield from _nearest(old, new)


def _nearest(old: list[Standing], new: list[Standing]) -> Iterator[tuple[Standing, Standing]]:
    """Pair those whose rows have most in common, each with no other."""
    alike = [(_likeness(one, other), one, other) for one, other in product(old, new) if one.near and other.near]
    best: dict[int, list[tuple[float, Standing, Standing]]] = defaultdict(list)
    for each in alike:
        if each[0] >= LIKE:
            best[each[1].number].append(each)
            best[-each[2].number].append(each)
    for each in alike:
        mine, others = best[each[1].number], best[-each[2].number]
        if each[0] >= LIKE and _is_best(each, mine) and _is_best(each, others):
            yield each[1], each[2]


def _is_best(pair: tuple[float, Standing, Standing], among: list[tuple[float, Standing, Standing]]) -> bool:
    return all(pair[0] > other[0] for other in among if other is not pair)


def _likeness(one: Standing, other: Standing) -> float:
    both = one.near | other.near
    return len(one.near & other.near) / len(both) if both else 1.0

"""Parts that a page has drawn anew: which new control is which old one, by its words and by where it stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from ..text.words import tokens

LIKE: Final = 0.5
"""The least part of their words that two rows share where one is the other, drawn anew."""
OWN: Final = 1 / 3
"""The least part that they share of the words that other rows have not."""
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


Pair = tuple[Standing, Standing]
"""A control, and the one that it is now."""


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


def twins(went: Sequence[Standing], came: Sequence[Standing], *, exact: bool = False) -> Iterator[Pair]:
    """Pair what went with what came: the same words in the same row, or unless `exact` the same place among its like.

    What could be two is none.
    """
    if not went or not came:
        return
    old, new = _by_key(went), _by_key(came)
    for key in old.keys() & new.keys():
        yield from _pairs(old[key], new[key], exact=exact)


def rearranged(then: Iterable[Standing], now: Iterable[Standing]) -> dict[int, int]:
    """Return which controls stand in other elements, by old number: a page wrote other rows into them."""
    old, new = _in_rows(then), _in_rows(now)
    return {number: new[place] for place, number in old.items() if new.get(place, number) != number}


def _in_rows(controls: Iterable[Standing]) -> dict[tuple[Key, frozenset[str]], int]:
    """Controls by all that is known of them, but for those of which there are two."""
    found: dict[tuple[Key, frozenset[str]], list[int]] = defaultdict(list)
    for each in controls:
        if each.near:
            found[each.key, each.near].append(each.number)
    return {place: numbers[0] for place, numbers in found.items() if len(numbers) == 1}


def _by_key(controls: Iterable[Standing]) -> dict[Key, list[Standing]]:
    found: dict[Key, list[Standing]] = defaultdict(list)
    for each in controls:
        found[each.key].append(each)
    return found


def _pairs(old: list[Standing], new: list[Standing], *, exact: bool) -> Iterator[Pair]:
    """Pair controls that are called alike: by their rows, by the words of these, and by most of their words."""
    sure = list(_equal(old, new, lambda each: each.near))
    yield from sure
    if exact:
        return
    named = list(_equal(*_left(old, new, sure), _letters))
    like = list(_alike(*_left(old, new, [*sure, *named]), _usual(old)))
    if 2 * (len(sure) + len(named) + len(like)) >= len(old):  # else it is another page of a list
        yield from (*named, *like)


def _equal(old: list[Standing], new: list[Standing], key: Callable[[Standing], frozenset[str]]) -> Iterator[Pair]:
    """Pair controls whose rows say the same, where no other row does."""
    then, now = (Counter(map(key, some)) for some in (old, new))
    same = {key(each): each for each in new if then[key(each)] == now[key(each)] == 1}
    yield from ((each, same[key(each)]) for each in old if key(each) in same)


def _left(old: list[Standing], new: list[Standing], pairs: list[Pair]) -> tuple[list[Standing], list[Standing]]:
    found = {each.number for pair in pairs for each in pair}
    return [each for each in old if each.number not in found], [each for each in new if each.number not in found]


def _letters(control: Standing) -> frozenset[str]:
    """The words of a row without its figures, which a page counts up; all of them where it has nothing else."""
    return frozenset(word for word in control.near if not any(map(str.isdigit, word))) or control.near


def _alike(old: list[Standing], new: list[Standing], usual: frozenset[str]) -> Iterator[Pair]:
    """Pair controls by what their rows have in common; in order, where as many are left as before."""
    if len(old) == len(new):
        both = zip(old, new, strict=True)
        yield from ((one, other) for one, other in both if _likeness(one, other, usual) >= LIKE)
    elif len(old) * len(new) <= PAIRS:
        yield from _nearest(old, new, usual)


def _usual(controls: list[Standing]) -> frozenset[str]:
    """The words of at least half of the rows, which tell none from the others."""
    counts = Counter(word for each in controls for word in each.near)
    return frozenset(word for word, count in counts.items() if 2 * count >= len(controls) > 2)


def _nearest(old: list[Standing], new: list[Standing], usual: frozenset[str]) -> Iterator[Pair]:
    """Pair those whose rows have most in common, each with no other."""
    alike = [(_likeness(one, other, usual), one, other) for one, other in product(old, new) if one.near and other.near]
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


def _likeness(one: Standing, other: Standing, usual: frozenset[str]) -> float:
    """Return which part of their words two rows share; nothing where those words are what all rows have."""
    own = _shared(one.near - usual, other.near - usual)
    return _shared(one.near, other.near) if own >= OWN else 0.0


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    both = one | other
    return len(one & other) / len(both) if both else 1.0

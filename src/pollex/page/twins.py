"""Parts that a page has drawn anew: which new control is which old one, by its words and by where it stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from ..text.words import tokens
from .row_lists import are_same
from .standing import Called, Key, Standing

LIKE: Final = 0.5
"""The least part of their words that two rows share where one is the other, drawn anew."""
OWN: Final = 1 / 3
"""The least part that they share of the words that other rows have not."""
PAIRS: Final = 40_000
"""Comparisons of rows that are still made for controls that are called alike."""
HELD: Final = 0.75
"""The least part of the words in two things without a name that they share where one is the other."""
Pair = tuple[Standing, Standing]
"""A control, and the one that it is now."""


def twins(went: Sequence[Standing], came: Sequence[Standing], *, exact: bool = False) -> Iterator[Pair]:
    """Pair what went with what came: the same words in the same row, or unless `exact` the same place among its like.

    What could be two is none.
    """
    if not went or not came:
        return
    old, new = _by_key(went), _by_key(came)
    for key in old.keys() & new.keys():
        yield from _pairs(old[key], new[key], exact=exact)


def only_twins(went: Sequence[Standing], came: Iterable[Standing], now: Mapping[Called, int]) -> Iterator[Pair]:
    """Pair what was the only one of its name and is that again, whatever stands around it; `now` counts the names.

    Where only counters in a name differ, it must stand between the same ones of its like.
    """
    news = list(came)
    for place in (0, 1):
        single = {each.called[place]: each for each in news if now[each.called[place]] == 1}
        for old in went:
            new = single.get(old.called[place]) if old.called[place] in old.alone else None
            if new is not None and _stands_like(old, new) and (place == 0 or _is_between_the_same(old, new)):
                yield old, new


def chosen_twins(went: Sequence[Standing], came: Sequence[Standing], known: Iterable[Standing]) -> Iterator[Pair]:
    """Pair a list that went with the one in its place that is called by another thing `known`: what was chosen in it.

    Its place is the words beside it, which no other has; while it was open, these were among others.
    """
    names = {_plain(each) for each in known}
    shown = [each for each in came if each.near and _plain(each) in names]
    for old in went:
        new = [each for each in shown if _is_in_place_of(each, old)]
        if len(new) == 1 and sum(_is_in_place_of(new[0], each) for each in went) == 1:
            yield old, new[0]


def _is_in_place_of(new: Standing, old: Standing) -> bool:
    rows = (*old.rows[-1:], *new.rows[-1:])
    return (
        (old.role, old.region) == (new.role, new.region)
        and new.near <= old.near
        and all(row.is_named(new.near) for row in rows)
    )


def _plain(control: Standing) -> str:
    """What a control is called, without arrows and the like."""
    return " ".join(word for word in tokens(control.name) if any(map(str.isalnum, word)))


def _stands_like(old: Standing, new: Standing) -> bool:
    """Whether nothing says that it is another one: the words of another row, or of another card."""
    is_known_by_words = old.nameless or old.in_row or new.in_row
    is_in_its_row = bool(old.name and old.rows and new.rows) and are_same(old.rows, new.rows)
    return not is_known_by_words or is_in_its_row or _shared(old.near, new.near) >= _least(old)


def _least(control: Standing) -> float:
    return HELD if control.nameless and not control.in_row else LIKE


def _is_between_the_same(old: Standing, new: Standing) -> bool:
    return old.region == new.region and old.beside == new.beside and any(old.beside)


def rearranged(then: Iterable[Standing], now: Iterable[Standing]) -> dict[int, int]:
    """Return which controls stand in other elements, by old number: a page wrote other rows into them."""
    old, new = _in_rows(then), _in_rows(now)
    return {number: new[place] for place, number in old.items() if new.get(place, number) != number}


def _in_rows(controls: Iterable[Standing]) -> dict[tuple[Key, frozenset[str], tuple[str, ...]], int]:
    """Controls by all that is known of them, but for those of which there are two."""
    found: dict[tuple[Key, frozenset[str], tuple[str, ...]], list[int]] = defaultdict(list)
    for each in controls:
        if each.near:
            found[each.key, each.near, tuple(row.text for row in each.rows)].append(each.number)
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
    parts = _by_place_in_row(old, new, sure)
    yield from parts
    rows = Counter(each.near for each in old)
    old = [each for each in old if not each.of or rows[each.near] == 1]  # others are known by what stands beside them
    sure = [*sure, *parts]
    named = list(_equal(*_left(old, new, sure), _letters))
    like = list(_alike(*_left(old, new, [*sure, *named]), _usual(old)))
    if 2 * (len(sure) + len(named) + len(like)) >= len(old):  # else it is another page of a list
        yield from (*named, *like)


def _by_place_in_row(old: list[Standing], new: list[Standing], sure: list[Pair]) -> list[Pair]:
    """Pair what is left by the words next to it, where these tell it from all others."""
    then, now = (Counter(each.of for each in some) for some in (old, new))
    left = ([each for each in some if each.of and then[each.of] == 1] for some in _left(old, new, sure))
    went, came = ([each for each in some if now[each.of] == 1] for some in left)
    usual = _usual(old)
    return [pair for pair in _equal(went, came, lambda each: frozenset({each.of})) if _is_in_its_row(*pair, usual)]


def _is_in_its_row(one: Standing, other: Standing, usual: frozenset[str]) -> bool:
    """Whether the row of one is that of the other, from which parts may be gone."""
    went, came = one.near - usual, other.near - usual
    return len(went & came) >= HELD * min(len(went), len(came))


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
    """Pair controls by what their rows have in common; what is left in order, where it is as many as before."""
    nearest = list(_nearest(old, new, usual)) if len(old) * len(new) <= PAIRS else []
    yield from nearest
    old, new = _left(old, new, nearest)
    if len(old) == len(new):
        both = zip(old, new, strict=True)
        yield from ((one, other) for one, other in both if _likeness(one, other, usual) >= _least(one))


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
        if each[0] >= _least(each[1]) and _is_best(each, mine) and _is_best(each, others):
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

"""Reads a phrase: what is done, what it is done to, which one, in what state, and where it stands. Words may be read in
more than one way (`Board in the menu` or a thing called so), so there are several readings, each with its price."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import Final, Literal

from .grammar import (
    ACTIONS,
    ARTICLES,
    CONNECTORS,
    FILLERS,
    NOISE,
    ORDINALS,
    POINTING,
    POSITIONS,
    RELATIONS,
    SOFT,
    STATES,
    STOP,
    Side,
    State,
    Way,
)  # fmt: skip
from .kinds import CONTROLS, ITEMS, OTHERS, PARTS, Kind
from .words import single, tokens

MOST_SPLITS: Final = 3
MOST_READINGS: Final = 80
QUOTED: Final = re.compile(r"\"([^\"]+)\"|“([^”]+)”|«([^»]+)»|(?<!\w)'([^']+)'(?!\w)|‘([^’]+)’")
Use = Literal["target", "anchor"]


@dataclass(frozen=True, slots=True)
class Noun:
    """What a thing is called: the places of its words in the phrase, its kind, order, state and side."""

    words: tuple[int, ...] = ()
    kind: Kind | None = None
    order: int | None = None
    """From 1; -1 is the last."""
    states: frozenset[State] = frozenset()
    sides: frozenset[Side] = frozenset()
    price: float = 1.0
    whole: tuple[int, ...] = ()
    """All words that it was read from."""


@dataclass(frozen=True, slots=True)
class Relation:
    """Where the target stands, seen from something else."""

    way: Way
    anchor: Noun
    other: Noun | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a phrase."""

    target: Noun
    relations: tuple[Relation, ...] = ()
    wish: Kind | None = None
    """The kind of element that the action is done to."""
    price: float = 1.0
    action: tuple[int, ...] = ()
    """The words of an action that more than points."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase as words, with how much each one matters, and its readings."""

    words: tuple[str, ...]
    weights: tuple[float, ...]
    readings: tuple[Reading, ...]
    joints: frozenset[int] = frozenset()
    """Words by which a relation begins, followed by a name of its own (`in the …`)."""
    turns: frozenset[int] = frozenset()
    """Words by which a relation may begin."""


@lru_cache(maxsize=256)
def read(text: str) -> Phrase:
    found, fixed = _split(text)
    cheapest: dict[Reading, Reading] = {}
    for reading in _readings(found, fixed):
        alike = _unpriced(reading)
        if alike not in cheapest or cheapest[alike].price < reading.price:
            cheapest[alike] = reading
    readings = tuple(sorted(cheapest.values(), key=lambda reading: -reading.price)[:MOST_READINGS])
    return Phrase(
        found,
        tuple(map(weight, found)),
        readings,
        _joints(found, fixed),
        frozenset(begin for begin, _, _ in _splits(found, fixed, 0)),
    )


def _unpriced(reading: Reading) -> Reading:
    """What is the same for two readings that differ in their price only."""
    relations = tuple(
        replace(relation, anchor=replace(relation.anchor, price=1.0, whole=())) for relation in reading.relations
    )
    return replace(reading, target=replace(reading.target, price=1.0, whole=()), relations=relations, price=1.0)


def _joints(found: tuple[str, ...], fixed: frozenset[int]) -> frozenset[int]:
    return frozenset(
        begin
        for begin, end, _ in _splits(found, fixed, 0)
        if end - begin > 1 or found[end] in ARTICLES or found[end] in ORDINALS
    )


def weight(word: str) -> float:
    """How much it matters that a word is found."""
    if word in STOP:
        return 0.12
    if word in NOISE:
        return 0.1
    return 0.2 if word in SOFT or single(word) in SOFT else 1.0


def _split(text: str) -> tuple[tuple[str, ...], frozenset[int]]:
    """The words, and which of them are quoted and so nothing but words."""
    found: list[str] = []
    fixed: set[int] = set()
    last = 0
    for match in QUOTED.finditer(text):
        found += tokens(text[last : match.start()])
        quoted = tokens(match[match.lastindex or 0])
        fixed |= set(range(len(found), len(found) + len(quoted)))
        found += quoted
        last = match.end()
    found += tokens(text[last:])
    return tuple(found), frozenset(fixed)


def _readings(found: tuple[str, ...], fixed: frozenset[int]) -> Iterator[Reading]:
    for start, wish, price in _starts(found, fixed):
        splits = _splits(found, fixed, start)
        for count in range(min(len(splits), MOST_SPLITS) + 1):
            for chosen in combinations(splits, count):
                if all(one[1] <= other[0] for one, other in pairwise(chosen)):
                    for reading in _parted(found, fixed, start, chosen, wish, price):
                        yield replace(reading, action=_telling(found, start) if price < 1 else ())


def _telling(found: tuple[str, ...], start: int) -> tuple[int, ...]:
    said = " ".join(found[:start])
    return () if said in POINTING else tuple(place for place in range(start) if found[place] not in STOP)


def _starts(found: tuple[str, ...], fixed: frozenset[int]) -> Iterator[tuple[int, Kind | None, float]]:
    """Where the thing is named, after the action if there is one."""
    start = 0
    while start < len(found) - 1 and found[start] in FILLERS and start not in fixed:
        start += 1
    yield start, None, 1.0
    for length in (3, 2, 1):
        said = " ".join(found[start : start + length])
        if said in ACTIONS and start not in fixed and start + length < len(found):
            yield start + length, ACTIONS[said], 0.98
            return


def _splits(found: tuple[str, ...], fixed: frozenset[int], start: int) -> list[tuple[int, int, Way]]:
    """Where a relation may be meant: its first word, the word after it, and which."""
    splits: list[tuple[int, int, Way]] = []
    place = start + 1
    while place < len(found) - 1:
        for length in (4, 3, 2, 1):
            way = RELATIONS.get(" ".join(found[place : place + length]))
            if way and place + length < len(found) and not fixed & set(range(place, place + length)):
                splits.append((place, place + length, way))
                place += length - 1
                break
        place += 1
    return splits[-6:]


def _parted(
    found: tuple[str, ...], fixed: frozenset[int], start: int, splits: Sequence[tuple[int, int, Way]],
    wish: Kind | None, price: float,
) -> Iterator[Reading]:  # fmt: skip
    ends = [split[0] for split in splits] + [len(found)]
    targets = _nouns(found, fixed, start, ends[0], "target")
    anchors = [
        _anchors(found, fixed, split, end) for split, end in zip(splits, ends[1:], strict=True)
    ]  # fmt: skip
    for target, relations in ((target, each) for target in targets for each in product(*anchors)):
        if target.words or target.kind or target.order:
            bare = (
                0.93
                if not target.words and target.order is None and found[0] not in ARTICLES and not relations
                else 1.0
            )
            yield Reading(target, relations, wish, price * bare * target.price * _price(relations))


def _price(relations: Sequence[Relation]) -> float:
    price = 1.0
    for relation in relations:
        price *= relation.anchor.price * 0.995
    return price


def _anchors(found: tuple[str, ...], fixed: frozenset[int], split: tuple[int, int, Way], end: int) -> list[Relation]:
    _, begin, way = split
    if way == "between":
        middle = next((place for place in range(begin + 1, end - 1) if found[place] == "and"), None)
        if middle is None:
            return []
        ones = _nouns(found, fixed, begin, middle, "anchor")[:1]
        others = _nouns(found, fixed, middle + 1, end, "anchor")[:1]
        return [Relation(way, one, other) for one, other in product(ones, others)]
    nouns = _nouns(found, fixed, begin, end, "anchor")
    return [Relation(way, noun) for noun in nouns if noun.kind or noun.sides or noun.order or _bare(found, noun.words)][
        :3
    ]


def _nouns(found: tuple[str, ...], fixed: frozenset[int], begin: int, end: int, use: Use) -> list[Noun]:
    """The ways to read one name, the fullest first."""
    places = list(range(begin, end))
    while places and found[places[0]] in ARTICLES and places[0] not in fixed and len(places) > 1:
        places.pop(0)
    plain = Noun(tuple(places), price=0.985, whole=tuple(places))
    rest, order = _ordered(found, fixed, places)
    named = Noun(_bare(found, tuple(rest)), None, order, whole=tuple(places))
    full = _stated(found, fixed, rest, order)
    kinds = _kinded(found, fixed, named, use)
    if use == "target" and full.states:
        kinds = [
            *_kinded(found, fixed, replace(full, whole=tuple(places)), use),
            *(replace(each, price=each.price * 0.985) for each in kinds),
        ]
    elif full.words != named.words and use == "target":
        kinds = _kinded(found, fixed, replace(full, whole=tuple(places)), use)
    sided = [_sided(found, fixed, each) for each in kinds]
    readings = [each for each in (*sided, *kinds) if each.words or each.kind or each.sides or each.order or each.states]
    return list(dict.fromkeys([*readings, plain] if use == "target" or plain.words else readings))


def _ordered(found: tuple[str, ...], fixed: frozenset[int], places: list[int]) -> tuple[list[int], int | None]:
    for start in range(min(2, len(places))):
        for length in (4, 3, 2, 1):
            here = places[start : start + length]
            said = " ".join(found[place] for place in here)
            if said in ORDINALS and not fixed & set(here) and len(here) == length and len(places) > length:
                return places[:start] + places[start + length :], ORDINALS[said]
    return places, None


def _stated(found: tuple[str, ...], fixed: frozenset[int], places: list[int], order: int | None) -> Noun:
    """Take out words for states, and the words that only join."""
    states: set[State] = set()
    rest: list[int] = []
    place = 0
    while place < len(places):
        for length in (3, 2, 1):
            here = places[place : place + length]
            said = " ".join(found[at] for at in here)
            free = len(here) == length and not fixed & set(here)
            if free and said in STATES:
                states.add(STATES[said])
                break
            if free and said in CONNECTORS:
                break
        else:
            length = 1
            rest.append(places[place])
        place += length
    while rest and found[rest[0]] in ARTICLES and len(rest) > 1:
        rest.pop(0)
    return Noun(tuple(rest), None, order, frozenset(states))


def _kinded(found: tuple[str, ...], fixed: frozenset[int], noun: Noun, use: Use) -> list[Noun]:
    """With its kind taken from its last words, or from its first; and as if these were part of the name."""
    tables = [ITEMS, PARTS, CONTROLS, OTHERS] if use == "anchor" else [ITEMS, CONTROLS, OTHERS]
    nouns: list[Noun] = []
    for length in (3, 2, 1):
        for at_end in (True, False):
            here = noun.words[-length:] if at_end else noun.words[:length]
            plural = here and single(found[here[-1]]) != found[here[-1]]
            if len(here) < length or fixed & set(here) or (plural and use == "target"):
                continue
            said = " ".join([*(found[at] for at in here[:-1]), single(found[here[-1]])])
            rest = noun.words[:-length] if at_end else noun.words[length:]
            for table in tables:
                if said in table and (rest or at_end):
                    nouns += _numbered(found, replace(noun, words=_plain(found, rest), kind=table[said]))
        if nouns:
            break
    if nouns and use == "anchor" and noun.order is not None:
        return nouns
    return [*nouns, replace(noun, price=0.99)]


def _bare(found: tuple[str, ...], places: tuple[int, ...]) -> tuple[int, ...]:
    """Without articles at the edges."""
    while places and (found[places[0]] in ARTICLES or found[places[0]] in ("of", "with", "for")) and len(places) > 1:
        places = places[1:]
    return () if all(found[place] in ARTICLES for place in places) else places


def _plain(found: tuple[str, ...], places: tuple[int, ...]) -> tuple[int, ...]:
    """Without words that only say how something looks."""
    return _bare(found, tuple(place for place in places if found[place] not in NOISE))


def _numbered(found: tuple[str, ...], noun: Noun) -> list[Noun]:
    """`row 3` is the third row, or one that says 3."""
    if len(noun.words) == 1 and noun.order is None and found[noun.words[0]].isdigit() and len(found[noun.words[0]]) < 3:
        return [noun, replace(noun, words=(), order=int(found[noun.words[0]]), price=0.9)]
    return [noun]


def _sided(found: tuple[str, ...], fixed: frozenset[int], noun: Noun) -> Noun:
    sides = [place for place in noun.words if found[place] in POSITIONS and place not in fixed]
    if not sides:
        return noun
    rest = tuple(place for place in noun.words if place not in sides)
    return replace(
        noun, words=_plain(found, rest), sides=frozenset(side for place in sides for side in POSITIONS[found[place]])
    )

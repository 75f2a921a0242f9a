"""Reads a phrase: what is done, what it is done to, which one, in what state, and where it stands.

What the page itself says word by word is a name and is not read any further. The few readings that are left differ in
whether a word is an action, a kind or a state, or a part of the name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from ...text.lexicon import expressions
from ...text.words import singular
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
    STATES,
    STOP,
    State,
    Way,
)
from .kinds import CONTROLS, ITEMS, OTHERS, PARTS, Kind
from .reading import Noun, Reading, Relation, Spoken

EMPTY: Final = frozenset({*ARTICLES, "of", "with", "for", "and", "one", "that", "which", "is", "are", "two", "both"})
"""Words that say nothing at the edge of a name."""
WHOLE: Final = frozenset({"page", "site", "website", "screen", "document", "webpage"})
TARGETS: Final = (ITEMS, CONTROLS, OTHERS)
ANCHORS: Final = (ITEMS, PARTS, CONTROLS, OTHERS)


@lru_cache(maxsize=256)
def readings(said: Spoken, names: frozenset[tuple[int, int]] = frozenset()) -> tuple[Reading, ...]:
    """All readings; `names` are runs of words, from and to, that something on the page is called by."""
    return tuple(dict.fromkeys(Reader(said, names).readings()))


class Reader:
    def __init__(self, said: Spoken, names: frozenset[tuple[int, int]]) -> None:
        self.words = said.words
        self.names = names
        runs = [run for run in names if run[1] - run[0] > 1]
        self.fixed = said.quoted | {place for begin, end in runs for place in range(begin, end)}
        self.atoms = self._atoms()

    def readings(self) -> Iterator[Reading]:
        for start, wish, action in self._starts():
            verb = start if start not in action and wish is None and self._is_order(start) else -1
            pieces = list(self._pieces(start))
            if not pieces:
                continue
            (_, begin, end), *rest = pieces
            relations = tuple(self._relations(rest))
            for target, liberty in self._targets(begin, end):
                placed, kept = self._placed(target, relations)
                if placed.words or placed.kind or placed.states:
                    yield Reading(placed, kept, wish, action, verb, liberty)

    def _starts(self) -> Iterator[tuple[int, Kind | None, tuple[int, ...]]]:
        """Where the thing is named: at once, or after the action."""
        start = 0
        while start < len(self.words) - 1 and self.words[start] in FILLERS and start not in self.fixed:
            start += 1
        yield start, None, ()
        length, action = self._longest(start, ACTIONS, 3)
        if length and start + length < len(self.words):
            told = tuple(at for at in range(start, start + length) if self.words[at] not in STOP)
            yield start + length, ACTIONS[action], () if action in POINTING else told

    def _is_order(self, start: int) -> bool:
        """Whether a phrase begins with what is to be done: `cancel the rent`."""
        rest = self.words[start : start + 2]
        return (
            len(self.words) - start > 2 and rest[0] not in ARTICLES and rest[1] in ARTICLES and start not in self.fixed
        )

    def _longest(self, place: int, table: Collection[str], most: int) -> tuple[int, str]:
        """How many words from a place on stand in a table, and which."""
        for length in range(min(most, len(self.words) - place), 0, -1):
            said = " ".join(self.words[place : place + length])
            if said in table and self.fixed.isdisjoint(range(place, place + length)):
                return length, said
        return 0, ""

    def _atoms(self) -> frozenset[int]:
        """Places inside expressions of several words (`log in`, `terms of service`), which are not split."""
        inside: set[int] = set()
        singles = [singular(word) for word in self.words]
        for place, word in enumerate(singles):
            for rest, _ in expressions().get(word, ()):
                if rest and tuple(singles[place + 1 : place + 1 + len(rest)]) == rest:
                    inside.update(range(place + 1, place + 1 + len(rest)))
            length, _ = self._longest(place, STATES, 3)
            inside.update(range(place + 1, place + length))
        return frozenset(inside)

    def _pieces(self, start: int) -> Iterator[tuple[Way | None, int, int]]:
        """The phrase cut at the words for relations: each with the one before it."""
        way: Way | None = None
        begin = place = start
        while place < len(self.words):
            length, said = self._longest(place, RELATIONS, 4) if place > begin and place not in self.atoms else (0, "")
            if length and place + length < len(self.words):
                yield way, begin, place
                way, begin = RELATIONS[said], place + length
            place += max(length, 1)
        if begin < len(self.words):
            yield way, begin, len(self.words)

    def _relations(self, pieces: list[tuple[Way | None, int, int]]) -> Iterator[Relation]:
        for way, begin, end in pieces:
            assert way is not None
            middle = next((place for place in range(begin + 1, end - 1) if self.words[place] == "and"), None)
            if way == "between" and middle is not None:
                yield Relation(way, self._anchor(begin, middle), self._anchor(middle + 1, end))
            elif way != "between":
                yield Relation(way, self._anchor(begin, end))

    def _anchor(self, begin: int, end: int) -> Noun:
        noun = self._sided(self._ordered(self._plain(begin, end)))
        stated = self._stated(noun)
        kinded = self._kinded(stated, ANCHORS)
        if not kinded.kind:
            kinded = self._kinded(noun, ANCHORS)
        called = not kinded.words and kinded.order is None and all((at, at + 1) in self.names for at in noun.words)
        return replace(kinded, words=noun.words) if called else kinded

    def _targets(self, begin: int, end: int) -> Iterator[tuple[Noun, int]]:
        """The ways to read the name of the target, the fullest first."""
        plain = self._plain(begin, end)
        ordered = self._ordered(plain)
        stated = self._stated(ordered)
        full = self._kinded(self._sided(stated), TARGETS, target=True)
        yield full, 0
        for less in (self._kinded(ordered, TARGETS, target=True), stated, self._sided(stated), plain):
            if less != full and less.words:
                yield less, 1 if less.order == full.order else 5

    def _plain(self, begin: int, end: int) -> Noun:
        places = tuple(range(begin, end))
        return Noun(self._trimmed(places), whole=places)

    def _trimmed(self, places: tuple[int, ...]) -> tuple[int, ...]:
        """Without words at the edges that say nothing."""
        while places and self.words[places[0]] in EMPTY and places[0] not in self.fixed:
            places = places[1:]
        while places and self.words[places[-1]] in EMPTY and places[-1] not in self.fixed:
            places = places[:-1]
        return places

    def _ordered(self, noun: Noun) -> Noun:
        for place in noun.words[:2]:
            length, said = self._longest(place, ORDINALS, 4)
            if length and place + length - 1 <= noun.words[-1]:
                rest = tuple(each for each in noun.words if not place <= each < place + length)
                return replace(noun, words=self._trimmed(rest), order=ORDINALS[said])
        return noun

    def _stated(self, noun: Noun) -> Noun:
        """Without words for states, and those that only join."""
        left = list(noun.words)
        states: set[State] = set()
        for place in noun.words:
            for table in (STATES, CONNECTORS):
                length, said = self._longest(place, table, 3)
                if length and set(range(place, place + length)) <= set(left):
                    left = [each for each in left if not place <= each < place + length]
                    if said in STATES:
                        states.add(STATES[said])
        return replace(noun, words=self._trimmed(tuple(left)), states=frozenset(states))

    def _sided(self, noun: Noun) -> Noun:
        at = [place for place in noun.words if self.words[place] in POSITIONS and place not in self.fixed]
        rest = tuple(place for place in noun.words if place not in at)
        sides = frozenset(side for place in at for side in POSITIONS[self.words[place]])
        if all(self.words[place] in NOISE for place in rest):
            rest = ()
        return replace(noun, words=self._trimmed(rest), sides=sides) if at else noun

    def _kinded(self, noun: Noun, tables: tuple[Mapping[str, Kind], ...], *, target: bool = False) -> Noun:
        """With its kind taken from its last words, or from its first."""
        for length in (3, 2, 1):
            for here in (noun.words[-length:], noun.words[: 0 if noun.order else length]):
                if len(here) < length or here[-1] - here[0] >= length or self.fixed & set(here):
                    continue
                last = singular(self.words[here[-1]])
                said = " ".join([*(self.words[at] for at in here[:-1]), last])
                table = next((table for table in tables if said in table), None)
                if table is None or (target and last != self.words[here[-1]]):
                    continue
                rest = self._trimmed(tuple(place for place in noun.words if place not in here))
                if all(self.words[place] in NOISE and place not in self.fixed for place in rest):
                    rest = ()
                return self._numbered(replace(noun, words=rest, kind=table[said]))
        return noun

    def _numbered(self, noun: Noun) -> Noun:
        """`row 3` is the third row."""
        number = self.words[noun.words[0]] if len(noun.words) == 1 else ""
        counted = noun.kind is not None and noun.kind.level == "item" and number.isdecimal() and len(number) < 3
        return replace(noun, words=(), order=int(number)) if counted and noun.order is None else noun

    def _placed(self, target: Noun, relations: tuple[Relation, ...]) -> tuple[Noun, tuple[Relation, ...]]:
        """Relations as they are meant: `the left one of the fields` names the fields, `in the row of X` the row by X,
        and sides by themselves go to the noun before them (`in the menu on the left`, `at the top`)."""
        kept: list[Relation] = []
        for relation in relations:
            anchor = relation.anchor
            before = kept[-1].anchor if kept and kept[-1].way in ("in", "of") else None
            if relation.way not in ("in", "of") or relation.other is not None:
                kept.append(relation)
            elif anchor.is_side and before is not None:
                kept[-1] = replace(kept[-1], anchor=replace(before, sides=before.sides | anchor.sides))
            elif anchor.is_side:
                target = replace(target, sides=target.sides | anchor.sides)
            elif self._is_nothing(anchor):
                continue
            elif relation.way == "of" and not kept and not target.words and target.kind is None:
                target = replace(anchor, order=target.order, states=target.states, sides=target.sides)
            elif before is not None and relation.way == "of" and anchor.words and _is_open(before):
                kept[-1] = replace(kept[-1], anchor=replace(anchor, kind=before.kind))
            else:
                kept.append(relation)
        return target, tuple(kept)

    def _is_nothing(self, noun: Noun) -> bool:
        """Whether it names the page as a whole, or only how something looks."""
        said = {self.words[place] for place in noun.words or noun.whole} - EMPTY
        return noun.order is None and not noun.sides and (said <= WHOLE or (said <= NOISE and noun.kind is None))


def _is_open(noun: Noun) -> bool:
    """Whether a part is named by its kind only, and what follows says which one."""
    return noun.kind is not None and not noun.words and noun.order is None and not noun.sides

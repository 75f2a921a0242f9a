"""Reads a phrase: what is done, what it is done to, which one, in what state, and where it stands.

What the page itself says word by word is a name and is not read any further. The few readings that are left differ in
whether a word is an action, a kind or a state, or a part of the name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from ...text.lexicon import expressions, word_class
from ...text.words import singular, tokens
from . import grammar
from .grammar import EMPTY, STATES, ElementState, PageSide, Way
from .kinds import CONTROLS, ITEMS, OTHERS, PARTS, ElementKind

QUOTED: Final = re.compile(r"\"([^\"]+)\"|“([^”]+)”|«([^»]+)»|(?<!\w)'([^']+)'(?!\w)|‘([^’]+)’")
TARGETS: Final = (ITEMS, CONTROLS, OTHERS)
ANCHORS: Final = (ITEMS, PARTS, CONTROLS, OTHERS)
Places = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Noun:
    """What a thing is called: the places of its words in the phrase, its kind, order, state and side."""

    words: Places = ()
    kind: ElementKind | None = None
    order: int | None = None
    """From 1; -1 is the last."""
    states: frozenset[ElementState] = frozenset()
    sides: frozenset[PageSide] = frozenset()
    whole: Places = ()
    """All words that it was read from."""

    @property
    def is_side(self) -> bool:
        """Whether it names a side only."""
        return bool(self.sides) and not self.words and self.kind is None and self.order is None

    @property
    def is_kind(self) -> bool:
        """Whether it names a kind only, and what follows says which one."""
        return self.kind is not None and not self.words and self.order is None and not self.sides


@dataclass(frozen=True, slots=True)
class Relation:
    """Where the target stands, seen from something else."""

    way: Way
    anchor: Noun
    other: Noun | None = None


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One way to understand a phrase."""

    target: Noun
    relations: tuple[Relation, ...] = ()
    wish: ElementKind | None = None
    """The kind of element that the action is done to."""
    action: Places = ()
    """The words of an action that more than points."""
    verb: int = -1
    """The place of the word that says what is to be done, which a control must say itself."""
    liberties: int = 0
    """How many words were taken for more than a name, or for a name only, against the first look."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words of a phrase; those that are quoted are names and nothing else."""

    words: tuple[str, ...]
    quoted: frozenset[int] = frozenset()

    @classmethod
    def of(cls, text: str) -> Phrase:
        found: list[str] = []
        quoted: set[int] = set()
        last = 0
        for match in QUOTED.finditer(text):
            found += tokens(text[last : match.start()])
            name = tokens(match[match.lastindex or 0])
            quoted |= set(range(len(found), len(found) + len(name)))
            found += name
            last = match.end()
        return cls((*found, *tokens(text[last:])), frozenset(quoted))


@lru_cache(maxsize=256)
def readings(phrase: Phrase, names: frozenset[tuple[int, int]] = frozenset()) -> tuple[Interpretation, ...]:
    """Return all readings; `names` are runs of words, from and to, that something on the page is called by."""
    return tuple(dict.fromkeys(Parser(phrase, names).readings()))


class Parser:
    """Reads one phrase before one page."""

    def __init__(self, phrase: Phrase, names: frozenset[tuple[int, int]]) -> None:
        self.words = phrase.words
        self.names = names
        runs = [run for run in names if run[1] - run[0] > 1]
        self.fixed = phrase.quoted | {place for begin, end in runs for place in range(begin, end)}
        self.atoms = self._atoms()

    def readings(self) -> Iterator[Interpretation]:
        for start, wish, action in self._starts():
            (_, begin, end), *rest = self._pieces(start)
            relations = tuple(self._relations(rest))
            verb = start if wish is None and self._is_order(start) else -1
            for target, liberty in self._targets(begin, end):
                placed, kept = self._placed(target, relations)
                if placed.words or placed.kind or placed.states:
                    yield Interpretation(placed, kept, wish, action, verb, liberty)

    def _starts(self) -> Iterator[tuple[int, ElementKind | None, Places]]:
        """Yield where the thing is named: at once, or after the action."""
        start = 0
        while start < len(self.words) - 1 and self.words[start] in grammar.FILLERS and start not in self.fixed:
            start += 1
        if start < len(self.words):
            yield start, None, ()
        length, action = self._longest(start, grammar.ACTIONS, 3)
        if length and start + length < len(self.words):
            said = tuple(at for at in range(start, start + length) if self.words[at] not in word_class("stop"))
            yield start + length, grammar.ACTIONS[action], () if action in grammar.POINTING else said

    def _is_order(self, start: int) -> bool:
        """Whether a phrase begins with what is to be done: `cancel the rent`."""
        rest = self.words[start : start + 2]
        ordered = len(self.words) - start > 2 and rest[0] not in grammar.ARTICLES and rest[1] in grammar.ARTICLES
        return ordered and start not in self.fixed

    def _longest(self, place: int, table: Collection[str], most: int) -> tuple[int, str]:
        """Return how many words from a place on stand in a table, and which."""
        for length in range(min(most, len(self.words) - place), 0, -1):
            said = " ".join(self.words[place : place + length])
            if said in table and self.fixed.isdisjoint(range(place, place + length)):
                return length, said
        return 0, ""

    def _atoms(self) -> frozenset[int]:
        """Return places inside expressions of several words (`log in`, `terms of service`), which are not split."""
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
        """Yield the phrase cut at the words for relations: each with the one before it."""
        way: Way | None = None
        begin = place = start
        while place < len(self.words):
            joins = place > begin and place not in self.atoms
            length, said = self._longest(place, grammar.RELATIONS, 4) if joins else (0, "")
            if length and place + length < len(self.words):
                yield way, begin, place
                way, begin = grammar.RELATIONS[said], place + length
            place += max(length, 1)
        yield way, begin, len(self.words)

    def _relations(self, pieces: list[tuple[Way | None, int, int]]) -> Iterator[Relation]:
        for way, begin, end in pieces:
            middle = next((place for place in range(begin + 1, end - 1) if self.words[place] == "and"), None)
            if way == "between" and middle is not None:
                yield Relation(way, self._anchor(begin, middle), self._anchor(middle + 1, end))
            elif way is not None and way != "between":
                yield Relation(way, self._anchor(begin, end))

    def _anchor(self, begin: int, end: int) -> Noun:
        noun = self._sided(self._ordered(self._plain(begin, end)))
        kinded = self._kinded(self._stated(noun), ANCHORS)
        if not kinded.kind:
            kinded = self._kinded(noun, ANCHORS)
        called = not kinded.words and kinded.order is None and all((at, at + 1) in self.names for at in noun.words)
        return replace(kinded, words=noun.words) if called else kinded

    def _targets(self, begin: int, end: int) -> Iterator[tuple[Noun, int]]:
        """Yield the ways to read the name of the target, the fullest first."""
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

    def _trimmed(self, places: Places) -> Places:
        """Return places without words at the edges that say nothing."""
        said = [at for at, place in enumerate(places) if self.words[place] not in EMPTY or place in self.fixed]
        return places[said[0] : said[-1] + 1] if said else ()

    def _without(self, noun: Noun, taken: Collection[int]) -> Places:
        """Return the words of a noun without some; none where the rest only says how something looks."""
        rest = self._trimmed(tuple(place for place in noun.words if place not in taken))
        looks = all(self.words[place] in word_class("look") and place not in self.fixed for place in rest)
        return () if looks else rest

    def _ordered(self, noun: Noun) -> Noun:
        for place in noun.words[:2]:
            length, said = self._longest(place, grammar.ORDINALS, 4)
            if length and place + length - 1 <= noun.words[-1]:
                rest = tuple(each for each in noun.words if not place <= each < place + length)
                return replace(noun, words=self._trimmed(rest), order=grammar.ORDINALS[said])
        return noun

    def _stated(self, noun: Noun) -> Noun:
        """Return a noun without words for states, and those that only join."""
        left = set(noun.words)
        states: set[ElementState] = set()
        for place in noun.words:
            for table in (STATES, grammar.CONNECTORS):
                length, said = self._longest(place, table, 3)
                if length and left.issuperset(range(place, place + length)):
                    left.difference_update(range(place, place + length))
                    states |= {STATES[said]} if said in STATES else set()
        return replace(noun, words=self._trimmed(tuple(sorted(left))), states=frozenset(states))

    def _sided(self, noun: Noun) -> Noun:
        at = [place for place in noun.words if self.words[place] in grammar.POSITIONS and place not in self.fixed]
        sides = frozenset(side for place in at for side in grammar.POSITIONS[self.words[place]])
        return replace(noun, words=self._without(noun, at), sides=sides) if at else noun

    def _kinded(self, noun: Noun, tables: tuple[Mapping[str, ElementKind], ...], *, target: bool = False) -> Noun:
        """Return a noun with its kind taken from its last words, or from its first."""
        for length in (3, 2, 1):
            for here in (noun.words[-length:], noun.words[: 0 if noun.order else length]):
                if len(here) < length or here[-1] - here[0] >= length or self.fixed & set(here):
                    continue
                last = singular(self.words[here[-1]])
                said = " ".join([*(self.words[at] for at in here[:-1]), last])
                kind = next((table[said] for table in tables if said in table), None)
                if kind is not None and not (target and last != self.words[here[-1]]):
                    return self._numbered(replace(noun, words=self._without(noun, here), kind=kind))
        return noun

    def _numbered(self, noun: Noun) -> Noun:
        """`row 3` is the third row."""
        number = self.words[noun.words[0]] if len(noun.words) == 1 else ""
        counted = noun.kind is not None and noun.kind.level == "item" and number.isdecimal() and len(number) < 3
        return replace(noun, words=(), order=int(number)) if counted and noun.order is None else noun

    def _placed(self, target: Noun, relations: tuple[Relation, ...]) -> tuple[Noun, tuple[Relation, ...]]:
        """Return relations as they are meant: `the left one of the fields` names the fields, `in the row of X` the row
        by X, and sides by themselves go to the noun before them (`in the menu on the left`, `at the top`)."""
        kept: list[Relation] = []
        for relation in relations:
            anchor = relation.anchor
            before = kept[-1].anchor if kept and kept[-1].way in ("in", "of") else None
            if relation.way not in ("in", "of"):
                kept.append(relation)
            elif anchor.is_side and before is not None:
                kept[-1] = replace(kept[-1], anchor=replace(before, sides=before.sides | anchor.sides))
            elif anchor.is_side:
                target = replace(target, sides=target.sides | anchor.sides)
            elif self._is_nothing(anchor):
                continue
            elif relation.way == "of" and not kept and not target.words and target.kind is None:
                target = replace(anchor, order=target.order, states=target.states, sides=target.sides)
            elif before is not None and relation.way == "of" and anchor.words and before.is_kind:
                kept[-1] = replace(kept[-1], anchor=replace(anchor, kind=before.kind))
            else:
                kept.append(relation)
        return target, tuple(kept)

    def _is_nothing(self, noun: Noun) -> bool:
        """Whether it names the page as a whole, or only how something looks."""
        said = {self.words[place] for place in noun.words or noun.whole} - EMPTY
        looks = said <= word_class("look") and noun.kind is None
        return noun.order is None and not noun.sides and (said <= grammar.WHOLE or looks)

"""A scene seen through a phrase: how well each thing, and each part of the page, says each word."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from math import log10
from typing import Final

from ...text.lexicon import words
from ...text.words import singular, tokens
from .compare import Compare, Row
from .fields import fields
from .grammar import NOISE, NOUNS, SOFT, STOP
from .parts import Scope
from .reading import Spoken
from .scene import Scene, Thing
from .weights import Weights

MISSING: Final = 0.35
"""Below this a word counts as not said at all."""
LONGEST: Final = 14
"""Words of a name."""
TELLING: Final = frozenset({"link", "generic", "image", "img", "row", "listitem", "treeitem", "option", "menuitem"})
LANDMARKS: Final = frozenset({"main", "form", "dialog", "alertdialog", "table", "grid"})


class Sight:
    """One phrase before one scene."""

    def __init__(self, scene: Scene, said: Spoken, weights: Weights) -> None:
        self.scene = scene
        self.words = said.words
        self.numbers = weights
        self.compare = Compare(said.words, scene.things)
        self.zero = self.compare.zero
        self._covers: dict[tuple[tuple[int, ...], int, int], float] = {}
        self._bags: dict[tuple[int, int, bool], Row] = {}

    @cached_property
    def names(self) -> frozenset[tuple[int, int]]:
        """Runs of words in the phrase, from and to, that something on the page is called by and nothing else."""
        runs = {
            self.words[begin:end]: (begin, end)
            for begin in range(len(self.words))
            for end in range(begin + 1, min(begin + LONGEST, len(self.words)) + 1)
        }
        found = set()
        for thing in self.speaking:
            for text in (thing.name, thing.label, thing.hint, thing.text, thing.title):
                if text and (run := runs.get(tokens(text))):
                    found.add(run)
        return frozenset(run for run in found if not any(_inside(run, other) for other in found))

    def says_run(self, thing: Thing, begin: int, end: int) -> bool:
        """Whether a thing says some words one after another."""
        run = f" {' '.join(self.words[begin:end])} "
        return any(
            run in f" {' '.join(tokens(text))} "
            for text in (thing.name, thing.label, thing.hint, thing.text, thing.title) if text
        )  # fmt: skip

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """How much it matters that each word is said: less if many things say it."""
        return tuple(self._weight(place, word) for place, word in enumerate(self.words))

    def _weight(self, place: int, word: str) -> float:
        base = self.weight(word)
        if not self.matters(place) and base == 1:
            return self.numbers.soft
        if base == self.numbers.noun and (place, place + 1) in self.names:
            base = 1.0
        if base < 1:
            return base
        often = sum(1 for thing in self.speaking if self.own[thing.place][place] > 0.8)
        return 1 / (1 + self.numbers.rarity * log10(often)) if often > 1 else 1.0

    def weight(self, word: str) -> float:
        if word in STOP:
            return self.numbers.stop
        if word in NOISE:
            return self.numbers.noise
        if word in NOUNS or singular(word) in NOUNS:
            return self.numbers.noun
        return self.numbers.soft if word in SOFT or singular(word) in SOFT else 1.0

    def matters(self, place: int) -> bool:
        """Whether a word must be said; what comes after `this` is mostly what the page is about."""
        return self._mattering[place]

    @cached_property
    def _mattering(self) -> tuple[bool, ...]:
        return tuple(
            self.weight(word) == 1.0 and (place == 0 or self.words[place - 1] != "this")
            for place, word in enumerate(self.words)
        )

    @cached_property
    def own(self) -> list[Row]:
        """For each thing how well it says each word itself."""
        return [self._best(thing) for thing in self.scene.things]

    def _best(self, thing: Thing) -> Row:
        best = self.zero
        for text, much in fields(thing):
            if not self.compare.wanted.isdisjoint(text.keys):
                row, _ = self.compare.row(text)
                best = tuple([max(one, much * other) for one, other in zip(best, row, strict=True)])
        return best

    @cached_property
    def speaking(self) -> list[Thing]:
        """Things that say any word themselves."""
        return [thing for thing in self.scene.things if self.own[thing.place] is not self.zero]

    @cached_property
    def _places(self) -> list[int]:
        return [thing.place for thing in self.speaking]

    def among(self, begin: int, end: int) -> list[Thing]:
        """Things from a place up to another that say any word."""
        return self.speaking[bisect_left(self._places, begin) : bisect_left(self._places, end)]

    def bag(self, scope: Scope, *, telling: bool = False) -> Row:
        """How well each word is said by anything in a part of the page; `telling`: by texts and links, not buttons."""
        key = (scope.begin, scope.end, telling)
        held = self._bags.get(key)
        if held is None:
            said = self.among(scope.begin, scope.end)
            rows = [self.own[each.place] for each in said if not telling or _tells(each)] if said else []
            if self.scene.things[scope.head].role == "row":
                rows += [tuple(0.8 * each for each in self.own[head]) for head in self.scene.heads(scope.head)]
            held = self._bags[key] = tuple(map(max, zip(*rows, strict=True))) if rows else self.zero
        return held

    def covered(self, places: tuple[int, ...], scope: Scope) -> float:
        """Which part of some words is said by anything in a part of the page."""
        key = (places, scope.begin, scope.end)
        held = self._covers.get(key)
        if held is None:
            held = self._covers[key] = self.cover(places, self.bag(scope))
        return held

    @cached_property
    def topic(self) -> Row:
        """How well the page's title, its first headings and the names of its parts say each word."""
        best, _ = self.compare.row(words(self.scene.title))
        for thing in self.speaking:
            if (thing.sort == "heading" and thing.level == 1) or (thing.name and thing.role in LANDMARKS):
                best = tuple(map(max, best, self.own[thing.place]))
        return best

    def cover(self, places: tuple[int, ...], row: Row) -> float:
        """Which part of some words is said."""
        total = got = lost = 0.0
        for place in places:
            much = self.weights[place]
            total += much
            got += much * row[place]
            if row[place] < MISSING and self.matters(place):
                lost += much
        return got / total * 0.6 ** (2 * lost / total) if total else 0.0

    def precision(self, thing: Thing) -> float:
        """Which part of a thing's own name was asked for."""
        said = words(thing.said)
        if not said.tokens:
            return 0.8
        _, hit = self.compare.row(said)
        total = sum(map(self.weight, said.tokens))
        return sum(self.weight(said.tokens[place]) for place in hit) / total if total else 1.0


def _tells(thing: Thing) -> bool:
    if thing.sort == "control":
        return thing.role in TELLING and not thing.bare
    return thing.sort != "picture" and len(tokens(thing.name)) <= LONGEST


def _inside(run: tuple[int, int], other: tuple[int, int]) -> bool:
    return run != other and other[0] <= run[0] and run[1] <= other[1]

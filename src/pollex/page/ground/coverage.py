"""A scene seen through a phrase: which words each thing, and each part of the page, says, and which of them matter."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from math import log10
from typing import Final

from ...text.lexicon import word_class, word_index
from ...text.words import singular, tokens
from .phrase import Phrase, Places
from .regions import Region, Regions
from .scene import Scene, Thing
from .weights import Weights
from .wording import Scores, Wording

MISSING: Final = 0.35
"""Below this a word counts as not said at all."""
LONGEST: Final = 14
"""Words of a name."""
TELLING: Final = frozenset({"link", "generic", "image", "img", "row", "listitem", "treeitem", "option", "menuitem"})
LANDMARKS: Final = frozenset({"main", "form", "dialog", "alertdialog", "table", "grid"})


class Coverage:
    """One phrase before one scene."""

    def __init__(self, scene: Scene, phrase: Phrase, weights: Weights) -> None:
        self.scene = scene
        self.regions = Regions(scene)
        self.words = phrase.words
        self.numbers = weights
        self.wording = Wording(phrase.words, scene)
        self.zero = self.wording.zero
        self.own = [self.wording.own(thing) for thing in scene.things]
        """For each thing how well it says each word itself."""
        self.speaking = [thing for thing in scene.things if self.own[thing.place] is not self.zero]
        """Things that say any word themselves."""
        self._places = [thing.place for thing in self.speaking]
        self._covers: dict[tuple[Places, int, int], float] = {}
        self._bags: dict[tuple[int, int, bool], Scores] = {}

    @cached_property
    def names(self) -> frozenset[tuple[int, int]]:
        """Runs of words in the phrase, from and to, that something on the page is called by and nothing else."""
        runs = {
            self.words[begin:end]: (begin, end)
            for begin in range(len(self.words))
            for end in range(begin + 1, min(begin + LONGEST, len(self.words)) + 1)
        }
        said = (tokens(text) for thing in self.speaking for text in _called(thing) if text)
        found = {runs[each] for each in said if each in runs}
        return frozenset(
            run for run in found if not any(run != each and each[0] <= run[0] and run[1] <= each[1] for each in found)
        )

    @cached_property
    def weights(self) -> Scores:
        """How much it matters that each word is said: less if many things say it."""
        return tuple(self._weight(place, word) for place, word in enumerate(self.words))

    def _weight(self, place: int, word: str) -> float:
        base = self.weight(word)
        if not self.matters(place) and base == 1:
            return self.numbers.soft
        if base < 1 and not (self.is_noun(word) and (place, place + 1) in self.names):
            return base
        often = sum(1 for thing in self.speaking if self.own[thing.place][place] > 0.8)
        return 1 / (1 + self.numbers.rarity * log10(often)) if often > 1 else 1.0

    def weight(self, word: str) -> float:
        """Return how much a word says by itself."""
        if word in word_class("stop"):
            return self.numbers.stop
        if word in word_class("look"):
            return self.numbers.look
        if self.is_noun(word):
            return self.numbers.noun
        return self.numbers.soft if not word_class("soft").isdisjoint((word, singular(word))) else 1.0

    def is_noun(self, word: str) -> bool:
        """Whether it is a word for what lists are of."""
        return not word_class("noun").isdisjoint((word, singular(word)))

    def matters(self, place: int) -> bool:
        """Whether a word must be said; what comes after `this` is mostly what the page is about."""
        return self._mattering[place]

    @cached_property
    def _mattering(self) -> tuple[bool, ...]:
        before = ("", *self.words)
        return tuple(self.weight(word) == 1.0 and before[place] != "this" for place, word in enumerate(self.words))

    def bag(self, region: Region, *, telling: bool = False) -> Scores:
        """Return how well each word is said in a part of the page; `telling`: by texts and links, not by buttons."""
        key = (region.begin, region.end, telling)
        held = self._bags.get(key)
        if held is None:
            said = self.speaking[bisect_left(self._places, region.begin) : bisect_left(self._places, region.end)]
            rows = [self.own[each.place] for each in said if not telling or _tells(each)]
            heads = self.regions.column_heads(region.head)
            rows += [tuple(0.8 * each for each in self.own[head]) for head in heads]
            held = self._bags[key] = tuple(map(max, zip(*rows, strict=True))) if rows else self.zero
        return held

    def covered(self, places: Places, region: Region) -> float:
        """Return which part of some words is said by anything in a part of the page."""
        key = (places, region.begin, region.end)
        held = self._covers.get(key)
        if held is None:
            held = self._covers[key] = self.cover(places, self.bag(region))
        return held

    def covers(self, places: Places, thing: Thing) -> float:
        """Return which part of some words a thing says itself."""
        return self.cover(places, self.own[thing.place])

    def cover(self, places: Places, row: Scores) -> float:
        total = got = lost = 0.0
        for place in places:
            much = self.weights[place]
            total += much
            got += much * row[place]
            if row[place] < MISSING and self.matters(place):
                lost += much
        return got / total * 0.6 ** (2 * lost / total) if total else 0.0

    @cached_property
    def topic(self) -> Scores:
        """How well the page's title, its first headings and the names of its parts say each word."""
        best, _ = self.wording.row(word_index(self.scene.title))
        for thing in self.speaking:
            if (thing.sort == "heading" and thing.level == 1) or (thing.name and thing.role in LANDMARKS):
                best = tuple(map(max, best, self.own[thing.place]))
        return best

    def precision(self, thing: Thing) -> float:
        """Return which part of a thing's own name was asked for."""
        said = word_index(thing.said)
        if not said.tokens:
            return 0.8
        _, hit = self.wording.row(said)
        total = sum(map(self.weight, said.tokens))
        return sum(self.weight(said.tokens[place]) for place in hit) / total if total else 1.0


def _called(thing: Thing) -> tuple[str, ...]:
    return thing.name, thing.label, thing.hint, thing.text, thing.title


def _tells(thing: Thing) -> bool:
    if thing.sort == "control":
        return thing.role in TELLING and not thing.bare
    return thing.sort != "picture" and len(tokens(thing.name)) <= LONGEST

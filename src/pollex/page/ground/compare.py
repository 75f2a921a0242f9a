"""Compares texts of a page with the words of a phrase: the same, another form, another word for it, a slip."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from ...text.lexicon import Words, expressions, words
from ...text.words import is_mistyped, singular, stem, tokens
from .grammar import STOP
from .scene import Thing

SAME: Final = 1.0
JOINED: Final = 0.97
PLURAL: Final = 0.96
FORM: Final = 0.9
IDEA: Final = 0.88
SLIP: Final = 0.86
NEAR: Final = 0.66
NOTHING: Final[frozenset[int]] = frozenset()
Row = tuple[float, ...]


class Compare:
    def __init__(self, said: tuple[str, ...], things: Iterable[Thing]) -> None:
        self.words = said
        self.zero: Row = (0.0,) * len(said)
        self._rows: dict[int, tuple[Words, Row, frozenset[int]]] = {}
        self._ideas = words(" ".join(said)).meanings
        self._joins = {one + other: (place, place + 1) for place, (one, other) in enumerate(pairwise(said))}
        self.slips = self._find_slips(things)
        """By place in the phrase, the words of the page that may be meant."""
        slips = {token for each in self.slips.values() for token in each}
        forms = {form for word in said for form in (word, "." + singular(word), ".." + stem(word))}
        self.wanted: frozenset[str | int] = frozenset((*forms, *self._joins, *slips, *self._ideas))

    def _find_slips(self, things: Iterable[Thing]) -> dict[int, frozenset[str]]:
        """For words that the page does not have, those of the page that they may be a slip of."""
        wanted = {
            place: word
            for place, word in enumerate(self.words)
            if len(word) > 3 and word.isalpha() and word not in STOP and singular(word) not in expressions()
        }
        if not wanted:
            return {}
        known: set[str] = set()
        for thing in things:
            for text in (thing.name, thing.text, thing.hint, thing.title, thing.value, thing.column):
                if text:
                    known.update(tokens(text))
        stems = {stem(token) for token in known}
        lost = {place: word for place, word in wanted.items() if stem(word) not in stems}
        found = {
            place: frozenset(token for token in known if token not in STOP and is_mistyped(word, token))
            for place, word in lost.items()
        }
        return {place: slips for place, slips in found.items() if slips}

    def row(self, text: Words) -> tuple[Row, frozenset[int]]:
        """How well a text says each word of the phrase, and which of its own words were asked for."""
        if self.wanted.isdisjoint(text.keys):
            return self.zero, NOTHING
        held = self._rows.get(id(text))
        if held is None:
            held = self._rows[id(text)] = (text, *self._compared(text))
        return held[1], held[2]

    def _compared(self, text: Words) -> tuple[Row, frozenset[int]]:
        row = [0.0] * len(self.words)
        hit: set[int] = set()
        for place in range(len(self.words)):
            row[place], at = self._word(place, text)
            hit.update(at)
        for joined, places in self._joins.items():
            if at := text.places.get(joined, ()):
                hit.update(at)
                for place in places:
                    row[place] = max(row[place], JOINED)
        self._with_ideas(text, row, hit)
        return tuple(row), frozenset(hit)

    def _word(self, place: int, text: Words) -> tuple[float, tuple[int, ...]]:
        """How well a text says one word, and where."""
        word = self.words[place]
        for form, quality in ((word, SAME), ("." + singular(word), PLURAL), (".." + stem(word), FORM)):
            if at := text.places.get(form):
                return quality, at
        if at := text.joined.get(word):
            return JOINED, at
        slips = [text.places[slip] for slip in self.slips.get(place, ()) if slip in text.places]
        return (SLIP, slips[0]) if slips else (0.0, ())

    def _with_ideas(self, text: Words, row: list[float], hit: set[int]) -> None:
        """`sign in` is said by `log in`, and not by `sign up`."""
        for idea, places in self._ideas.items():
            if idea in text.meanings:
                hit.update(text.meanings[idea])
                for place in places:
                    row[place] = max(row[place], IDEA if idea >= 0 else NEAR)
            elif (
                len(places) > 1
                and not self._ideas_at(places, text)
                and any(self.words[place] in STOP for place in places)
            ):
                for place in places:
                    row[place] *= 0.6

    def _ideas_at(self, places: tuple[int, ...], text: Words) -> bool:
        """Whether a text says some words by another idea."""
        return any(idea in text.meanings and set(at) >= set(places) for idea, at in self._ideas.items())

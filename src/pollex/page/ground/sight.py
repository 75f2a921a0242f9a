"""A scene seen through a phrase: how well each thing, and what is inside it, says each word of the phrase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from .grammar import STOP
from .phrase import Phrase, weight
from .scene import Scene, Thing
from .words import Words, expressions, mistyped, name_words, single, stem, tokens, words

SAME: Final = 1.0
PLURAL: Final = 0.96
JOINED: Final = 0.97
FORM: Final = 0.9
IDEA: Final = 0.88
NEAR: Final = 0.66
SLIP: Final = 0.86
Row = tuple[float, ...]
ROLE_WORDS: Final = {
    "password": "password", "date": "date day", "time": "time", "file": "file attachment upload add choose attach",
    "searchbox": "search", "columnheader": "sort column",
    "spinbutton": "number", "colour": "colour", "month": "month date", "week": "week date", "datetime": "date time",
    "checkbox": "tick", "switch": "switch toggle",
}  # fmt: skip


class Sight:
    """One phrase before one scene."""

    def __init__(self, scene: Scene, phrase: Phrase) -> None:
        self.scene = scene
        self.phrase = phrase
        self.asked = words(" ".join(phrase.words))
        self.count = len(phrase.words)
        self.zero: Row = (0.0,) * self.count
        self._rows: dict[int, tuple[Words, Row, frozenset[int]]] = {}
        self.bags: dict[tuple[tuple[int, ...], int], float] = {}
        self.said: dict[tuple[int, ...], list[tuple[float, Thing]]] = {}
        self.heads: dict[tuple[int, ...], list[Thing]] = {}
        self._joins: dict[str, tuple[int, ...]] = {
            one + other: (place, place + 1)
            for place, (one, other) in enumerate(zip(phrase.words, phrase.words[1:], strict=False))
        }
        self._idea_places = self.asked.ideas
        self._slips = self._find_slips()
        forms = {form for word in phrase.words for form in (word, "." + single(word), ".." + stem(word))}
        self._forms = forms | set(self._joins) | {token for slips in self._slips.values() for token in slips}
        self._ideas = set(self._idea_places)
        self._words = set(phrase.words)

    def _find_slips(self) -> dict[int, frozenset[str]]:
        """For words that the page does not have, those of the page that they may be a slip of."""
        wanted = [
            place
            for place, word in enumerate(self.phrase.words)
            if len(word) > 3 and word.isalpha() and weight(word) >= 0.3
        ]
        if not wanted:
            return {}
        known = self.vocabulary
        singles = {single(token) for token in known}
        slips = {}
        for place in wanted:
            word = self.phrase.words[place]
            if word in known or single(word) in singles or single(word) in expressions():
                continue
            if found := frozenset(token for token in known if token not in STOP and mistyped(word, token)):
                slips[place] = found
        return slips

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        known: set[str] = set()
        for thing in self.scene.things:
            for text in (thing.name, thing.text, thing.hint, thing.title, thing.value, thing.column):
                if text:
                    known.update(tokens(text))
        return frozenset(known)

    def row(self, text: Words) -> tuple[Row, frozenset[int]]:
        """How well a text says each word of the phrase, and which of its own words were asked for."""
        if (
            text.places.keys().isdisjoint(self._forms)
            and text.ideas.keys().isdisjoint(self._ideas)
            and text.joined.keys().isdisjoint(self._words)
        ):
            return self.zero, frozenset()
        held = self._rows.get(id(text))
        if held is None:
            held = self._rows[id(text)] = (text, *self._compared(text))
        return held[1], held[2]

    def _compared(self, text: Words) -> tuple[Row, frozenset[int]]:
        row = [0.0] * self.count
        hit: set[int] = set()
        for place in range(self.count):
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
        word = self.phrase.words[place]
        for form, quality in ((word, SAME), ("." + single(word), PLURAL), (".." + stem(word), FORM)):
            if at := text.places.get(form):
                return quality, at
        if at := text.joined.get(word):
            return JOINED, at
        slips = [text.places[slip] for slip in self._slips.get(place, ()) if slip in text.places]
        return (SLIP, slips[0]) if slips else (0.0, ())

    def _with_ideas(self, text: Words, row: list[float], hit: set[int]) -> None:
        """`sign in` is said by `log in`, and not by `sign up`."""
        for idea, places in self._idea_places.items():
            if idea in text.ideas:
                continue
            if len(places) > 1 and any(self.phrase.words[place] in STOP for place in places):
                for place in places:
                    row[place] *= 0.6
        for idea in self._ideas & text.ideas.keys():
            hit.update(text.ideas[idea])
            for place in self._idea_places[idea]:
                row[place] = max(row[place], IDEA if idea >= 0 else NEAR)

    @cached_property
    def own(self) -> list[Row]:
        """For each thing how well it says each word itself."""
        return [self._best(thing) for thing in self.scene.things]

    def _best(self, thing: Thing) -> Row:
        best = self.zero
        for text, much in _fields(thing):
            row, _ = self.row(text)
            if row is not self.zero:
                best = tuple(max(one, much * other) for one, other in zip(best, row, strict=True))
        return best

    @cached_property
    def inner(self) -> list[Row]:
        """For each thing how well it or something inside it says each word."""
        return self._upwards(list(self.own))

    def _upwards(self, best: list[Row]) -> list[Row]:
        """Each with the best of what is inside it."""
        for thing in reversed(self.scene.things):
            row = best[thing.place]
            if thing.up >= 0 and row is not self.zero:
                above = best[thing.up]
                best[thing.up] = row if above is self.zero else tuple(map(max, above, row))
        return best

    @cached_property
    def around(self) -> list[Row]:
        """As `inner`, by texts and links only: what a button says is not said of its neighbours."""
        telling = {"link", "heading", "text", "generic", "image", "img", "cell", "row", "listitem", "treeitem"}
        return self._upwards(
            [
                row if thing.sort != "control" or thing.role in telling else self.zero
                for thing, row in zip(self.scene.things, self.own, strict=True)
            ]
        )

    @cached_property
    def plain(self) -> list[Row]:
        """As `inner`, by what is no control."""
        return self._upwards(
            [
                row if thing.sort != "control" else self.zero
                for thing, row in zip(self.scene.things, self.own, strict=True)
            ]
        )

    @cached_property
    def topic(self) -> Row:
        """How well the page's title, its first headings and the names of its parts say each word."""
        best, _ = self.row(words(self.scene.title))
        for thing in self.scene.things:
            named = thing.sort == "group" and thing.name
            if (thing.sort == "heading" and thing.level <= 2) or named:
                row, _ = self.row(words(thing.name))
                if row is not self.zero:
                    best = tuple(map(max, best, row))
        return best

    @cached_property
    def headings(self) -> list[Thing]:
        return [
            thing for thing in self.scene.things if thing.sort == "heading" and self.own[thing.place] is not self.zero
        ]

    @cached_property
    def speaking(self) -> list[Thing]:
        """Things that say any word themselves."""
        return [thing for thing in self.scene.things if self.own[thing.place] is not self.zero]

    def precision(self, thing: Thing) -> float:
        """Which part of a thing's own name was asked for."""
        said = words(thing.said)
        if not said.tokens:
            return 0.8
        _, hit = self.row(said)
        total = sum(map(weight, said.tokens))
        return sum(weight(said.tokens[place]) for place in hit) / total if total else 1.0


def _fields(thing: Thing) -> Iterator[tuple[Words, float]]:
    """The texts of a thing, with how much each counts."""
    if thing.name:
        yield words(thing.name), 1.0
    if thing.sort in ("text", "heading"):
        return
    if thing.icon:
        yield name_words(thing.icon), 0.95 if thing.bare else 0.72
    if thing.title and thing.title != thing.name:
        yield words(thing.title), 0.95
    if thing.sort == "control":
        yield from _control_fields(thing)


def _control_fields(thing: Thing) -> Iterator[tuple[Words, float]]:
    called = ((thing.label, 1.0), (thing.hint, 0.95), (thing.text, 0.94))
    yield from ((words(text), much) for text, much in called if text and text != thing.name)
    around = ((thing.value, 0.75), (thing.column, 0.8), (thing.about, 0.85), (" ".join(thing.choices), 0.45))
    yield from ((words(text), much) for text, much in around if text)
    if thing.href:
        yield name_words(thing.href), 0.5
    if thing.type in ("submit", "image") and thing.form:
        yield words("submit"), 0.84
    if thing.role in ROLE_WORDS:
        yield words(ROLE_WORDS[thing.role]), 0.8

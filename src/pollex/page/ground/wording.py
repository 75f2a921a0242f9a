"""How well things say the words of a phrase: the same word, another form, another word for it, a typing error."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ...text.lexicon import WordIndex, expressions, name_word_index, word_class, word_index
from ...text.words import is_mistyped, singular, stem, tokens
from .scene import Scene, Thing

SAME: Final = 1.0
JOINED: Final = 0.97
PLURAL: Final = 0.96
FORM: Final = 0.9
SYNONYM: Final = 0.88
MISTYPED: Final = 0.86
NEAR: Final = 0.66
Scores = tuple[float, ...]
"""For each word of a phrase how well it is said, from 0 to 1."""
ROLE_WORDS: Final = {
    "password": "password", "date": "date day", "time": "time", "file": "file attachment upload add choose attach",
    "searchbox": "search", "columnheader": "sort column", "spinbutton": "number", "colour": "colour",
    "month": "month date", "week": "week date", "datetime": "date time", "checkbox": "tick", "switch": "switch toggle",
}  # fmt: skip


def texts(thing: Thing) -> Iterator[tuple[WordIndex, float]]:
    """Yield the texts by which a thing may be known, with how much each counts."""
    if thing.name:
        yield word_index(thing.name), 1.0
    if thing.sort in ("text", "heading"):
        return
    if thing.icon:
        yield name_word_index(thing.icon), 0.95 if thing.bare else 0.72
    if thing.title and thing.title != thing.name:
        yield word_index(thing.title), 0.95
    if thing.sort != "control":
        return
    own = ((thing.label, 1.0), (thing.hint, 0.95), (thing.text, 0.94))
    yield from ((word_index(text), much) for text, much in own if text and text != thing.name)
    around = ((thing.value, 0.75), (thing.column, 0.8), (thing.about, 0.85), (" ".join(thing.choices), 0.45))
    yield from ((word_index(text), much) for text, much in around if text)
    if thing.href:
        yield name_word_index(thing.href), 0.5
    if thing.type in ("submit", "image") and thing.form:
        yield word_index("submit"), 0.84
    if thing.role in ROLE_WORDS:
        yield word_index(ROLE_WORDS[thing.role]), 0.8


class Wording:
    """The words of a phrase, compared with texts of a page."""

    def __init__(self, said: tuple[str, ...], scene: Scene) -> None:
        self.words = said
        self.zero: Scores = (0.0,) * len(said)
        self._rows: dict[int, tuple[WordIndex, Scores, frozenset[int]]] = {}
        self._meanings = word_index(" ".join(said)).meanings
        self._joins = {one + other: (place, place + 1) for place, (one, other) in enumerate(pairwise(said))}
        self.mistyped = self._mistyped(scene)
        """By place in the phrase, the words of the page that may be meant."""
        forms = {form for word in said for form in (word, "." + singular(word), ".." + stem(word))}
        meant = {token for each in self.mistyped.values() for token in each}
        self._wanted: frozenset[str | int] = frozenset((*forms, *self._joins, *meant, *self._meanings))

    def _mistyped(self, scene: Scene) -> dict[int, frozenset[str]]:
        """Return, for words that the page does not have, those of the page that they may be a typing error of."""
        stop = word_class("stop")
        wanted = {
            place: word
            for place, word in enumerate(self.words)
            if len(word) > 3 and word.isalpha() and word not in stop and singular(word) not in expressions()
        }
        known: set[str] = set()
        for thing in scene.things if wanted else ():
            for text in (thing.name, thing.text, thing.hint, thing.title, thing.value, thing.column):
                known.update(tokens(text) if text else ())
        stems = {stem(token) for token in known}
        return {
            place: meant
            for place, word in wanted.items()
            if stem(word) not in stems
            and (meant := frozenset(token for token in known - stop if is_mistyped(word, token)))
        }

    def own(self, thing: Thing) -> Scores:
        """Return how well a thing says each word itself."""
        best = self.zero
        for text, much in texts(thing):
            row, _ = self.row(text)
            if row is not self.zero:
                best = tuple([max(one, much * other) for one, other in zip(best, row, strict=True)])
        return best

    def row(self, text: WordIndex) -> tuple[Scores, frozenset[int]]:
        """Return how well a text says each word of the phrase, and which of its own words were asked for."""
        if self._wanted.isdisjoint(text.keys):
            return self.zero, frozenset()
        held = self._rows.get(id(text))
        if held is None:
            held = self._rows[id(text)] = (text, *self._compared(text))
        return held[1], held[2]

    def _compared(self, text: WordIndex) -> tuple[Scores, frozenset[int]]:
        row = [0.0] * len(self.words)
        hit: set[int] = set()
        for place in range(len(self.words)):
            row[place], at = self._word(place, text)
            hit.update(at)
        joined = [(places, JOINED, text.places.get(said, ())) for said, places in self._joins.items()]
        meant = [
            (places, SYNONYM if meaning >= 0 else NEAR, text.meanings.get(meaning, ()))
            for meaning, places in self._meanings.items()
        ]
        for places, quality, at in (*joined, *meant):
            hit.update(at)
            for place in places if at else self._other(places, text):
                row[place] = max(row[place], quality) if at else 0.6 * row[place]
        return tuple(row), frozenset(hit)

    def _other(self, places: tuple[int, ...], text: WordIndex) -> tuple[int, ...]:
        """Return the places of an expression that a text says only in part: `sign in` is not said by `sign up`."""
        known = any(each in text.meanings and set(at) >= set(places) for each, at in self._meanings.items())
        small = not word_class("stop").isdisjoint(self.words[place] for place in places)
        return places if small and len(places) > 1 and not known and places in self._meanings.values() else ()

    def _word(self, place: int, text: WordIndex) -> tuple[float, tuple[int, ...]]:
        """Return how well a text says one word, and where."""
        word = self.words[place]
        for form, quality in ((word, SAME), ("." + singular(word), PLURAL), (".." + stem(word), FORM)):
            if at := text.places.get(form):
                return quality, at
        if at := text.joined.get(word):
            return JOINED, at
        meant = [text.places[token] for token in self.mistyped.get(place, ()) if token in text.places]
        return (MISTYPED, meant[0]) if meant else (0.0, ())

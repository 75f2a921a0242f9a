"""The lexicon: words and expressions that mean the same, in `lexicon.txt`, and the texts that use them.

A line there is one meaning. Its section says where it holds: for controls of a page, for names of data, or for both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal

from .words import singular, split_name, stem, tokens

Section = Literal["both", "controls"]
WordClass = Literal["stop", "soft", "noun", "look"]
LEXICON: Final = Path(__file__).with_name("lexicon.txt")
BETWEEN: Final = frozenset({"a", "an", "the", "this", "me", "my", "it", "your"})
"""Words that may stand inside an expression: `throw it away`."""
LONG: Final = 40
"""Words of one text that are read."""
Expressions = dict[str, list[tuple[tuple[str, ...], int]]]


@dataclass(frozen=True, slots=True)
class WordIndex:
    """The words of one text in their order, and where each form and meaning stands."""

    tokens: tuple[str, ...]
    places: dict[str, tuple[int, ...]]
    """Of each token, of its singular behind one dot and of its stem behind two."""
    joined: dict[str, tuple[int, ...]]
    """Of two neighbours written as one word."""
    meanings: dict[int, tuple[int, ...]]
    """By number, negative for loose ones, with the places of the words."""
    keys: frozenset[str | int]
    """All forms, joined words and meanings."""


@lru_cache(maxsize=20_000)
def word_index(text: str) -> WordIndex:
    """Return the words of a text of a page or about one."""
    return _analysed(tokens(text)[:LONG])


@lru_cache(maxsize=5_000)
def name_word_index(text: str) -> WordIndex:
    """Return the words of a class, an id or an address, which are run together."""
    return _analysed(tokens(split_name(text))[:LONG])


def _analysed(found: tuple[str, ...]) -> WordIndex:
    places: dict[str, list[int]] = {}
    for place, token in enumerate(found):
        for form in (token, "." + singular(token), ".." + stem(token)):
            places.setdefault(form, []).append(place)
    joined: dict[str, tuple[int, ...]] = {
        one + other: (place, place + 1) for place, (one, other) in enumerate(pairwise(found))
    }
    meanings = meanings_in(found)
    keys: frozenset[str | int] = frozenset(places).union(joined, meanings)
    return WordIndex(found, {form: tuple(at) for form, at in places.items()}, joined, meanings, keys)


def meanings_in(found: tuple[str, ...]) -> dict[int, tuple[int, ...]]:
    """Return the meanings that words have on a page, each with the places of its words."""
    spoken: dict[int, tuple[int, ...]] = {}
    known = expressions()
    singles = [singular(token) for token in found]
    for place, word in enumerate(singles):
        for rest, meaning in known.get(word, ()):
            if (end := _follow(singles, place + 1, rest)) > 0:
                spoken[meaning] = spoken.get(meaning, ()) + tuple(range(place, end))
    return spoken


def _follow(singles: list[str], place: int, rest: tuple[str, ...]) -> int:
    """Return where the words after a place end if they are these, small words between them left out; else 0."""
    for word in rest:
        while place < len(singles) and singles[place] in BETWEEN and singles[place] != word:
            place += 1
        if place >= len(singles) or singles[place] != word:
            return 0
        place += 1
    return place


@lru_cache(maxsize=1)
def _sections() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in LEXICON.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            lines = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


@lru_cache(maxsize=1)
def groups() -> tuple[tuple[Section, str], ...]:
    """Return the lines of the lexicon that mean one thing, each with its section."""
    sections: tuple[Section, ...] = ("both", "controls")
    return tuple((section, line) for section in sections for line in _sections()[section])


@lru_cache(maxsize=10)
def word_class(name: WordClass) -> frozenset[str]:
    """Return the words that hardly matter in a phrase: that join it, say little, name what lists are of, or looks."""
    return frozenset(" ".join(_sections()[f"words: {name}"]).split())


@lru_cache(maxsize=1)
def expressions() -> Expressions:
    """Return, by first word, the words that follow and the meaning, as controls are called."""
    known: Expressions = {}
    for number, (_, group) in enumerate(groups()):
        meaning = -1 - number if group.startswith("~") else number
        for expression in group.removeprefix("~").split("|"):
            said = tuple(singular(token) for token in tokens(expression))
            if said:
                known.setdefault(said[0], []).append((said[1:], meaning))
    return known


@lru_cache(maxsize=1)
def _synonyms() -> tuple[frozenset[str], ...]:
    listed = (group.split("|") for section in ("both", "data") for group in _sections()[section])
    return tuple(frozenset(singular(word) for word in group if " " not in word) for group in listed)


@lru_cache(maxsize=10_000)
def are_synonyms(one: str, other: str) -> bool:
    """Whether two words in the singular name the same kind of data: `price` and `cost`."""
    return any(one in group and other in group for group in _synonyms())


@lru_cache(maxsize=1)
def vocabulary() -> frozenset[str]:
    """Return all words for controls: they are nobody's name."""
    return frozenset(
        token
        for _, group in groups()
        for expression in group.removeprefix("~").split("|")
        for token in tokens(expression)
    )

"""Words of phrases and of pages: folded, without endings, and with the ideas that several words share."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

IDEAS: Final = Path(__file__).with_name("ideas.txt")
TOKEN: Final = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+|[+×✕✖✗›»→‹«←⋯⋮☰≡★☆♥♡▾▼▸►▴▲✎✓✔🔍🗑⚙?]")
POSSESSIVE: Final = re.compile(r"[’'`´]s\b")
ORDINAL: Final = re.compile(r"(\d+)(?:st|nd|rd|th)")
CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
BETWEEN: Final = frozenset({"a", "an", "the", "this", "me", "my", "it", "your"})
LONG: Final = 40
"""Words of one text that are read."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one text in their order, and where each form and idea stands."""

    tokens: tuple[str, ...]
    places: dict[str, tuple[int, ...]]
    """Of each token, and of its two stems behind one and two dots."""
    joined: dict[str, tuple[int, ...]]
    """Of two neighbours written as one word."""
    ideas: dict[int, tuple[int, ...]]
    """By number, negative for loose ones, with the places of the words that speak of them."""
    keys: frozenset[str | int]
    """All forms, joined words and ideas."""


@lru_cache(maxsize=20_000)
def words(text: str) -> Words:
    return _analysed(tokens(text)[:LONG])


@lru_cache(maxsize=5_000)
def name_words(text: str) -> Words:
    """The words of a class, an id or an address, which are run together."""
    return _analysed(tokens(CAMEL.sub(" ", text).replace("_", " "))[:LONG])


@lru_cache(maxsize=20_000)
def tokens(text: str) -> tuple[str, ...]:
    plain = text.lower()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain)
        plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return tuple(TOKEN.findall(POSSESSIVE.sub("", plain)))


def _analysed(found: tuple[str, ...]) -> Words:
    places: dict[str, list[int]] = {}
    for place, token in enumerate(found):
        for form in (token, "." + single(token), ".." + stem(token)):
            places.setdefault(form, []).append(place)
    joined: dict[str, tuple[int, ...]] = {
        one + other: (place, place + 1) for place, (one, other) in enumerate(pairwise(found))
    }
    ideas = ideas_in(found)
    keys: frozenset[str | int] = frozenset(places).union(joined, ideas)
    return Words(found, {form: tuple(at) for form, at in places.items()}, joined, ideas, keys)


def ideas_in(found: tuple[str, ...]) -> dict[int, tuple[int, ...]]:
    """The ideas that a text speaks of, each with the places of its words."""
    spoken: dict[int, tuple[int, ...]] = {}
    known = expressions()
    singles = [single(token) for token in found]
    for place, word in enumerate(singles):
        for rest, idea in known.get(word, ()):
            if (end := _follow(singles, place + 1, rest)) > 0:
                spoken[idea] = spoken.get(idea, ()) + tuple(range(place, end))
    return spoken


def _follow(singles: list[str], place: int, rest: tuple[str, ...]) -> int:
    """Where the words after a place end if they are these, small words between them left out; else 0."""
    for word in rest:
        while place < len(singles) and singles[place] in BETWEEN and singles[place] != word:
            place += 1
        if place >= len(singles) or singles[place] != word:
            return 0
        place += 1
    return place


@lru_cache(maxsize=1)
def expressions() -> dict[str, list[tuple[tuple[str, ...], int]]]:
    """By first word: the words that follow, and the idea."""
    known: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    lines = [line for line in IDEAS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    for idea, group in enumerate(lines):
        number = -1 - idea if group.startswith("~") else idea
        for expression in group.removeprefix("~").split("|"):
            first, *rest = (single(token) for token in tokens(expression))
            known.setdefault(first, []).append((tuple(rest), number))
    return known


@lru_cache(maxsize=20_000)
def single(word: str) -> str:
    """Without the ending of the plural, or of a number in order."""
    if word[0].isdigit() and (match := ORDINAL.fullmatch(word)):
        return match[1]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Without the common endings: `cancelled`, `cancelling` and `cancel` are one."""
    short = single(word)
    for ending in ("ations", "ation", "ments", "ment", "ings", "ing", "er", "ed", "able", "ly"):
        if short.endswith(ending) and len(short) - len(ending) >= (5 if ending == "er" else 3):
            short = short[: -len(ending)]
            break
    if len(short) > 3 and short[-1] == short[-2] and short[-1] not in "se":
        short = short[:-1]
    return short[:-1] if len(short) > 3 and short[-1] == "e" else short


def mistyped(one: str, other: str) -> bool:
    """Whether two words may be the same but for a slip of the fingers."""
    short = min(len(one), len(other))
    if short < 4 or abs(len(one) - len(other)) > 2 or not (one.isalpha() and other.isalpha()):
        return False
    if one[0] != other[0] and one[:2] != other[1::-1]:
        return False
    return distance(one, other) <= (1 if short < 7 else 2)


def distance(one: str, other: str) -> int:
    """How many letters were added, left out, changed or swapped with their neighbour."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        line = [row]
        for column, against in enumerate(other, 1):
            cost = min(last[column] + 1, line[-1] + 1, last[column - 1] + (letter != against))
            swapped = row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == against
            line.append(min(cost, before[column - 2] + 1) if swapped else cost)
        before, last = last, line
    return last[-1]

"""Words of texts: folded, without accents, in the singular, by their stems, and as they are mistyped."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

TOKEN: Final = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+|[+×✕✖✗›»→‹«←⋯⋮☰≡★☆♥♡▾▼▸►▴▲✎✓✔🔍🗑⚙?]")
POSSESSIVE: Final = re.compile(r"[’'`´]s\b")
ORDINAL: Final = re.compile(r"(\d+)(?:st|nd|rd|th)")
CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def mentions(text: str, name: str) -> bool:
    """Return whether a text has a name or a host as it is, not as a part of a longer one."""
    return bool(name) and re.search(rf"(?<![\w.-]){re.escape(name)}(?!\.?[\w-])", text, re.IGNORECASE) is not None


def folded(text: str) -> str:
    """Return a text without what does not matter: letter case and spacing."""
    return " ".join(text.split()).casefold()


def unaccented(text: str) -> str:
    """Return a text in small letters without accents."""
    plain = text.lower()
    if plain.isascii():
        return plain
    letters = unicodedata.normalize("NFKD", plain).lower()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(maxsize=20_000)
def tokens(text: str) -> tuple[str, ...]:
    """Return the words, numbers and symbols of a text, without accents and `'s`."""
    return tuple(TOKEN.findall(POSSESSIVE.sub("", unaccented(text))))


def split_name(text: str) -> str:
    """Return a class, an id or an address with a space between its words."""
    return CAMEL.sub(" ", text).replace("_", " ")


@lru_cache(maxsize=20_000)
def singular(word: str) -> str:
    """Return a word without the ending of the plural, a number without that of an order: `3rd` as `3`."""
    if word[:1].isdigit() and (match := ORDINAL.fullmatch(word)):
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
    """Return a word without its common endings: `cancelled`, `cancelling` and `cancel` are one."""
    short = singular(word)
    for ending in ("ations", "ation", "ments", "ment", "ings", "ing", "er", "ed", "able", "ly"):
        if short.endswith(ending) and len(short) - len(ending) >= (5 if ending == "er" else 3):
            short = short[: -len(ending)]
            break
    if len(short) > 3 and short[-1] == short[-2] and short[-1] not in "se":
        short = short[:-1]
    return short[:-1] if len(short) > 3 and short[-1] == "e" else short


def is_mistyped(one: str, other: str) -> bool:
    """Return whether two words may be the same but for a typing error."""
    short = min(len(one), len(other))
    if short < 4 or abs(len(one) - len(other)) > 2 or not (one.isalpha() and other.isalpha()):
        return False
    if one[0] != other[0] and one[:2] != other[1::-1]:
        return False
    return edit_distance(one, other) <= (1 if short < 7 else 2)


def edit_distance(one: str, other: str) -> int:
    """Return how many letters were added, left out, changed or swapped with their neighbour."""
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

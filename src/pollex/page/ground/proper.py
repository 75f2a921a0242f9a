"""Proper names in a phrase, which must be said exactly: `Anna Wolff`, `AB-12`, what is quoted, longer numbers."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ...text.lexicon import Words, vocabulary
from ...text.words import POSSESSIVE, singular, tokens
from .grammar import ACTIONS, CONNECTORS, FILLERS, NOISE, NOUNS, ORDINALS, POSITIONS, RELATIONS, SOFT, STATES, STOP
from .kinds import CONTROLS, ITEMS, OTHERS, PARTS
from .reading import QUOTED

CODE: Final = re.compile(r"(?<![\w.,/-])#?(?=[^\s]*\d)[^\W_]+(?:[-./_,][^\W_]+)*")
DATE: Final = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")
ORDER: Final = re.compile(r"\d+(?:st|nd|rd|th)?")
WORD: Final = re.compile(r"[^\W\d_][^\W_]*(?:[-’'][^\W_]+)*")
BREAK: Final = re.compile(r"[^\s]|\s{2,}")
SHORT: Final = 3
"""Digits from which on a number names something."""
COMPARED: Final = 14
"""Words of a long quotation that are compared."""


@dataclass(frozen=True, slots=True)
class Name:
    """What must be said word for word; `strict`: its words one after the other."""

    text: str
    words: tuple[str, ...]
    strict: bool

    def is_said(self, text: Words) -> bool:
        """Whether a text says it: all of its words in their order."""
        if not all(word in text.places or word in text.joined for word in self.words):
            return self._joined(text.tokens)
        return self._follows(text.tokens) if self.strict else self._in_order(text.tokens) or self._joined(text.tokens)

    def is_spread(self, said: tuple[str, ...]) -> bool:
        """Whether the texts of a row say it one after the other, in any order where it is two words."""
        both = (self.words, self.words[::-1]) if len(self.words) == 2 else (self.words,)
        return any(_run(words, said) for words in both)

    def _follows(self, said: tuple[str, ...]) -> bool:
        return _run(self.words, said) or self._joined(said)

    def _joined(self, said: tuple[str, ...]) -> bool:
        """`AB-12` and `AB12`, `GitHub` and `Git Hub`, `1,299` and `1299.00`."""
        wanted = _plain(self.words)
        begins = [at for at, word in enumerate(said) if word[0] == wanted[0] and wanted.startswith(_plain((word,)))]
        lengths = range(1, len(self.words) + 3)
        return any(_plain(said[at : at + length]) == wanted for at in begins for length in lengths)

    def _in_order(self, said: tuple[str, ...]) -> bool:
        rest = iter(said)
        return all(word in rest for word in self.words)


def _run(words: tuple[str, ...], said: tuple[str, ...]) -> bool:
    return any(said[at : at + len(words)] == words for at in range(len(said) - len(words) + 1))


def _plain(words: tuple[str, ...]) -> str:
    return "".join(re.sub(r"[.,](?:00?$)?", "", word) if word[0].isdigit() else word for word in words)


@lru_cache(maxsize=256)
def proper_names(text: str) -> tuple[Name, ...]:
    """The names that a phrase holds, each once."""
    quoted = [(match[match.lastindex or 0], True) for match in QUOTED.finditer(text)]
    rest = QUOTED.sub(" , ", text)
    codes = [(match[0], True) for match in CODE.finditer(rest) if _names(match[0])]
    rest = CODE.sub(lambda match: "," if _names(match[0]) else match[0], rest)
    runs = [(run, False) for run in _runs(rest)]
    made = [(said, tokens(said)[:COMPARED], strict) for said, strict in (*quoted, *codes, *runs)]
    return tuple(dict.fromkeys(Name(said, words, strict) for said, words, strict in made if words))


def _names(code: str) -> bool:
    """Whether it is the number of something, and no place in an order, no small amount and no date."""
    digits = sum(letter.isdigit() for letter in code)
    if DATE.fullmatch(code) or (ORDER.fullmatch(code) and digits < SHORT):
        return False
    return digits >= SHORT or any(letter.isalpha() for letter in code)


def _runs(text: str) -> list[str]:
    """Capitalised words one after the other, without those at the edges that are everybody's words."""
    runs: list[list[str]] = []
    last = 0
    for match in WORD.finditer(text):
        apart = last == 0 or BREAK.search(text[last : match.start()]) is not None
        word = POSSESSIVE.sub("", match[0])
        if not word[0].isupper():
            last = 0
            continue
        if apart or not runs:
            runs.append([])
        runs[-1].append(word)
        last = match.end() if word == match[0] else 0
    first = WORD.match(text.lstrip())
    if first is not None and runs and first[0] == runs[0][0] and (len(runs[0]) == 1 or _is_common(first[0])):
        runs[0] = runs[0][1:]  # a sentence begins with a capital letter
    return [" ".join(run) for each in runs if (run := _trimmed(each))]


def _trimmed(run: list[str]) -> list[str]:
    """Without words for kinds of things at the end; nothing where all are everybody's words."""
    while run and singular(run[-1].lower()) in _closing():
        run = run[:-1]
    return [] if all(_is_common(word) or _is_acronym(word) for word in run) else run


def _is_acronym(word: str) -> bool:
    """`IBAN`, `PDF`: words for kinds of things too."""
    return word.isupper() and len(word) <= 5


def _is_common(word: str) -> bool:
    said = tokens(word)
    return all(each in common() or singular(each) in common() for each in said)


@lru_cache(maxsize=1)
def common() -> frozenset[str]:
    """Words of user interfaces, of phrases and of the calendar: they name nobody."""
    tables = (ACTIONS, CONNECTORS, FILLERS, NOISE, ORDINALS, POSITIONS, RELATIONS, SOFT, STATES, STOP)
    said = " ".join(word for table in tables for word in table)
    found = {*vocabulary(), *tokens(said), *map(str.lower, _days()), *_closing()}
    return frozenset({*found, *map(singular, found)})


def _days() -> list[str]:
    named = (calendar.day_name, calendar.day_abbr, calendar.month_name, calendar.month_abbr)
    return [name for table in named for name in table if name]


@lru_cache(maxsize=1)
def _closing() -> frozenset[str]:
    """Words for kinds of things, which come after a name."""
    return frozenset(
        {*NOUNS, *(word for table in (CONTROLS, ITEMS, OTHERS, PARTS) for word in " ".join(table).split())}
    )

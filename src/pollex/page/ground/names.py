"""Proper names in a phrase (`Anna Wolff`, `AB-12`, what is quoted, longer numbers): they must be said exactly.

A thing that is called nearly so is suggested, and never taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from ...core.suggest import nearest
from ...text.dates import MONTHS, WEEKDAYS
from ...text.lexicon import WordIndex, vocabulary, word_class, word_index
from ...text.words import POSSESSIVE, singular, tokens
from .coverage import Coverage
from .grammar import ACTIONS, FILLERS, ORDINALS, POSITIONS, RELATIONS, STATES
from .kinds import CONTROLS, ITEMS, OTHERS, PARTS
from .phrase import QUOTED, Interpretation
from .scene import Thing
from .wording import texts

CODE: Final = re.compile(r"(?<![\w.,/-])#?(?=[^\s]*\d)[^\W_]+(?:[-./_,][^\W_]+)*")
DATE: Final = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")
ORDER: Final = re.compile(r"\d+(?:st|nd|rd|th)?")
WORD: Final = re.compile(r"[^\W\d_][^\W_]*(?:[-’'][^\W_]+)*")
SHORT: Final = 3
"""Digits from which on a number names something."""
COMPARED: Final = 14
"""Words of a long quotation that are compared."""
SMALL: Final = 40
"""Things in a row whose texts are read one after the other."""


@dataclass(frozen=True, slots=True)
class Name:
    """What must be said word for word; `strict`: its words one after the other."""

    text: str
    words: tuple[str, ...]
    strict: bool

    def is_said(self, text: WordIndex) -> bool:
        """Whether a text says it: all of its words in their order."""
        if not all(word in text.places or word in text.joined for word in self.words):
            return self._joined(text.tokens)
        if self.strict:
            return self._follows(self.words, text.tokens) or self._joined(text.tokens)
        rest = iter(text.tokens)
        return all(word in rest for word in self.words) or self._joined(text.tokens)

    def is_spread(self, said: tuple[str, ...]) -> bool:
        """Whether the texts of a row say it one after the other, in any order where it is two words."""
        reverse = len(self.words) == 2 and self._follows(self.words[::-1], said)
        return reverse or self._follows(self.words, said)

    def _follows(self, wanted: tuple[str, ...], said: tuple[str, ...]) -> bool:
        return any(said[at : at + len(wanted)] == wanted for at in range(len(said) - len(wanted) + 1))

    def _joined(self, said: tuple[str, ...]) -> bool:
        """`AB-12` and `AB12`, `GitHub` and `Git Hub`, `1,299` and `1299.00`."""
        wanted = _plain(self.words)
        begins = [at for at, word in enumerate(said) if word[0] == wanted[0] and wanted.startswith(_plain((word,)))]
        lengths = range(1, len(self.words) + 3)
        return any(_plain(said[at : at + length]) == wanted for at in begins for length in lengths)


def _plain(words: tuple[str, ...]) -> str:
    return "".join(re.sub(r"[.,](?:00?$)?", "", word) if word[0].isdigit() else word for word in words)


@lru_cache(maxsize=256)
def proper_names(text: str) -> tuple[Name, ...]:
    """Return the names that a phrase holds, each once."""
    quoted = [(match[match.lastindex or 0], True) for match in QUOTED.finditer(text)]
    rest = QUOTED.sub(" , ", text)
    codes = [(match[0], True) for match in CODE.finditer(rest) if _is_code(match[0])]
    rest = CODE.sub(lambda match: "," if _is_code(match[0]) else match[0], rest)
    runs = [(run, False) for run in _runs(rest)]
    made = [(said, tokens(said)[:COMPARED], strict) for said, strict in (*quoted, *codes, *runs)]
    return tuple(dict.fromkeys(Name(said, words, strict) for said, words, strict in made if words))


def _is_code(code: str) -> bool:
    """Whether it is the number of something, and no place in an order, no small amount and no date."""
    digits = sum(letter.isdigit() for letter in code)
    if DATE.fullmatch(code) or (ORDER.fullmatch(code) and digits < SHORT):
        return False
    return digits >= SHORT or any(letter.isalpha() for letter in code)


def _runs(text: str) -> Iterator[str]:
    """Yield capitalised words one after the other, without words for kinds of things at the end."""
    runs: list[list[str]] = []
    last = -1
    for match in WORD.finditer(text):
        word = POSSESSIVE.sub("", match[0])
        if word[0].isupper():
            runs += [] if match.start() == last + 1 > 0 and text[last].isspace() else [[]]
            runs[-1].append(word)
        last = match.end() if word[0].isupper() and word == match[0] else -1
    first = WORD.match(text.lstrip())
    if first is not None and runs and first[0] == runs[0][0] and (len(runs[0]) == 1 or _is_common(first[0])):
        runs[0] = runs[0][1:]  # a sentence begins with a capital letter
    for run in runs:
        while run and singular(run[-1].lower()) in _closing():
            run.pop()
        if not all(_is_common(word) or (word.isupper() and len(word) <= 5) for word in run):
            yield " ".join(run)


def _is_common(word: str) -> bool:
    return all(each in common() or singular(each) in common() for each in tokens(word))


@lru_cache(maxsize=1)
def common() -> frozenset[str]:
    """Return words of user interfaces, of phrases and of the calendar: they name nobody."""
    tables = (ACTIONS, FILLERS, ORDINALS, POSITIONS, RELATIONS, STATES)
    listed = " ".join(word for table in tables for word in table)
    calendar = [*WEEKDAYS, *(day[:3] for day in WEEKDAYS), *(name for line in MONTHS for name in line.split()[:2])]
    small = {*word_class("stop"), *word_class("soft"), *word_class("look")}
    found = {*vocabulary(), *tokens(listed), *small, *calendar, *_closing()}
    return frozenset({*found, *map(singular, found)})


@lru_cache(maxsize=1)
def _closing() -> frozenset[str]:
    """Return words for kinds of things, which come after a name."""
    return word_class("noun").union(*(" ".join(each).split() for each in (CONTROLS, ITEMS, OTHERS, PARTS)))


class NameCheck:
    """The proper names of a phrase before a scene."""

    def __init__(self, coverage: Coverage, text: str, readings: Sequence[Interpretation]) -> None:
        self.coverage = coverage
        self.scene = coverage.scene
        self.regions = coverage.regions
        self.names = [name for name in proper_names(text) if not self._is_mistyped(name)]
        self.placed = any(relation.way not in ("in", "of") for each in readings for relation in each.relations)

    def _is_mistyped(self, name: Name) -> bool:
        """Whether it may be a typing error of everybody's words on the page: `the Serach button`."""
        mistyped = self.coverage.wording.mistyped.items()
        meant = {self.coverage.words[place] for place, said in mistyped if not common().isdisjoint(said)}
        return not name.strict and meant.issuperset(name.words)

    @cached_property
    def lost(self) -> tuple[Name, ...]:
        """Names that nothing on the page says."""
        rows = {row for thing in self.coverage.speaking for _, row in self.regions.rows(thing.place)[:1]}
        return tuple(
            name for name in self.names if not self._saying[name] and not any(self._in_row(name, row) for row in rows)
        )

    @cached_property
    def _saying(self) -> dict[Name, dict[int, Thing]]:
        """By name, what says it."""
        own, zero = self.coverage.own, self.coverage.zero
        known = [each for each in self.scene.things if each.choices or own[each.place] is not zero]
        return {name: {thing.place: thing for thing in known if _says(thing, name)} for name in self.names}

    def fits(self, thing: Thing) -> bool:
        """Whether a thing is not known to be another than the one that is named."""
        return self.placed or not self.astray(thing)

    def astray(self, thing: Thing) -> tuple[Name, ...]:
        """Return the names by which a thing is not called."""
        return tuple(name for name in self.names if not self._fits(name, thing))

    def _fits(self, name: Name, thing: Thing) -> bool:
        if thing.place in self._saying[name]:
            return True
        rows = self.regions.rows(thing.place)
        own = dict(rows)
        apart = [any(own.get(up, row) != row for up, row in self.regions.rows(each)) for each in self._saying[name]]
        if not all(apart) or not apart:
            if any(self._in_row(name, row) for _, row in rows):
                return True
            if self._says_part(name, thing, rows[0][1] if rows else None):
                return False
        return not any(apart)

    def _in_row(self, name: Name, row: int) -> bool:
        """Whether something in a row says a name, or several texts one after the other."""
        if any(self.scene.holds(row, place) for place in self._saying[name]):
            return True
        if len(name.words) == 1 or self.scene.ends[row] - row > SMALL:
            return False
        said = (word_index(each.name).tokens for each in self.scene.inside(row) if each.sort != "group")
        return name.is_spread(tuple(token for each in said for token in each))

    def _says_part(self, name: Name, thing: Thing, row: int | None) -> bool:
        """Whether a thing, or the row it is in, says some of a name, and so is called otherwise."""
        held = [thing] if row is None else [self.scene.things[row], *self.scene.inside(row)]
        telling = {word for word in name.words if len(word) > 1 and word not in common()}
        return any(not telling.isdisjoint(word_index(each.name).tokens) for each in held)

    def near(self, names: Sequence[Name]) -> tuple[str, ...]:
        """Return what the page says that is like these names."""
        said = [thing.name for thing in self.scene.things if thing.name and thing.sort != "group"]
        rows = [self.scene.inside(row) for row in sorted(self.regions.items) if self.scene.ends[row] - row <= SMALL]
        said += [" ".join(each.name for each in row) for row in rows]
        return tuple(dict.fromkeys(each for name in names for each in _near(name, said)))


def _near(name: Name, said: Sequence[str]) -> list[str]:
    """Return parts of texts with as many words as a name: alike by their letters, else of the same shape."""
    length, begun = len(name.text.split()), {word[0] for word in name.words}
    split = [text.split() for text in said]
    runs = [each[at : at + length] for each in split for at in range(len(each) - length + 1)]
    found = list(dict.fromkeys(" ".join(run).strip(",.;:()") for run in runs if run[0][:1].lower() in begun))
    found = [each for each in found if each != name.text]
    return nearest(name.text, found) or [each for each in found if _shape(each) == _shape(name.text)][:3]


def _shape(text: str) -> str:
    return re.sub(r"\d+", "0", text.lower())


def _says(thing: Thing, name: Name) -> bool:
    said = (text for text, _ in texts(thing))
    return any(map(name.is_said, said)) or any(name.is_said(word_index(choice)) for choice in thing.choices)

"""Rows of lists as looks find them, whatever they are made of: which row of one look is which of another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Final

from ..text.words import tokens

FIGURE: Final = re.compile(r"\d{1,9}")
LIKE: Final = 0.5
"""The part of their words that the only rows of two lists share at least where they are one."""


class SeenRow:
    """A row with a text of its own, and the others of its list."""

    def __init__(self, rows: Sequence[tuple[int, str]], place: int) -> None:
        self._rows = rows
        self.place = place
        self.number, self.text = rows[place]

    @cached_property
    def others(self) -> list[str]:
        return [text for place, (_, text) in enumerate(self._rows) if place != self.place]

    @cached_property
    def words(self) -> frozenset[str]:
        return words_of(self.text)

    def is_same(self, now: SeenRow) -> bool:
        """Whether a row of a later look is provably this one: by its place in the same list, or by its text."""
        if [text for _, text in self._rows] == [text for _, text in now._rows]:
            return self.place == now.place
        if self.text == now.text:
            return self.text not in self.others and now.text not in now.others
        return self._is_nearest(now) and now._is_nearest(self) and self._stays(now)

    def _is_nearest(self, other: SeenRow) -> bool:
        """Whether no row of its own list is as much like another one, but for those that its list has too."""
        like = _likeness(self.text, other.text)
        return all(_likeness(each, other.text) < like or _is_among(each, other.others) for each in self.others)

    def _stays(self, now: SeenRow) -> bool:
        """Whether it has kept the words that are its own; or most of them, where most others are there still."""
        if not self.others and not now.others:
            return _shared(self.words, now.words) > LIKE
        if self.own and self.own == now.own and _is_counted(self.text, now.text):
            return True
        kept = sum(_is_among(each, now.others) for each in self.others)
        return 2 * len(self.own & now.own) > min(len(self.own), len(now.own)) and 2 * kept >= len(self.others)

    @cached_property
    def own(self) -> frozenset[str]:
        """Its words that no other row of its list has, without figures where it has others."""
        return _letters(" ".join(self.words.difference(*map(words_of, self.others))))

    def is_named(self, words: frozenset[str]) -> bool:
        """Whether words are those of this row only."""
        return bool(words) and words <= self.words and not any(words <= words_of(each) for each in self.others)


def seen_rows(lists: Iterable[Sequence[Sequence[int | str]]]) -> dict[int, SeenRow]:
    """Read the rows of a look's lists, by their numbers."""
    read = [[(int(number), str(text)) for number, text in each] for each in lists]
    return {number: SeenRow(rows, place) for rows in read for place, (number, _) in enumerate(rows)}


def are_same(then: Sequence[SeenRow], now: Sequence[SeenRow]) -> bool:
    """Whether rows around rows are the same; where more of them were seen once, by the inner or the outer ones."""
    outer = zip(reversed(then), reversed(now), strict=False)
    inner = zip(then, now, strict=False)
    return any(all(one.is_same(other) for one, other in pairs) for pairs in (outer, inner))


@lru_cache(4096)
def words_of(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


def _is_among(text: str, others: Sequence[str]) -> bool:
    """Whether a row is among others, its figures counted up at most."""
    return text in others or any(_letters(text) == _letters(each) and _is_counted(text, each) for each in others)


def _is_counted(then: str, now: str) -> bool:
    """Whether the figures of a row are the same, each counted up or down by one at most."""
    one, other = FIGURE.findall(then), FIGURE.findall(now)
    return len(one) == len(other) and all(abs(int(a) - int(b)) <= 1 for a, b in zip(one, other, strict=True))


@lru_cache(4096)
def _letters(text: str) -> frozenset[str]:
    """The words of a row without its figures, which a page counts up; all of them where it has nothing else."""
    words = words_of(text)
    return frozenset(word for word in words if not any(map(str.isdigit, word))) or words


def _likeness(one: str, other: str) -> tuple[float, float]:
    """Which part of their words two rows share: first without figures, then with them."""
    return _shared(_letters(one), _letters(other)), _shared(words_of(one), words_of(other))


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    both = one | other
    return len(one & other) / len(both) if both else 1.0

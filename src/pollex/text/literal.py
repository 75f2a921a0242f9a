"""What a text states, compared literally: numbers, dates and names, letter case and spaces aside."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Final

from .dates import Day, dates, relative_days
from .numbers import CARDINALS, NUMBER, amounts
from .words import folded

UNITS: Final = r"(?:c|m|k)?m|(?:m|c)?l|k?g|inch(?:es)?|pieces|players|watts?|w|litres?|%|percent|°c?"
"""What a number measures."""
MEASURE: Final = re.compile(rf"(?:{NUMBER.pattern})\s?(?:{UNITS})\b")
SIGNS: Final = re.compile(r"[^\w\s]+")


class Statements:
    """The statements of a text, to be asked whether it says something."""

    def __init__(self, text: str, today: date | None = None) -> None:
        self.text = text
        self._today = today or date.today()

    @cached_property
    def worded(self) -> str:
        """Only its words, one space between them."""
        return f" {only_words(self.text)} "

    @cached_property
    def compact(self) -> str:
        """Without any spaces: numbers of accounts and phones are written in groups or not."""
        return "".join(self.text.split()).casefold()

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        found = {value for numeral in NUMBER.findall(self.text) for value in amounts(numeral)}
        return frozenset(found | {Decimal(CARDINALS[word]) for word in self.worded.split() if word in CARDINALS})

    @cached_property
    def counts(self) -> frozenset[Decimal]:
        """Its numbers that are not of a measure: two mugs, but not 15 cm."""
        return Statements(MEASURE.sub(" ", self.text)).numbers

    @cached_property
    def dates(self) -> frozenset[Day]:
        return frozenset([*dates(self.text), *relative_days(self.worded.strip(), self._today)])

    def says(self, value: str) -> bool:
        """Return whether it has a value as whole words, signs aside."""
        wanted = only_words(value)
        return bool(wanted) and f" {wanted} " in self.worded

    def says_compact(self, value: str) -> bool:
        """Return whether it has a value however it is grouped, and not only as the beginning or end of another."""
        wanted = "".join(value.split()).casefold()
        if not wanted or wanted not in self.compact:
            return False
        grouped = r"\s*".join(map(re.escape, wanted))
        return re.search(rf"(?<!\w){grouped}(?!\w)", self.text.casefold()) is not None

    def says_number(self, value: str) -> bool:
        return not self.numbers.isdisjoint(amounts(value))

    def says_day(self, day: Day) -> bool:
        return any(day.is_same(each) for each in self.dates)


def folded_json(text: str) -> str:
    """Return a text of JSON with single spaces, letter case aside."""
    return folded(text.replace("\\n", " ").replace('\\"', '"'))


def only_words(text: str) -> str:
    """Return only the words of a text, signs as spaces."""
    return folded(SIGNS.sub(" ", text))

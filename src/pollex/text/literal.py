"""What a text states, compared literally: numbers, dates and names, letter case and spaces aside."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Final

from .dates import Day, dates, relative_days, times
from .numbers import ALONE, CARDINALS, NUMBER, PRICE, amounts
from .phones import PHONE, same_phone
from .words import folded, split_name

UNITS: Final = r"(?:c|m|k)?m|(?:m|c)?l|k?g|inch(?:es)?|pieces|players|watts?|w|litres?|%|percent|°c?"
"""What a number measures."""
MEASURE: Final = re.compile(rf"(?:{NUMBER.pattern})\s?(?:{UNITS})\b")
SIGNS: Final = re.compile(r"[^\w\s]+")
SHORT: Final = 40
"""Characters of a value that may be a time."""


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
        """Its numbers; what stands behind a letter is a part of a name: K21.0 is no 21."""
        found = {value for numeral in ALONE.findall(self.text) for value in amounts(numeral)}
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
        if not wanted or f" {wanted} " not in self.worded:
            return False
        return not (wanted[0].isdigit() or wanted[-1].isdigit()) or self._has_alone(wanted)

    def _has_alone(self, wanted: str) -> bool:
        """Return whether it has a value that begins or ends with a number, and not only a part of its digits."""
        spaced = r"[^\w]+".join(map(re.escape, wanted.split()))
        return re.search(rf"(?<!\w)(?<!\d[.,]){spaced}(?!\w)(?![.,]\d)", self.text.casefold()) is not None

    def means(self, value: str) -> bool:
        """Return whether it has a value in another form: a time, a phone number, a number in words, a name in code."""
        return (
            self.says(split_name(value))
            or self._says_figure(value)
            or not self.minutes.isdisjoint(times(value) if len(value) < SHORT else ())
            or any(map(same_phone(value), PHONE.findall(self.text)))
        )

    def _says_figure(self, value: str) -> bool:
        """Return whether it has the one number that a value is, in words or with its currency."""
        word = only_words(value)
        found = PRICE.fullmatch(value.strip())
        numeral = str(CARDINALS[word]) if word in CARDINALS else found[1] if found else ""
        readings = amounts(numeral)
        return bool(readings) and self.numbers.issuperset(readings)

    @cached_property
    def minutes(self) -> frozenset[int]:
        """Its times of day, in minutes."""
        return frozenset(times(self.text))

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


def has_whole(text: str, value: str) -> bool:
    """Return whether a text has a value sign by sign, and not only as a part of a word or a number."""
    return not value or re.search(rf"(?<!\w)(?<!\d[.,]){re.escape(value)}(?!\w)(?![.,]\d)", text) is not None


def folded_json(text: str) -> str:
    """Return a text of JSON with single spaces, letter case aside."""
    return folded(text.replace("\\n", " ").replace('\\"', '"'))


def only_words(text: str) -> str:
    """Return only the words of a text, signs as spaces."""
    return folded(SIGNS.sub(" ", text))

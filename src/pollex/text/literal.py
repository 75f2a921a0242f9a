"""Texts compared literally: numbers, dates and names as people and pages write them, letter case and spaces aside."""

from __future__ import annotations

import re
from calendar import day_name, month_abbr, month_name
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Final, NamedTuple

NUMBER: Final = re.compile(r"\d{1,3}(?:[.,’'\u00a0\u202f ]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)?")
WORDS: Final = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
        ]
    )
} | {"none": 0, "twice": 2, "both": 2, "dozen": 12}
ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
        ],
        1,
    )
}
MONTHS: Final = {name.casefold(): at for names in (month_name, month_abbr) for at, name in enumerate(names) if name}
DAYS: Final = {name.casefold(): at for at, name in enumerate(day_name)}
NAMED: Final = "|".join(sorted(MONTHS, key=len, reverse=True))
PATTERNS: Final = (
    re.compile(r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?!\d)"),
    re.compile(r"(?<!\d)(?P<day>\d{1,2})[./](?P<month>\d{1,2})[./](?P<year>\d{4})(?!\d)"),
    re.compile(
        rf"\b(?P<day>\d{{1,2}}|{'|'.join(ORDINALS)})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<month>{NAMED})\b\.?,?(?:\s+(?P<year>\d{{4}}))?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<month>{NAMED})\.?\s+(?:the\s+)?(?P<day>\d{{1,2}}|{'|'.join(ORDINALS)})(?:st|nd|rd|th)?\b(?!\s*[.,:]\d)(?:,?\s+(?P<year>\d{{4}}))?",
        re.IGNORECASE,
    ),
)
UNITS: Final = r"(?:c|m|k)?m|(?:m|c)?l|k?g|inch(?:es)?|pieces|players|watts?|w|litres?|%|percent|°c?"
"""What a number measures."""
FEASTS: Final = {
    "xmas eve": (12, 24), "xmas": (12, 25),
    "new year s day": (1, 1), "valentine s day": (2, 14), "halloween": (10, 31), "christmas eve": (12, 24),
    "christmas day": (12, 25), "boxing day": (12, 26), "new year s eve": (12, 31),
}  # fmt: skip
SPACE: Final = re.compile(r"[\s\u00a0\u202f]+")
SIGNS: Final = re.compile(r"[^\w\s]+")


class Day(NamedTuple):
    """A date as a text says it; without a year, that of any year."""

    year: int | None
    month: int
    day: int

    def is_same(self, other: Day) -> bool:
        years = {self.year, other.year} - {None}
        return (self.month, self.day) == (other.month, other.day) and len(years) < 2


class Said:
    """What a text says, to be asked whether it says something."""

    def __init__(self, text: str, today: date | None = None) -> None:
        self.text = text
        self._today = today or date.today()

    @cached_property
    def worded(self) -> str:
        """Only its words, one space between them."""
        return f" {words(self.text)} "

    @cached_property
    def compact(self) -> str:
        """Without any spaces: numbers of accounts and phones are written in groups or not."""
        return SPACE.sub("", self.text).casefold()

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        found = {amount for number in NUMBER.findall(self.text) for amount in amounts(number)}
        return frozenset(found | {Decimal(WORDS[word]) for word in self.worded.split() if word in WORDS})

    @cached_property
    def counts(self) -> frozenset[Decimal]:
        """Its numbers that are not of a measure: two mugs, but not 15 cm."""
        bare = re.sub(rf"(?:{NUMBER.pattern})\s?(?:{UNITS})\b", " ", self.text)
        return Said(bare).numbers

    @cached_property
    def dates(self) -> frozenset[Day]:
        return frozenset([*dates(self.text), *self._relative()])

    def _relative(self) -> list[Day]:
        """Return days that are named relative to today, or by their holidays."""
        spoken = set(self.worded.split())
        ahead = [0] * ("today" in spoken) + [1] * ("tomorrow" in spoken) + [-1] * ("yesterday" in spoken)
        for name, number in DAYS.items():
            if name in spoken:
                until = (number - self._today.weekday()) % 7 or 7
                ahead += [until, until + 7, until - 7]
        days = [self._today + timedelta(days=each) for each in ahead]
        feasts = [Day(None, *day) for name, day in FEASTS.items() if f" {name} " in self.worded]
        return [*feasts, *(Day(each.year, each.month, each.day) for each in days)]

    def says(self, value: str) -> bool:
        """Return whether it has a value as whole words, signs aside."""
        wanted = words(value)
        return bool(wanted) and f" {wanted} " in self.worded

    def says_compact(self, value: str) -> bool:
        return bool(value.strip()) and SPACE.sub("", value).casefold() in self.compact

    def says_number(self, value: str) -> bool:
        return bool(amounts(value) & self.numbers)

    def says_day(self, day: Day) -> bool:
        return any(day.is_same(each) for each in self.dates)


def plain(text: str) -> str:
    """Return a text with single spaces, letter case aside."""
    return SPACE.sub(" ", text.replace("\\n", " ").replace('\\"', '"')).strip().casefold()


def words(text: str) -> str:
    """Return only the words of a text, signs as spaces."""
    return SPACE.sub(" ", SIGNS.sub(" ", text)).strip().casefold()


def dates(text: str) -> list[Day]:
    """Return the days that a text names."""
    found = []
    for pattern in PATTERNS:
        for match in pattern.finditer(text):
            day, month = match["day"].casefold(), match["month"].casefold()
            made = Day(
                int(match["year"]) if match["year"] else None,
                MONTHS.get(month) or int(month),
                ORDINALS.get(day) or int(day),
            )
            if 1 <= made.month <= 12 and 1 <= made.day <= 31:
                found.append(made)
    return found


def amounts(text: str) -> set[Decimal]:
    """Return what a number may mean: a lone separator before three digits may be of thousands or of decimals."""
    bare = re.sub(r"[\s\u00a0\u202f’']", "", text).strip(".,")
    if not re.fullmatch(r"\d[\d.,]*", bare):
        return set()
    last = max(bare.rfind("."), bare.rfind(","))
    if last < 0:
        return {Decimal(bare)}
    whole, decimals = re.sub(r"[.,]", "", bare[:last]), bare[last + 1 :]
    both = {Decimal(f"{whole or 0}.{decimals}")}
    if len(decimals) == 3:
        both.add(Decimal(whole + decimals))
    return both

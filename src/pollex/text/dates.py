"""Dates as people and pages write them. Every part of Pollex that reads a date reads it here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Final, Literal, NamedTuple

from .numbers import ORDINALS

DateOrder = Literal["dmy", "mdy"]

MONTHS: Final = (
    "january jan januar janvier janv enero ene gennaio gen januari janeiro styczeń stycznia",
    "february feb februar février févr fevrier febrero febbraio februari fevereiro fev lutego luty",
    "march mar märz maerz mrz mars marzo maart mrt março marca marzec",
    "april apr avril avr abril abr aprile kwietnia kwiecień",
    "may may mai mayo maggio mag mei maio maja",
    "june jun juni juin junio giugno giu junho czerwca czerwiec",
    "july jul juli juillet juil julio luglio lug julho lipca lipiec",
    "august aug août aout agosto ago augustus sierpnia sierpień",
    "september sep sept septembre septiembre settembre set setembro września wrzesień",
    "october oct oktober okt octobre octubre ottobre ott outubro out października październik",
    "november nov novembre noviembre novembro listopada listopad",
    "december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro grudnia grudzień",
)
MONTH: Final = {word: number for number, line in enumerate(MONTHS, 1) for word in line.split()}
ENGLISH: Final = frozenset({"sept", *(word for line in MONTHS for word in line.split()[:2])})
"""Names that mean a month without a year too: `5 out of 10` is no day in October."""
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FEASTS: Final = {
    "xmas eve": (12, 24), "xmas": (12, 25), "new year s day": (1, 1), "valentine s day": (2, 14),
    "halloween": (10, 31), "christmas eve": (12, 24), "christmas day": (12, 25), "boxing day": (12, 26),
    "new year s eve": (12, 31),
}  # fmt: skip
NAMED: Final = "|".join(sorted(MONTH, key=len, reverse=True))
DAY: Final = rf"(?P<day>\d{{1,2}}|{'|'.join(ORDINALS)})"
PATTERNS: Final = (
    re.compile(r"(?<!\d)(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)"),
    re.compile(
        rf"(?<!\w){DAY}(?:st|nd|rd|th|\.|er|º)?\s*(?:de |of )?\s*(?P<month>{NAMED})(?!\w)\.?"
        r"(?:,?\s*(?:de )?(?P<year>\d{4})(?!\d))?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<!\w)(?P<month>{NAMED})\.?\s+(?:the\s+)?{DAY}(?:st|nd|rd|th)?(?!\w)(?!\s*[.,:]\d)"
        r"(?:,?\s+(?P<year>\d{4})(?!\d))?",
        re.IGNORECASE,
    ),
)
DIGITS: Final = re.compile(r"(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)")
TIME: Final = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\b)?(?![\d:])", re.IGNORECASE)
HOUR: Final = re.compile(r"(?<![\d:.,])(\d{1,2})\s*([ap])\.?m\b", re.IGNORECASE)
"""A time without minutes: 2 pm."""


class Day(NamedTuple):
    """A date as a text names it; without a year, that day of any year."""

    year: int | None
    month: int
    day: int

    def is_same(self, other: Day) -> bool:
        years = {self.year, other.year} - {None}
        return (self.month, self.day) == (other.month, other.day) and len(years) < 2


def days_in(text: str, order: DateOrder | None = "dmy") -> list[tuple[int, Day]]:
    """Return the days that a text names, each with its place in the text.

    `order` decides where `3/4/2026` could be two days; with None it is neither.
    """
    found = [(at, day) for at, day in (*_written(text), *_in_digits(text, order)) if _exists(day)]
    return sorted(found, key=lambda each: each[0])


def dates(text: str) -> list[Day]:
    """Return the days that a text names, in its order."""
    return [day for _, day in days_in(text)]


def date_in(text: str, order: DateOrder | None = None) -> date | None:
    """Return the one date with a year in a text; None where it could be two."""
    found = {date(day.year, day.month, day.day) for _, day in days_in(text, order) if day.year}
    return found.pop() if len(found) == 1 else None


def minutes_of_day(text: str) -> int | None:
    """Return the first time of day in a text, in minutes; None where there is none."""
    found = TIME.search(text)
    return None if found is None else _minutes(found[1], found[2], (found[4] or "").lower())


def times(text: str) -> list[int]:
    """Return the times of day that a text names, in minutes."""
    found = ((each[1], each[2], each[4]) for each in TIME.finditer(text))
    whole = ((each[1], "0", each[2]) for each in HOUR.finditer(text))
    return [_minutes(hour, minute, (half or "").lower()) for hour, minute, half in (*found, *whole)]


def _minutes(hour: str, minute: str, half: str) -> int:
    return (int(hour) % 12 + 12 * (half == "p") if half else int(hour)) * 60 + int(minute)


def _written(text: str) -> Iterator[tuple[int, Day]]:
    for pattern in PATTERNS:
        for match in pattern.finditer(text):
            day, month, year = match["day"].lower(), match["month"].lower(), match["year"]
            if year or month in ENGLISH:
                number = MONTH[month] if month in MONTH else int(month)
                yield match.start(), Day(int(year) if year else None, number, ORDINALS.get(day) or int(day))


def _in_digits(text: str, order: DateOrder | None) -> Iterator[tuple[int, Day]]:
    for match in DIGITS.finditer(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        known = _order_of(first, second) or ("dmy" if match[2] == "." or first == second else order)
        if known:
            yield match.start(), Day(year, second, first) if known == "dmy" else Day(year, first, second)


def _order_of(first: int, second: int) -> DateOrder | None:
    if first > 12 >= second:
        return "dmy"
    return "mdy" if second > 12 >= first else None


def _exists(day: Day) -> bool:
    try:
        date(day.year or 2024, day.month, day.day)  # a leap year
    except ValueError:
        return False
    return True


def relative_days(words: str, today: date) -> list[Day]:
    """Return the days that words name as seen from today, or by their feasts; one space between words."""
    spoken = set(words.split())
    ahead = [0] * ("today" in spoken) + [1] * ("tomorrow" in spoken) + [-1] * ("yesterday" in spoken)
    for number, name in enumerate(WEEKDAYS):
        if name in spoken:
            until = (number - today.weekday()) % 7 or 7
            ahead += [until, until + 7, until - 7]
    feasts = [Day(None, *day) for name, day in FEASTS.items() if f" {name} " in f" {words} "]
    return [*feasts, *(Day(*(today + timedelta(days=each)).timetuple()[:3]) for each in ahead)]


def moment_in(text: str, order: DateOrder | None = None) -> str | None:
    """Return the one date with its time as ISO 8601; None without a time."""
    if re.search(r"\d[T ]\d", text):
        with suppress(ValueError):
            return datetime.fromisoformat(text.strip()).isoformat()
    day, times = date_in(text, order), TIME.findall(text)
    if day is None or len(times) != 1:
        return None
    hour, minute, second, half = times[0]
    hours = int(hour) % 12 + (12 if half.lower() == "p" else 0) if half else int(hour)
    try:
        return datetime(day.year, day.month, day.day, hours, int(minute), int(second or 0)).isoformat()
    except ValueError:
        return None


def date_order(texts: Iterable[str], language: str = "") -> DateOrder | None:
    """Return what comes first here, days or months: by a date that can be read one way only, else by the language."""
    orders = {
        order for text in texts for match in DIGITS.finditer(text) if (order := _order_of(int(match[1]), int(match[3])))
    }
    if len(orders) == 1:
        return orders.pop()
    if orders or not language or language.lower() == "en":
        return None
    return "mdy" if language.lower() == "en-us" else "dmy"

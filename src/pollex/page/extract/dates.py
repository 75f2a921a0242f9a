"""Dates as pages write them, as ISO dates. What could be two dates is none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from typing import Final, Literal

Order = Literal["dmy", "mdy"]

MONTHS: Final = (
    "january jan januar janvier janv enero ene gennaio gen januari janeiro styczeń stycznia",
    "february feb februar février févr fevrier febrero febbraio februari fevereiro fev lutego luty",
    "march mar märz maerz mrz mars marzo maart mrt março marca marzec",
    "april apr avril avr abril abr aprile kwietnia kwiecień",
    "may mai mayo maggio mag mei maio maja",
    "june jun juni juin junio giugno giu junho czerwca czerwiec",
    "july jul juli juillet juil julio luglio lug julho lipca lipiec",
    "august aug août aout agosto ago augustus sierpnia sierpień",
    "september sep sept septembre septiembre settembre set setembro września wrzesień",
    "october oct oktober okt octobre octubre ottobre ott outubro out października październik",
    "november nov novembre noviembre novembro listopada listopad",
    "december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro grudnia grudzień",
)
MONTH: Final = {word: number for number, line in enumerate(MONTHS, 1) for word in line.split()}
NAMED: Final = "|".join(sorted(MONTH, key=len, reverse=True))
ISO: Final = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
DAY_FIRST: Final = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|\.|er|º)?\s*(?:de |of )?\s*({NAMED})\.?,?\s*(?:de )?(\d{{4}})(?!\d)",
    re.IGNORECASE,
)
MONTH_FIRST: Final = re.compile(
    rf"(?<!\w)({NAMED})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})(?!\d)", re.IGNORECASE
)
DIGITS: Final = re.compile(r"(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)")
YEAR: Final = re.compile(r"(?<!\d)\d{4}(?!\d)")
TIME: Final = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\b)?(?![\d:])", re.IGNORECASE)


def date_in(text: str, order: Order | None = None) -> date | None:
    """The one date in a text."""
    if not YEAR.search(text):
        return None
    found = {made for year, month, day in _parts(text, order) if (made := _date(year, month, day))}
    return found.pop() if len(found) == 1 else None


def _parts(text: str, order: Order | None) -> Iterable[tuple[int, int, int]]:
    for match in ISO.finditer(text):
        yield int(match[1]), int(match[2]), int(match[3])
    for match in DAY_FIRST.finditer(text):
        yield int(match[3]), MONTH[match[2].lower()], int(match[1])
    for match in MONTH_FIRST.finditer(text):
        yield int(match[3]), MONTH[match[1].lower()], int(match[2])
    for match in DIGITS.finditer(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        known = _order_of(first, second) or ("dmy" if match[2] == "." or first == second else order)
        if known:
            yield (year, second, first) if known == "dmy" else (year, first, second)


def _order_of(first: int, second: int) -> Order | None:
    if first > 12 >= second:
        return "dmy"
    return "mdy" if second > 12 >= first else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def moment_in(text: str, order: Order | None = None) -> str | None:
    """The one date with its time, as ISO 8601; None without a time."""
    try:
        return datetime.fromisoformat(text.strip()).isoformat() if re.search(r"\d[T ]\d", text) else None
    except ValueError:
        pass
    day, times = date_in(text, order), TIME.findall(text)
    if day is None or len(times) != 1:
        return None
    hour, minute, second, half = times[0]
    hours = int(hour) % 12 + (12 if half.lower() == "p" else 0) if half else int(hour)
    try:
        return datetime(day.year, day.month, day.day, hours, int(minute), int(second or 0)).isoformat()
    except ValueError:
        return None


def date_order(texts: Iterable[str], language: str = "") -> Order | None:
    """Whether days or months come first here: told by a date that can be read one way only, else by the language."""
    orders = {
        order for text in texts for match in DIGITS.finditer(text) if (order := _order_of(int(match[1]), int(match[3])))
    }
    if len(orders) == 1:
        return orders.pop()
    if orders or not language or language.lower() == "en":
        return None
    return "mdy" if language.lower() == "en-us" else "dmy"

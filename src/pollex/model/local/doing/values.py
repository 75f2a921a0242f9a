"""Values as fields want them: dates and times in the form of the browser's own fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
            "september sep sept", "october oct", "november nov", "december dec",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
NAMES: Final = "|".join(sorted(MONTHS, key=len, reverse=True))
DAY_FIRST: Final = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? (?P<month>{NAMES})\.?,? (?P<year>\d{{4}})\b", re.IGNORECASE
)
MONTH_FIRST: Final = re.compile(
    rf"\b(?P<month>{NAMES})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})\b", re.IGNORECASE
)
MONTH_ONLY: Final = re.compile(rf"^\s*(?P<month>{NAMES})\.? (?P<year>\d{{4}})\s*$", re.IGNORECASE)
FIGURES: Final = re.compile(r"\b(?P<day>\d{1,2})[./](?P<month>\d{1,2})[./](?P<year>\d{4})\b")
ISO: Final = re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b")
PATTERN: Final = re.compile(r"\b(?:DD[./-]MM[./-]YYYY|MM[./-]DD[./-]YYYY|YYYY[./-]MM[./-]DD)\b", re.IGNORECASE)
CLOCK: Final = re.compile(
    r"\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?\s*(?P<half>am|pm|a\.m\.|p\.m\.)?(?!\w|\.\d)", re.IGNORECASE
)

SUMS: Final = re.compile(r"\b(?:amount|price|sum|budget|total|fee|cost|limit)\b", re.IGNORECASE)
MONEY: Final = re.compile(
    r"[€$£]?\s?(?P<figures>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)\s?(?:€|\$|£|euros?|eur|dollars?|pounds?)?",
    re.IGNORECASE,
)


def in_figures(value: str, field: str) -> str:
    """An amount of money as a field for one takes it: `1,000 euros` as 1000."""
    match = MONEY.fullmatch(value.strip()) if SUMS.search(field) else None
    if match is None:
        return value
    return re.sub(r",(?=\d{3}(?:\D|$))", "", match["figures"])


def field_value(value: str) -> str | None:
    """A date as a date field takes it."""
    for pattern in (DAY_FIRST, MONTH_FIRST, ISO, FIGURES):
        if match := pattern.search(value):
            month = match["month"]
            number = MONTHS.get(month.lower()) or int(month)
            return f"{match['year']}-{number:02}-{int(match['day']):02}"
    return None


def in_pattern(value: str, label: str) -> str:
    """A date as the label of its field asks for it: `on (DD.MM.YYYY)`."""
    pattern, day = PATTERN.search(label), field_value(value)
    if pattern is None or day is None:
        return value
    year, month, number = day.split("-")
    return pattern[0].upper().replace("YYYY", year).replace("MM", month).replace("DD", number)


def wanted_forms(value: str) -> Iterator[str]:
    """The forms in which a field of the browser may want a value: date, date and time, month, time, number."""
    day, time = field_value(value), None
    rest = DAY_FIRST.sub("", MONTH_FIRST.sub("", ISO.sub("", FIGURES.sub("", value))))
    if match := CLOCK.search(rest):
        hour = int(match["hour"]) % 12 + 12 if (match["half"] or "").lower().startswith("p") else int(match["hour"])
        time = f"{hour:02}:{match['minute'] or '00'}"
    if day and time:
        yield f"{day}T{time}"
    if day:
        yield day
        yield day[:7]
    if match := MONTH_ONLY.match(value):
        yield f"{match['year']}-{MONTHS[match['month'].lower()]:02}"
    if time:
        yield time
    bare = re.sub(r"[^\d.,-]", "", value)
    if bare and bare != value:
        yield bare
        if "," in bare:
            yield bare.replace(",", "")

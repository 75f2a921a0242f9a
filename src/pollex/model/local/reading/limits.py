"""Limits in a phrase: `under 50 euros`, `for 15 euros or less`, `rated 4 and better`, `due before May`, `in 2026`."""

from __future__ import annotations

import re
from calendar import monthrange
from typing import Final

from ..program import Op, Test
from .masks import Masked

NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
}
COUNT: Final = rf"(?:\d+|{'|'.join(NUMBERS)})"
MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
MONTH: Final = "|".join(MONTHS)
DAY: Final = (
    rf"(?i:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{MONTH})(?: \d{{4}})?|\d{{4}}-\d{{2}}-\d{{2}}|"
    r"\d{1,2}\.\d{1,2}\.(?:\d{4})?)"
)
WHEN: Final = rf"(?:the )?(?:{DAY}|(?i:{MONTH})(?: \d{{4}})?|\d{{4}})"
AMOUNT: Final = (
    r"(?:[€$£]\s?)?\d[\d.,]*\d?(?:\s?(?:€|\$|£|%|euros?|eur|dollars?|pounds?|stars?|cents?|percent|pieces?)(?!\w))?"
)
LESS: Final = r"(?:under|below|less than|cheaper than|lower than|fewer than|smaller than)"
MORE: Final = r"(?:over|above|more than|higher than|greater than|larger than|exceeding|bigger than)"
AT_MOST: Final = r"(?:at most|up to|no more than|not more than|not (?:over|above)|maximum|a maximum of|at the most)"
AT_LEAST: Final = r"(?:at least|no less than|not less than|minimum|a minimum of)"
LIMITS: Final[tuple[tuple[str, Op], ...]] = ((AT_MOST, "le"), (AT_LEAST, "ge"), (LESS, "lt"), (MORE, "gt"))
AFTER: Final = re.compile(
    rf"(?P<amount>{AMOUNT}) (?P<how>at (?:the )?most|maximum|max|at (?:the )?least|minimum|"
    r"(?:or|and) (?:less|cheaper|below|under|lower|fewer|more|better|up|higher|above|over))\b",
    re.IGNORECASE,
)
"""`40 euros at most` is `at most 40 euros`."""
LEAD: Final = (
    r"(?:\s*,?\s*(?:\b(?:and|but)\b)?\s*\b(?:that|which|who)?\s*(?:is|are|was|were|cost|costs|costing|"
    r"priced(?: at)?|have|has|with|of|whose|where|for|at|rated|scored)?\s*)"
)
WHAT: Final = (
    r"(?<=with |hose |here | and | has |have )(?:a |an |the |its |their )?(?P<field>[a-z][a-z -]{1,25}?)\s+"
    r"(?:is |are |of |was )?"
)
NO_UNIT: Final = frozenset({"and", "in", "on", "or", "to", "with", "from", "of", "that", "which", "at", "by", "only"})
MONEY: Final = re.compile(r"[€$£]|\b(?:costs?|costing|priced|euros?|eur|dollars?|pounds?)\b", re.IGNORECASE)
RATED: Final = re.compile(r"\b(?:stars?|rated|scored|better)\b", re.IGNORECASE)


def limits(words: str, tests: list[Test], masked: Masked) -> str:
    """The words without their limits, which are added to the tests."""
    words = AFTER.sub(_before, words)
    words = _between(words, tests)
    for how, op in LIMITS:
        pattern = re.compile(
            rf"{LEAD}(?:{WHAT})?\b{how}\s+(?P<value>{AMOUNT})(?!\w|[.-]\w| (?:{MONTH}))(?:\s+(?P<unit>[a-z]+))?"
            r"(?: in (?P<after>price|total|value))?",
            re.IGNORECASE,
        )
        if match := pattern.search(words):
            unit = match["unit"] if match["unit"] not in NO_UNIT else None
            field = _field(match["field"]) or match["after"] or (unit and unit.lower()) or nature(match[0])
            tests.append(Test(field, op, match["value"].strip()))
            end = match.end() if unit or not match["unit"] else match.start("unit")
            words = f"{words[: match.start()]} {words[end:]}".strip()
    return _dates(words, tests, masked)


def _before(match: re.Match[str]) -> str:
    how = match["how"].lower()
    is_most = how.startswith(("at most", "at the most", "max")) or how.endswith(
        ("less", "cheaper", "below", "under", "lower", "fewer")
    )
    rated = " stars" if how.endswith("better") and not re.search(r"[a-z€$£]", match["amount"]) else ""
    return f"{'at most' if is_most else 'at least'} {match['amount']}{rated}"


def _between(words: str, tests: list[Test]) -> str:
    match = re.search(
        rf"{LEAD}(?:{WHAT})?\bbetween (?P<low>{AMOUNT}) and (?P<high>{AMOUNT})(?!\w| (?:{MONTH}))", words, re.IGNORECASE
    )
    if match is None:
        return words
    field = _field(match["field"]) or nature(match[0])
    tests += [Test(field, "ge", match["low"]), Test(field, "le", match["high"])]
    return words[: match.start()] + words[match.end() :]


def nature(words: str) -> str | None:
    """The field that a limit speaks of without naming it."""
    return "price" if MONEY.search(words) else "rating" if RATED.search(words) else None


def _field(words: str | None) -> str | None:
    known = {"cost": "price", "costs": "price", "rated": "rating", "": None}
    return None if words is None else known.get(words.strip().lower(), words.strip().lower())


SIDES: Final[tuple[tuple[str, Op], ...]] = (
    ("(?:before|earlier than|older than)", "before"), ("(?:after|later than|newer than)", "after"),
    ("(?:since)", "ge"),
)  # fmt: skip


def _dates(words: str, tests: list[Test], masked: Masked) -> str:
    for how, op in SIDES:
        pattern = (
            r"(?:\s*\b(?:that|which)\s+(?:is|are|was|were|came))?\s+(?:(?P<field>due|dated|sent|created|booked)\s+)?"
            rf"{how}\s+(?P<value>{WHEN})\b"
        )
        if match := re.search(pattern, f" {words}", re.IGNORECASE):
            field = match["field"] if match["field"] == "due" else "date"
            tests.append(Test(field, op, masked.value(match["value"])))
            words = f" {words}"[: match.start()] + f" {words}"[match.end() :]
    return words.strip()


def period(words: str) -> tuple[Test, ...]:
    """The tests of a month or a year."""
    match = re.fullmatch(rf"(?:the )?(?:year )?(?:(?P<month>{MONTH}) )?(?P<year>\d{{4}})", words.strip(), re.IGNORECASE)
    if match is None:
        return ()
    year, month = int(match["year"]), match["month"]
    first, last = (1, 12) if month is None else (MONTHS.index(month.lower()) + 1,) * 2
    end = monthrange(year, last)[1]
    return Test("date", "ge", f"{year}-{first:02}-01"), Test("date", "le", f"{year}-{last:02}-{end}")


def number(words: str) -> int | None:
    """A number in figures or words."""
    said = words.strip().lower()
    return int(said) if said.isdigit() else NUMBERS.get(said)

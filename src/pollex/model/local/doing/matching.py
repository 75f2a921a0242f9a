"""The one row that a description means by its parts: `the message "X" from Ann of 11 November`."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from .calling import call
from .columns import tokens
from .script import Memory, Script

ROWS: Final = "css=main a[href], main [role=row], main [role=option], main tr a[href], [role=main] a[href]"
MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
DAY: Final = re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{'|'.join(MONTHS)})\b", re.IGNORECASE)


def by_parts(memory: Memory, words: str) -> Script[str | None]:
    """Words for the link of the only row that has all names, quotes and dates of a description."""
    needed, days = _parts(words)
    if len(needed) < 2 or ('"' not in words and not days):
        return None
    quoted = re.search(r'"([^"]+)"', words)
    selector = f'role=link[name="{quoted[1]}"]' if quoted else ROWS
    found = yield from call(memory, "query", selector=selector, most=50)
    fitting = [each for each in found.get("elements") or () if _has(each, needed, days)]
    if len(fitting) > 1:
        plain = [each for each in fitting if not re.search(r"\b(?:Re|Fwd?):", f"{each['name']} {each['text']}")]
        fitting = plain if len(plain) == 1 else fitting
    if len(fitting) != 1:
        return None
    name = " ".join(str(fitting[0]["name"]).replace('"', "").split())
    return f'the "{name}" {fitting[0]["role"]}'


def _parts(words: str) -> tuple[set[str], list[set[str]]]:
    """The words that a row must have, and for each day the ways in which it may be written."""
    quotes = " ".join(re.findall(r'"([^"]+)"', words))
    rest = DAY.sub(" ", re.sub(r'"[^"]+"', " ", words))
    names = " ".join(re.findall(r"(?<!\w)[A-Z][\w'’&-]*", rest))
    return set(tokens(f"{quotes} {names}")), [_ways(match) for match in DAY.finditer(words)]


def _ways(match: re.Match[str]) -> set[str]:
    day, month = int(match["day"]), MONTHS.index(match["month"].lower()) + 1
    name = match["month"].capitalize()
    return {
        f"{month:02}-{day:02}", f"{day} {name}", f"{day} {name[:3]}", f"{name} {day}", f"{name[:3]} {day}",
        f"{day}.{month}.", f"{day:02}.{month:02}.", f"{day:02} {name[:3]}",
    }  # fmt: skip


def _has(element: Object, needed: set[str], days: list[set[str]]) -> bool:
    text = f"{element['name']} {element['text']}"
    return needed <= set(tokens(text)) and all(any(way in text for way in ways) for ways in days)

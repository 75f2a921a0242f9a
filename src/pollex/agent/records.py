"""What a run recorded, item by item: lines of pages, extracted rows, computed values, effects of actions.

A figure is true of a name only where both stand in one record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from ..browser.evidence import element_of
from ..core.json import dumps
from ..text.dates import Day
from ..text.literal import Statements
from ..text.numbers import NUMBER, amounts
from .history import History, PastCall

LINK: Final = re.compile(r"\]\([^()]*\)")
MONEY: Final = re.compile(rf"[€$£]\s?({NUMBER.pattern})|({NUMBER.pattern})\s?[€$£]")
CODE: Final = re.compile(r"\b[A-Z]{2,10}[-/]\d[\d/-]*\b|#\d+")
"""A number of an issue, an order or an account, as people write it."""
NUMBERED: Final = re.compile(r"\[\d+\] ")
LABEL: Final = re.compile(r"[^\W\d][^\d·:]{0,38}")
"""A line that may name the value in the next one."""
ONWARDS: Final = re.compile(r"\b(?:next page|load more|show more|page \d+ of [2-9]|next)\b", re.IGNORECASE)
"""What says that a list goes on elsewhere."""


@dataclass(frozen=True)
class RecordedItem:
    """One recorded item and the list that it belongs to."""

    said: Statements
    group: str = ""

    @property
    def money(self) -> list[Decimal]:
        """The amounts of money in the record."""
        found = [one or other for one, other in MONEY.findall(self.said.text)]
        return [amount for each in found for amount in amounts(each)]

    def has(self, value: str | Day) -> bool:
        if isinstance(value, Day):
            return self.said.says_day(value)
        return self.said.says_number(value) if NUMBER.fullmatch(value) else self.said.says(value)

    def has_like(self, value: str | Day) -> bool:
        """Return whether it has a date where a date is meant, a code or an amount of money where that is."""
        if isinstance(value, Day):
            return bool(self.said.dates)
        return CODE.search(self.said.text) is not None if CODE.fullmatch(value) else bool(self.money)


def records(history: History) -> list[RecordedItem]:
    """Return all records in the order of the run."""
    return [*(record for turn in history.turns for record in _seen(turn.look.outline, turn.path)), *_done(history)]


def goes_on(history: History) -> bool:
    """Return whether the last page read says that it continues elsewhere."""
    last = next((turn.look.outline for turn in reversed(history.turns) if turn.look.outline), "")
    return ONWARDS.search(last) is not None and not any(each.tool == "page.collect" for each in history.asked)


def _seen(outline: str, path: str) -> Iterator[RecordedItem]:
    heading = label = ""
    for line in outline.splitlines():
        plain = NUMBERED.sub("", line)
        heading = plain if plain.lstrip(" +~").startswith("#") else heading
        yield RecordedItem(Statements(plain if plain is heading else f"{heading} {plain}"), f"{path} {heading}")
        text = "" if plain != line else plain.lstrip(" +~")
        if label and text:
            yield RecordedItem(Statements(f"{label}: {text}"), f"{path} {heading}")
        label = text if LABEL.fullmatch(text) else ""


def _done(history: History) -> Iterator[RecordedItem]:
    for action in [each for each in history.actions if not each.path.startswith("/0/")]:
        yield from (RecordedItem(Statements(text), action.path) for text in _rows(action.shown))
        if action.result.fault is not None:
            yield RecordedItem(Statements(action.result.fault.message), action.path)
        elif action.tool == "aggregate":
            yield RecordedItem(Statements(f"{dumps(action.args)[:4_000]} {dumps(action.result.data)}"), action.path)
        elif action.is_outcome:
            yield from _caused(action)
        elif action.tool.startswith("page."):
            yield from (RecordedItem(Statements(text), action.path) for text in _rows(action.result.data))


def _caused(action: PastCall) -> Iterator[RecordedItem]:
    data, element = action.result.data, element_of(action.result)
    around = [] if element is None else [element.name or "", *element.neighbours]
    given = (
        [str(value) for key, value in action.args.items() if key != "index"] if isinstance(action.args, dict) else []
    )
    named = [str(data[key]) for key in ("hit", "holds", "title", "chosen") if data.get(key)]
    yield RecordedItem(Statements(" ".join([*named, *around, *given])), action.path)
    yield from (RecordedItem(Statements(str(text)), action.path) for text in data.get("appeared", ()))


def _rows(data: Any) -> Iterator[str]:
    """Yield extracted data row by row, text line by line with the heading above it."""
    if isinstance(data, str):
        heading = ""
        for line in LINK.sub("\n", data).splitlines():
            heading = line if line.startswith("#") else heading
            if line.strip(" []-*|"):
                yield line if line is heading else f"{heading} {line}"
    elif isinstance(data, list):
        for each in data:
            yield from _rows(each)
    elif isinstance(data, dict):
        inner = {name: each for name, each in data.items() if isinstance(each, list | dict) or "\n" in str(each)}
        yield " | ".join(f"{name}: {each}" for name, each in data.items() if name not in inner)
        for each in inner.values():
            yield from _rows(each)
    elif data is not None:
        yield str(data)


def apart(name: str, figure: str | Day, known: Sequence[RecordedItem]) -> bool:
    """Return whether a name and a figure were both recorded, never together, the name beside another figure.

    A name and a figure in lines of their own, as a card has them, contradict nothing.
    """
    with_name = [record for record in known if record.said.says(name)]
    with_figure = [record for record in known if record.has(figure)]
    if not with_name or not with_figure or any(record.has(figure) for record in with_name):
        return False
    return any(record.has_like(figure) for record in with_name)


def outdone(name: str, known: Sequence[RecordedItem], *, most: bool) -> bool:
    """Return whether a list has an entry with a higher (or lower) price than the named one."""
    for record in known:
        own = record.money
        others = [each.money for each in known if each.group == record.group and each is not record and each.money]
        if not record.said.says(name) or not own or len(others) < 2:
            continue
        if most and max(map(max, others)) > max(own):
            return True
        if not most and min(map(min, others)) < min(own):
            return True
    return False

"""What stands in a task word for word, numbers, quotes, dates, names, and whether a text has it in whatever form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..reading.masks import ANY
from .columns import tokens
from .rows import DAY, day_forms
from .values import DAY_FIRST, FIGURES, ISO, MONTH_FIRST, MONTHS, field_value, wanted_forms

ITEM: Final = re.compile(r"^\s*(?:(?:step\s+)?\d{1,2}\s*[.):]|[-*•–|]|[a-h]\))\s+", re.IGNORECASE | re.MULTILINE)
DATES: Final = (DAY_FIRST, MONTH_FIRST, ISO, FIGURES)
GROUPS: Final = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,}(?: ?[A-Z0-9]{1,3})?\b|\b\d{4}(?: \d{4}){3}\b")
NUMBER: Final = re.compile(r"(?<![\w.,:/-])[€$£]?\d(?:[\d.,:/]*\d)?(?![\w-])")
TIME: Final = re.compile(r"\b\d{1,2}(?::\d{2})?\s?[ap]\.?m\b|\b\d{1,2}:\d{2}\b", re.IGNORECASE)
NAME: Final = re.compile(r"(?<=[\w,;'’⟧] )(?-i:[A-Z][\w’'-]*(?:(?: (?:&|and|of) | )[A-Z0-9][\w’'-]*)*)")
COMMON: Final = frozenset(
    {
        "i", "re", "ok", "to", "in", "do", "yes", "no", "a", "iban", "csv", "pdf", "e-mail", "email", "url", "id",
        "then", "and", "or", "please", "enter", "escape", "tab", "monday", "tuesday", "wednesday", "thursday",
        "friday", "saturday", "sunday", *MONTHS,
    }
)  # fmt: skip


def literals(task: str) -> Iterator[tuple[str, str]]:
    """What stands in a task word for word: `(kind, text)`."""
    text = ITEM.sub("\n", task)
    for match in ANY.finditer(text):
        yield ("quote" if match["quoted"] else "address"), match[0].strip("\"“”„«»`‘’'").rstrip(".,!")
    text = ANY.sub("⟦⟧", text)
    for pattern in DATES:
        for match in pattern.finditer(text):
            yield "date", match[0]
        text = pattern.sub("⟦⟧", text)
    for match in DAY.finditer(text):
        yield "day", match[0]
    text = re.sub(rf"(?:\b(?:of|on|from) )?{DAY.pattern}", "⟦⟧", text, flags=re.IGNORECASE)
    for match in GROUPS.finditer(text):
        yield "address", match[0]
    text = GROUPS.sub("⟦⟧", text)
    for match in TIME.finditer(text):
        yield "number", match[0]
    for match in NUMBER.finditer(TIME.sub("⟦⟧", text)):
        yield "number", match[0]
    for match in NAME.finditer(text):
        if any(word.lower().strip("'’") not in COMMON for word in match[0].split()):
            yield "name", match[0]


def holds(kind: str, said: str, text: str) -> bool:
    """Whether a text has the literal in it, in whatever form fields and pages write it."""
    if kind == "name":
        return {word for word in tokens(said) if word not in COMMON and len(word) > 1} <= set(tokens(text))
    if kind == "date":
        day = field_value(said)
        written = {field_value(match[0]) for pattern in DATES for match in pattern.finditer(text)}
        return said in text or day in written or f"{day}T" in text or compact(said) in compact(text)
    if kind == "day" and (found := DAY.search(said)):
        return any(form.lower() in text.lower() for form in day_forms(found))
    if kind == "number":
        return _number(said, text)
    return compact(said) in compact(text)


def _number(said: str, text: str) -> bool:
    if any(form in text for form in wanted_forms(said) if ":" in form):
        return True
    wanted = _value(said)
    return any(_value(match) == wanted for match in re.findall(r"\d(?:[\d.,:/]*\d)?", text))


def _value(figures: str) -> str:
    bare = re.sub(r"[^\d.,:/]", "", figures)
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?", bare):
        return f"{float(bare.replace(',', '')):g}"
    return bare


def compact(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()

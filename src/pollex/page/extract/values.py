"""Texts as values of a schema: numbers, dates, booleans, addresses, enums. What is not certain is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from ...text.dates import DateOrder, date_in, date_order, moment_in
from ...text.numbers import CURRENCIES, Mark, currency_in, decimal_mark, is_money, number_in
from ...text.units import number_with_unit
from ...text.words import folded
from .atoms import Atom
from .labels import label_words, same
from .schema_tree import SchemaNode

CURRENCY_SIGNS: Final = re.compile("|".join(map(re.escape, CURRENCIES)))


class NoValue:
    """Stands for no value; `None` may be one."""


NO_VALUE: Final = NoValue()
EMPTY: Final = frozenset({"", "-", "–", "—", "n/a", "na", "none", "null", "…"})
YES: Final = frozenset(
    {"yes", "y", "true", "on", "✓", "✔", "☑", "ja", "oui", "sí", "si", "da", "tak", "checked", "enabled", "active"}
)
NO: Final = frozenset(
    {"no", "n", "false", "off", "✗", "✘", "×", "☐", "nein", "non", "nie", "unchecked", "disabled", "inactive"}
)
THERE: Final = frozenset({"in stock", "available", "auf lager", "en stock", "disponible", "lieferbar"})
NOT_THERE: Final = frozenset(
    {"out of stock", "sold out", "unavailable", "not available", "not in stock", "ausverkauft", "épuisé", "agotado"}
)
EMAIL: Final = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
MIXED: Final = "mul"
"""The language of a page whose parts are in several."""
ADDRESSES: Final = ("href", "src")
BRACKETED: Final = re.compile(r"\(\s*(\W{0,2}\d[\d.,\s]*\W{0,2})\s*\)")
NAMING: Final = frozenset({"id", "number", "no", "code", "key", "reference", "iban", "isbn", "sku", "phone", "email"})
"""What such words name is no amount of money."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How numbers and dates are written here."""

    decimal: Mark | None = None
    order: DateOrder | None = None

    @classmethod
    def of(cls, texts: Iterable[str], language: str) -> Habits:
        listed = list(texts)
        if language == MIXED:
            return cls(decimal_mark(listed))
        return cls(decimal_mark(listed, language), date_order(listed, language))


@dataclass(frozen=True, slots=True)
class Value:
    """A value and the words that prove it."""

    data: Any
    atom: Atom
    facet: str
    seen: str


def convert(atom: Atom, wanted: SchemaNode, habits: Habits) -> Value | None:
    """An atom as the value that is wanted; first all its words, then those that are its own."""
    if atom.stamp is not None and wanted.schema.get("format") in ("date", "date-time"):
        data = value_of(atom.stamp, "datetime", wanted, habits)
        if data is not NO_VALUE:
            return Value(data, atom, "datetime", atom.stamp)
    for text in dict.fromkeys((atom.text, atom.own)):
        if text is None:
            continue
        data = value_of(_signed(text, atom), atom.facet, wanted, habits)
        if data is not NO_VALUE:
            return Value(data, atom, atom.facet, atom.text)
    return None


def _signed(text: str, atom: Atom) -> str:
    """A figure that a column has in brackets, with the sign that they stand for."""
    bracketed = BRACKETED.fullmatch(text) if any(by == "column" for by, _ in atom.labels) else None
    return f"-{bracketed[1]}" if bracketed else text


def value_of(text: str, facet: str, wanted: SchemaNode, habits: Habits) -> Any:
    """A text as a value that fits the schema of what is wanted, or `NO_VALUE`."""
    data = _value(text, facet, wanted, habits)
    if data is None or data is NO_VALUE or wanted.judge.valid(data):
        return data
    return _matching(text, wanted)


def _value(text: str, facet: str, wanted: SchemaNode, habits: Habits) -> Any:
    if wanted.nullable and folded(text) in EMPTY:
        return None
    if wanted.kind == "boolean":
        return _boolean(text, wanted)
    if facet == "state":
        return NO_VALUE
    if wanted.choices:
        return next((choice for choice in wanted.choices if folded(str(choice)) == folded(text)), NO_VALUE)
    if wanted.kind in ("number", "integer"):
        return NO_VALUE if facet in ADDRESSES else _number(text, wanted, habits)
    return _string(text, facet, wanted, habits)


def _number(text: str, wanted: SchemaNode, habits: Habits) -> Any:
    if date_in(text, "dmy") is not None:
        return NO_VALUE
    found = number_with_unit(text, wanted.unit, habits.decimal) if wanted.unit else number_in(text, habits.decimal)
    if found is None or (wanted.kind == "integer" and not isinstance(found, int)):
        return NO_VALUE
    return found


def _boolean(text: str, wanted: SchemaNode) -> Any:
    said = folded(text).strip(".! ")
    if said in YES or said in NO:
        return said in YES
    if any({"stock", "available", "availability"} & set(name) for name in wanted.names) and said in THERE | NOT_THERE:
        return said in THERE
    for name in wanted.names:
        if label_words(said) == name:
            return True
        if label_words(said) in (("not", *name), ("no", *name)):
            return False
    return NO_VALUE


def _string(text: str, facet: str, wanted: SchemaNode, habits: Habits) -> Any:
    match wanted.schema.get("format"):
        case "date":
            day = date_in(text, habits.order)
            return day.isoformat() if day else NO_VALUE
        case "date-time":
            return moment_in(text, habits.order) or NO_VALUE
        case "email" | "idn-email":
            found = set(EMAIL.findall(text))
            return found.pop() if len(found) == 1 else NO_VALUE
        case "uri" | "url" | "iri":
            return text if facet in ADDRESSES or re.fullmatch(r"https?://\S+", text) else NO_VALUE
    if facet in ADDRESSES and not asks_address(wanted):
        return NO_VALUE
    if any("currency" in name for name in wanted.names) and is_money(text):
        return currency_in(text) or NO_VALUE
    if any(name[-1] in NAMING for name in wanted.names) and CURRENCY_SIGNS.search(text):
        return NO_VALUE
    return text


def asks_address(wanted: SchemaNode) -> bool:
    """Whether an address is wanted: where a link leads or a picture lies is no number, name or text."""
    if wanted.schema.get("format") in ("uri", "url", "iri"):
        return True
    return any(same(word, kind) for name in wanted.names for word in name for kind in ("url", "src", "image"))


def _matching(text: str, wanted: SchemaNode) -> Any:
    """The one part of a text that a pattern describes."""
    pattern = wanted.schema.get("pattern")
    if wanted.kind != "string" or not isinstance(pattern, str):
        return NO_VALUE
    try:
        found = {match[0] for match in re.finditer(pattern.strip("^$"), text) if match[0]}
    except re.error:
        return NO_VALUE
    fitting = [part for part in found if wanted.judge.valid(part)]
    return fitting[0] if len(fitting) == 1 and len(found) == 1 else NO_VALUE

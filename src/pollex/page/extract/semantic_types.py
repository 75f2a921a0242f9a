"""What an atom is without being labelled: a heading, a link, an amount of money, a date, an e-mail address."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from ...text.dates import date_in
from ...text.numbers import RATIO, is_money
from ...text.words import folded
from .atoms import Atom, Record
from .labels import QUALIFIERS, label_words, same
from .values import EMAIL, NOT_THERE, THERE

SEMANTIC_TYPES: Final[dict[str, tuple[float, tuple[str, ...]]]] = {
    "heading": (0.75, ("name", "title", "heading", "subject", "item", "product", "model")),
    "link": (0.65, ("name", "title", "item", "product")),
    "strong": (0.5, ("name", "title")),
    "address": (0.9, ("url", "link")),
    "src": (0.85, ("image",)),
    "picture": (0.5, ("image", "alt", "description")),
    "time": (0.7, ("date", "time", "when")),
    "passage": (0.6, ("text", "comment", "message", "description")),
    "key": (0.6, ("key",)),
    "money": (0.6, ("price", "amount", "cost", "total", "currency")),
    "date": (0.6, ("date",)),
    "email": (0.85, ("email",)),
    "phone": (0.8, ("phone",)),
    "rating": (0.75, ("rating", "star", "score")),
    "count": (0.6, ("review", "vote", "count")),
    "stock": (0.7, ("stock", "available", "availability")),
    "only": (0.55, ()),
}
"""By nature, how much it tells and what such a thing may be called."""
PASSAGE: Final = re.compile(r"(?s)\S+(?:\s+\S+){3,}[.!?…]")
"""A sentence or more."""
PHONE: Final = re.compile(r"(?=(?:\D*\d){7,15}\D*$)[+(]?\d[\d ()./-]+\d")
KEY: Final = re.compile(r"[A-Z][A-Z\d]+-\d+")
COUNT: Final = re.compile(r"\(\s*\d[\d.,]*\s*\)")


def semantic_types(atom: Atom, record: Record) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The natures of an atom, each with further words that it may be called by."""
    for by, label in atom.labels:
        if by == "address":
            yield "address", label_words(label) if label else ()
        elif by == "heading":
            if label == record.top_heading:
                yield by, (label,)
        elif by in SEMANTIC_TYPES:
            yield by, ()
    if atom.facet not in ("href", "src", "state") and not _is_other(atom, record):
        found = (nature for nature, fits in BY_TEXT.items() if fits(atom.text.strip()))
        yield from (
            (nature, ()) for nature in found if nature not in ("date", "phone") or not _is_labelled(atom, record)
        )
    labelled = any(by in ("column", "term") for by, _ in atom.labels)
    if record.number and not labelled and sum(other.facet not in ("href", "src") for other in record.atoms) == 1:
        yield "only", ()


BY_TEXT: Final[dict[str, Callable[[str], object]]] = {
    "money": is_money,
    "date": lambda text: len(text) < 80 and date_in(text, "dmy"),
    "passage": PASSAGE.fullmatch,
    "phone": PHONE.fullmatch,
    "key": KEY.fullmatch,
    "email": EMAIL.fullmatch,
    "rating": RATIO.match,
    "count": COUNT.fullmatch,
    "stock": lambda text: folded(text) in THERE | NOT_THERE,
}


def _is_labelled(atom: Atom, record: Record) -> bool:
    """Whether the page says what it is, itself or around it: a date of birth is not simply a date."""
    at: Atom | None = atom
    while at is not None:
        if any(by in ("column", "term", "clause", "lead") and label and not _is_when(label) for by, label in at.labels):
            return True
        at = record.atoms[at.around] if at.around is not None else None
    return False


def _is_when(label: str) -> bool:
    return all(same(word, "date") or same(word, "time") for word in label_words(label))


def _is_other(atom: Atom, record: Record) -> bool:
    """Whether a label around says that this is a thing of its own: money labelled "Delivery" is not simply a price."""
    at: Atom | None = atom
    while at is not None:
        if any(
            by in ("column", "term", "clause") and not QUALIFIERS.isdisjoint(label_words(label))
            for by, label in at.labels
        ):
            return True
        at = record.atoms[at.around] if at.around is not None else None
    return False

"""Names compared by their words: case and plural aside, with general synonyms; how well a label fits what is wanted."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from ...core.casing import snake
from ...text.lexicon import are_synonyms
from ...text.words import singular, unaccented

WORD: Final = re.compile(r"[^\W_]+|[%#№]")
STOP: Final = frozenset({
    "a", "an", "all", "and", "at", "by", "each", "every", "for", "from", "in", "is", "its", "list", "of", "on",
    "or", "per", "that", "the", "this", "to", "with",
})  # fmt: skip
ENDS: Final = frozenset({"from", "to"})
"""Words that tell columns apart where they stand last: "Time from"."""
GENERIC: Final = frozenset({
    "number", "no", "id", "code", "key", "name", "title", "value", "text", "date", "time", "label", "link", "url",
    "address", "count", "speed", "chance",
})  # fmt: skip
"""Words that say what kind of thing a value is; a label may leave them out."""
QUALIFIERS: Final = frozenset({
    "average", "billing", "closing", "cost", "delivery", "discount", "end", "estimated", "expected", "first",
    "former", "gross", "instead", "last", "max", "maximum", "min", "minimum", "net", "new", "next", "old",
    "opening", "original", "previous", "return", "second", "shipping", "start", "sub", "tax", "total", "unit",
    "used", "vat", "was",
})  # fmt: skip
"""Words that make another thing of what they stand before: an old price is not the price."""


@lru_cache(maxsize=4096)
def label_words(text: str) -> tuple[str, ...]:
    """`orderNumber`, `Order numbers:` and `order-number` as ("order", "number")."""
    found = WORD.findall(unaccented(snake(text)))
    told = [word for at, word in enumerate(found) if word not in STOP or (at and word in ENDS and at + 1 == len(found))]
    return tuple(dict.fromkeys(map(singular, told))) or tuple(found)


def same(one: str, other: str) -> float:
    """1 for the same word, a little less for a synonym, else 0."""
    if one == other:
        return 1.0
    if _is_form(one, other) or _is_form(other, one):
        return 0.9
    return 0.85 if are_synonyms(one, other) else 0.0


def _is_form(word: str, form: str) -> bool:
    """`starred` is a form of `star`, `delivered` of `deliver`."""
    return len(word) > 3 and form in (word + "ed", word + "d", word + word[-1] + "ed")


def likeness(wanted: Collection[str], label: Collection[str], context: Collection[str] = ()) -> float:
    """How well the words of a label fit the words of what is wanted, from 0 to 1. `context` goes without saying."""
    if not wanted or not label:
        return 0.0
    pairs = {word: max((same(word, other), other) for other in label) for word in wanted}
    met = {word: pair for word, pair in pairs.items() if pair[0] > 0}
    if not met:
        return 0.0
    missing = [word for word in wanted if word not in met]
    extra = [word for word in label if word not in {other for _, other in met.values()}]
    if _tells_apart(missing, context) or any(word in QUALIFIERS for word in extra):
        return 0.0
    generic = all(word in GENERIC for word in met)
    if generic and (len(extra) + len(missing) > 2 or (missing and any(word not in GENERIC for word in extra))):
        return 0.0
    quality = sum(score for score, _ in met.values()) / len(met)
    return quality * (1 - 0.12 * min(len(missing), 2)) * (1 - 0.15 * min(len(extra), 3))


def _tells_apart(missing: Collection[str], context: Collection[str]) -> bool:
    """Whether a label lacks a word that matters."""
    return any(word not in GENERIC and not any(same(word, known) for known in context) for word in missing)

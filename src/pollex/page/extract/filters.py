"""Simple conditions in an instruction: "items under 20 euro", "with status open", "the first 5". They hold exactly or
are left alone, and either way that is said."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from ...core.fault import Fault
from ...text.compare import LIMITS, compare
from ...text.words import folded
from .labels import GENERIC, STOP, label_words, likeness, same
from .schema_tree import SchemaNode

RecordValues = dict[tuple[str, ...], Any]
"""The single values of one record, by their path."""
LIMIT: Final = re.compile(
    rf"(?:(?P<what>[\w-]+)\s+(?:is\s+|are\s+|of\s+)?)?\b(?P<how>{'|'.join(LIMITS)})\s+"
    r"(?P<number>[$€£¥]?\s?\d[\d.,]*)",
    re.IGNORECASE,
)
JOINING: Final = "and|or|plus|but|of|for|from|with|as|by|per|to|the|their|its|which|that|also|including"
"""Words that join what is wanted: "with name and price" says nothing about any name."""
EQUAL: Final = re.compile(
    r"\b(?:whose|where|with|and)\s+(?:the\s+)?(?P<what>[\w-]+)(?P<says>\s+is|\s*=|:|\s+equals)?\s+"
    rf"(?P<value>\"[^\"]+\"|'[^']+'|(?!(?:{JOINING})\b)[\w-]*\w[\w-]*)",
    re.IGNORECASE,
)
COUNT: Final = re.compile(r"\b(?P<end>first|top|last)\s+(?P<number>\d+)\b", re.IGNORECASE)
NAMING: Final = frozenset(
    {
        *("item", "row", "entry", "record", "element", "product", "result", "thing", "list", "table", "page", "field"),
        *("string", "integer", "float", "decimal", "boolean", "array", "object", "property", "column", "value"),
        *("each", "every", "any", "all", "only", "here", "there", "too", "well", "together", "if", "when", "where"),
        *("shown", "show", "displayed", "listed", "given", "visible", "available", "included", "present"),
    }
)
"""Words behind the name of a property that say nothing about its value."""
MONEY_NAMES: Final = ("price", "amount", "cost", "total")


@dataclass(frozen=True, slots=True)
class FilterResult:
    kept: tuple[int, ...]
    """Places of the rows that are wanted."""
    notes: tuple[str, ...]


def apply_filters(
    instruction: str, rows: Sequence[RecordValues], leaves: Sequence[SchemaNode], array: Sequence[str] = ()
) -> FilterResult:
    """The rows that an instruction asks for; `array` are the words for the list itself."""
    kept = list(range(len(rows)))
    notes = []
    for said, path, holds in _conditions(instruction, leaves):
        if path is None or any(path not in rows[at] for at in kept):
            raise _unproven(said)
        if not any(holds(rows[at][path]) for at in kept) and _merely_names(said, leaves, array):
            continue
        before = len(kept)
        kept = [at for at in kept if holds(rows[at][path])]
        notes.append(f"Kept {len(kept)} of {before} by the condition {said!r} on {'.'.join(path)!r}.")
    if found := COUNT.search(instruction):
        number = int(found["number"])
        kept = kept[-number:] if found["end"].lower() == "last" else kept[:number]
    if rows and not kept:
        notes.append(f"The answer is empty: {len(rows)} rows were seen, and none of them is asked for.")
    return FilterResult(tuple(kept), tuple(notes))


Condition = tuple[str, "tuple[str, ...] | None", Callable[[Any], bool]]


def _unproven(said: str) -> Fault:
    return Fault(
        "not_found",
        f"Which rows fulfil {said!r} cannot be said: not every row has a value that it could mean.",
        expected="a value in every row that the condition can be held against",
        hint="Ask for the property that the condition is about as well, or for all rows.",
    )


def _conditions(instruction: str, leaves: Sequence[SchemaNode]) -> list[Condition]:
    found: list[Condition] = []
    for match in LIMIT.finditer(instruction):
        limit = match["number"].strip(" .,")
        holds = partial(_is_within, match["how"].lower(), limit)
        found.append((match[0], _numeric(match["what"], leaves), holds))
    for match in EQUAL.finditer(LIMIT.sub("", instruction)):
        meant = match["value"].strip("\"'")
        path = _named(match["what"], [leaf for leaf in leaves if leaf.kind == "string"])
        if path is not None:
            found.append((match[0], path, partial(_is_called, meant)))
    return found


def _merely_names(said: str, leaves: Sequence[SchemaNode], array: Sequence[str]) -> bool:
    """Whether what looks like a condition only goes on naming what is wanted: its properties, their types, the list."""
    match = EQUAL.fullmatch(said)
    if match is None or match["says"] or match["value"][0] in "\"'":
        return False
    known = [*array, *(word for leaf in leaves for name in leaf.names for word in name)]
    return all(
        word in NAMING or word in GENERIC or word in STOP or any(same(word, other) for other in known)
        for word in label_words(match["value"])
    )


def _is_within(how: str, limit: str, value: Any) -> bool:
    return compare(how, value, limit)


def _is_called(meant: str, value: Any) -> bool:
    return folded(str(value)) == folded(meant)


def _numeric(what: str | None, leaves: Sequence[SchemaNode]) -> tuple[str, ...] | None:
    """The property that a limit is about: the one it names, else the only amount of money, else the only number."""
    numbers = [leaf for leaf in leaves if leaf.kind in ("number", "integer")]
    if what and (named := _named(what, numbers)):
        return named
    money = [leaf for leaf in numbers if any(likeness(name, (word,)) for name in leaf.names for word in MONEY_NAMES)]
    one = money if len(money) == 1 else numbers
    return one[0].path if len(one) == 1 else None


def _named(what: str, leaves: Sequence[SchemaNode]) -> tuple[str, ...] | None:
    fit = [leaf for leaf in leaves if any(likeness(name, label_words(what)) >= 0.8 for name in leaf.names)]
    return fit[0].path if len(fit) == 1 else None

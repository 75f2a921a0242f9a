"""Simple conditions in an instruction: "items under 20 euro", "with status open", "the first 5". They hold exactly or
are left alone, and either way that is said."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...browser.evidence import folded
from ...text.numbers import number_in
from .wanted import Wanted
from .words import likeness, words

Row = dict[tuple[str, ...], Any]
"""The single values of one record, by their path."""
LIMIT: Final = re.compile(
    r"(?:(?P<what>[\w-]+)\s+(?:is\s+|are\s+|of\s+)?)?\b(?P<how>under|below|less than|cheaper than|at most|up to|"
    r"no more than|over|above|more than|at least)\s+(?P<number>[$€£¥]?\s?\d[\d.,]*)",
    re.IGNORECASE,
)
EQUAL: Final = re.compile(
    r"\b(?:whose|where|with|and)\s+(?:the\s+)?(?P<what>[\w-]+)(?:\s+is|\s*=|:|\s+equals)?\s+(?P<value>\"[^\"]+\"|'[^']+'|[\w-]+)",
    re.IGNORECASE,
)
COUNT: Final = re.compile(r"\b(?P<end>first|top|last)\s+(?P<number>\d+)\b", re.IGNORECASE)
HOW: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "under": operator.lt, "below": operator.lt, "less than": operator.lt, "cheaper than": operator.lt,
    "at most": operator.le, "up to": operator.le, "no more than": operator.le,
    "over": operator.gt, "above": operator.gt, "more than": operator.gt, "at least": operator.ge,
}  # fmt: skip
MONEY_NAMES: Final = ("price", "amount", "cost", "total")


@dataclass(frozen=True, slots=True)
class Sifted:
    kept: tuple[int, ...]
    """Places of the rows that are wanted."""
    notes: tuple[str, ...]


def sift(instruction: str, rows: Sequence[Row], leaves: Sequence[Wanted]) -> Sifted:
    """The rows that an instruction asks for."""
    kept = list(range(len(rows)))
    notes = []
    for said, path, holds in _conditions(instruction, leaves):
        if path is None or any(path not in rows[at] for at in kept):
            notes.append(f"The condition {said!r} was not applied: not every row has a value that it could mean.")
            continue
        before = len(kept)
        kept = [at for at in kept if holds(rows[at][path])]
        notes.append(f"Kept {len(kept)} of {before} by the condition {said!r} on {'.'.join(path)!r}.")
    if found := COUNT.search(instruction):
        number = int(found["number"])
        kept = kept[-number:] if found["end"].lower() == "last" else kept[:number]
    return Sifted(tuple(kept), tuple(notes))


Condition = tuple[str, "tuple[str, ...] | None", Callable[[Any], bool]]


def _conditions(instruction: str, leaves: Sequence[Wanted]) -> list[Condition]:
    found: list[Condition] = []
    for match in LIMIT.finditer(instruction):
        limit = number_in(match["number"].strip(" .,"))
        compare = HOW[match["how"].lower()]
        found.append((match[0], _numeric(match["what"], leaves), lambda value, c=compare, n=limit: c(value, n)))  # type: ignore[misc]
    for match in EQUAL.finditer(LIMIT.sub("", instruction)):
        meant = match["value"].strip("\"'")
        path = _named(match["what"], [leaf for leaf in leaves if leaf.kind == "string"])
        if path is not None:
            found.append((match[0], path, lambda value, m=meant: folded(str(value)) == folded(m)))  # type: ignore[misc]
    return found


def _numeric(what: str | None, leaves: Sequence[Wanted]) -> tuple[str, ...] | None:
    """The property that a limit is about: the one it names, else the only amount of money, else the only number."""
    numbers = [leaf for leaf in leaves if leaf.kind in ("number", "integer")]
    if what and (named := _named(what, numbers)):
        return named
    money = [leaf for leaf in numbers if any(likeness(name, (word,)) for name in leaf.names for word in MONEY_NAMES)]
    one = money if len(money) == 1 else numbers
    return one[0].path if len(one) == 1 else None


def _named(what: str, leaves: Sequence[Wanted]) -> tuple[str, ...] | None:
    fit = [leaf for leaf in leaves if any(likeness(name, words(what)) >= 0.8 for name in leaf.names)]
    return fit[0].path if len(fit) == 1 else None

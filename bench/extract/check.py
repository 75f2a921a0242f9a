"""Hold extracted data against the truth, value by value: right, missing or wrong.

A truth is a value of JSON; null where the page has none; `{"any": [values]}` where careful people may differ.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

Outcome = Literal["right", "missing", "wrong"]


@dataclass(frozen=True)
class Value:
    """What became of one value."""

    pointer: str
    outcome: Outcome
    truth: Any
    got: Any = None

    @property
    def absent(self) -> bool:
        """Whether the page has no such value, so that only null is right."""
        return self.truth is None

    @property
    def name(self) -> str:
        """The property that it belongs to."""
        return re.sub(r"(/\d+)+$", "", self.pointer).rsplit("/", 1)[-1]


def compare(truth: Any, got: Any, schema: dict[str, Any], pointer: str = "") -> Iterator[Value]:
    """Yield what became of every value of the truth, and of every value that the data has beyond it."""
    if schema["type"] == "object":
        yield from _compare_object(truth, got, schema, pointer)
    elif schema["type"] == "array" and schema["items"]["type"] == "object":
        yield from _compare_rows(truth, got or [], schema["items"], pointer)
    elif schema["type"] == "array":
        yield from _compare_list(truth, got or [], schema["items"], pointer)
    else:
        yield _compare_value(truth, got, schema, pointer)


def _compare_object(truth: Any, got: Any, schema: dict[str, Any], pointer: str) -> Iterator[Value]:
    for name, part in schema["properties"].items():
        yield from compare((truth or {}).get(name), (got or {}).get(name), part, f"{pointer}/{name}")


def _compare_rows(truth: list[Any], got: list[Any], schema: dict[str, Any], pointer: str) -> Iterator[Value]:
    """Pair the rows so that most values are right; a row of the data that is left over is wrong in each value."""
    pairs = _pairs(truth, got, schema)
    for number, row in enumerate(truth):
        mine = pairs.get(number)
        yield from compare(row, None if mine is None else got[mine], schema, f"{pointer}/{number}")
    for number in sorted(set(range(len(got))) - set(pairs.values())):
        yield from (each for each in compare(None, got[number], schema, f"{pointer}/+{number}") if each.got is not None)


def _pairs(truth: list[Any], got: list[Any], schema: dict[str, Any]) -> dict[int, int]:
    """Return which row of the data belongs to which of the truth: first those that agree most, then by their order."""
    scores = [
        (sum(each.outcome == "right" and not each.absent for each in compare(row, mine, schema)), -abs(a - b), a, b)
        for a, row in enumerate(truth)
        for b, mine in enumerate(got)
    ]
    pairs: dict[int, int] = {}
    for score, _, a, b in sorted(scores, reverse=True):
        if score and a not in pairs and b not in pairs.values():
            pairs[a] = b
    return pairs


def _compare_list(truth: Any, got: list[Any], schema: dict[str, Any], pointer: str) -> Iterator[Value]:
    left = list(got)
    for number, value in enumerate(truth or []):
        mine = next((each for each in left if _equal(value, each, schema)), None)
        if mine is not None:
            left.remove(mine)
        yield Value(f"{pointer}/{number}", "missing" if mine is None else "right", value, mine)
    yield from (Value(f"{pointer}/+{number}", "wrong", None, value) for number, value in enumerate(left))


def _compare_value(truth: Any, got: Any, schema: dict[str, Any], pointer: str) -> Value:
    forms = truth["any"] if isinstance(truth, dict) else [truth]
    shown = None if None in forms else truth
    if any(_equal(form, got, schema) for form in forms):
        return Value(pointer, "right", shown, got)
    return Value(pointer, "missing" if got is None else "wrong", shown, got)


def _equal(truth: Any, got: Any, schema: dict[str, Any]) -> bool:
    if truth is None or got is None or isinstance(truth, bool) or isinstance(got, bool):
        return truth is got
    if schema["type"] in ("number", "integer"):
        return isinstance(got, int | float) and abs(got - truth) < 1e-6
    if schema.get("format") == "date":
        return str(got).strip() == str(truth)
    return _plain(got) == _plain(truth)


def _plain(value: Any) -> str:
    """Return a text without what a person would not care about: case, blanks, forms of dashes and quotes."""
    text = unicodedata.normalize("NFKC", str(value)).casefold()
    text = re.sub("[‐‑–—−]", "-", text)
    text = re.sub("[‘’]", "'", text)
    return " ".join(re.sub("[“”]", '"', text).split()).strip(" ,;:")

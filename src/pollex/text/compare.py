"""The comparison operators: one table, by the names that routes, rules and aggregates give them, and by the words of
an instruction."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final, Literal

from ..core.json import dumps
from .numbers import number_of

Operator = Literal[
    "equals", "notEquals", "contains", "lacks", "starts", "ends", "less", "lessOrEqual", "greater", "greaterOrEqual"
]
SPELLINGS: Final[dict[Operator, tuple[str, ...]]] = {
    "equals": ("eq", "is"),
    "notEquals": ("ne",),
    "contains": (),
    "lacks": (),
    "starts": (),
    "ends": (),
    "less": ("lt", "under", "below", "less than", "cheaper than"),
    "lessOrEqual": ("le", "most", "at most", "up to", "no more than"),
    "greater": ("gt", "over", "above", "more than"),
    "greaterOrEqual": ("ge", "least", "at least"),
}
"""Each operator with its other names."""
NAMED: Final[dict[str, Operator]] = {name: each for each, others in SPELLINGS.items() for name in (each, *others)}
LIMITS: Final = (
    "under", "below", "less than", "cheaper than", "at most", "up to", "no more than", "over", "above", "more than",
    "at least",
)  # fmt: skip
"""How an instruction says the operators that order."""
ORDERED: Final[dict[Operator, Callable[[Any, Any], bool]]] = {
    "less": operator.lt, "lessOrEqual": operator.le, "greater": operator.gt, "greaterOrEqual": operator.ge,
}  # fmt: skip


def to_text(value: Any) -> str:
    """Return a text as it is, any other value as JSON."""
    return value if isinstance(value, str) else dumps(value)


def equals(found: Any, wanted: Any, text: Callable[[Any], str] = to_text) -> bool:
    """Return whether two values are equal, or equal as text where one of the two is text: a page only has texts."""
    if isinstance(found, str) or isinstance(wanted, str):
        return text(found) == text(wanted)
    return bool(found == wanted and isinstance(found, bool) == isinstance(wanted, bool))


def contains(found: Any, wanted: Any, text: Callable[[Any], str] = to_text) -> bool:
    """Return whether a text has a part, an object a key, or a list an equal value."""
    if isinstance(found, str):
        return text(wanted) in text(found)
    if isinstance(found, dict):
        return wanted in found
    return isinstance(found, list) and any(equals(each, wanted, text) for each in found)


def compare(
    name: str,
    found: Any,
    wanted: Any,
    *,
    text: Callable[[Any], str] = to_text,
    measure: Callable[[Any], Any] = number_of,
) -> bool:
    """Return the result of the operator of this name for `found` and `wanted`.

    `text` makes texts comparable, `measure` reads what is less or greater. Raises ValueError if there is nothing to
    measure.
    """
    match NAMED[name]:
        case "equals":
            return equals(found, wanted, text)
        case "notEquals":
            return not equals(found, wanted, text)
        case "contains":
            return contains(found, wanted, text)
        case "lacks":
            return not contains(found, wanted, text)
        case "starts":
            return text(found).startswith(text(wanted))
        case "ends":
            return text(found).endswith(text(wanted))
        case ordered:
            return ORDERED[ordered](_measured(found, measure), _measured(wanted, measure))


def _measured(value: Any, measure: Callable[[Any], Any]) -> Any:
    measured = measure(value)
    if measured is None:
        raise ValueError(f"{to_text(value)[:80]!r} is not one number")
    return measured

"""Conditions of a route: a path, one of nine operators, and what it is compared with."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ...core.fault import Fault, Issue
from ...core.json import Object, brief, dumps
from ..nodetype import POSITIONS
from .pattern import fits, pattern_mistakes

if TYPE_CHECKING:
    from ..execution.node import NodeExecution as Visit


def equals(found: Any, wanted: Any) -> bool:
    """Equal, or equal as text where one of the two is text: a page only has texts."""
    if isinstance(found, str) != isinstance(wanted, str):
        return _text(found) == _text(wanted)
    return bool(found == wanted and isinstance(found, bool) == isinstance(wanted, bool))


def contains(found: Any, wanted: Any) -> bool:
    if isinstance(found, str):
        return _text(wanted) in found
    if isinstance(found, dict):
        return wanted in found
    return isinstance(found, list) and any(equals(each, wanted) for each in found)


def matches(found: Any, wanted: Any) -> bool:
    return fits(str(wanted), _text(found), "/value")


def _ordered(compare: Callable[[float, float], bool]) -> Callable[[Any, Any], bool]:
    def judge(found: Any, wanted: Any) -> bool:
        return compare(_number(found), _number(wanted))

    return judge


OPERATORS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "equals": equals,
    "notEquals": lambda found, wanted: not equals(found, wanted),
    "contains": contains,
    "exists": lambda found, wanted: True,
    "greater": _ordered(lambda one, other: one > other),
    "less": _ordered(lambda one, other: one < other),
    "greaterOrEqual": _ordered(lambda one, other: one >= other),
    "lessOrEqual": _ordered(lambda one, other: one <= other),
    "matches": matches,
}

COMPARISON: Final[Object] = {
    "path": {"type": "string", "minLength": 1, "description": "The value to look at, such as cart.total."},
    "operator": {"type": "string", "enum": list(OPERATORS), "description": "How it is compared."},
    "value": {"description": "What it is compared with; not needed for exists."},
}
CONDITION: Final[Object] = {
    "type": "object",
    "properties": {**COMPARISON, "branch": {**POSITIONS, "description": "Positions to run when it holds."}},
    "required": ["path", "operator", "branch"],
    "additionalProperties": False,
}


def holds(condition: Object, visit: Visit, pointer: str) -> bool:
    """Whether a condition of a run's values holds now."""
    wanted = visit.filled(condition.get("value"))
    return compare({**condition, "value": wanted}, visit.find(condition["path"]), pointer)


def compare(condition: Object, found: Any, pointer: str) -> bool:
    """Whether a value is as a condition says. One that is not there fits `exists: false` and `notEquals` only."""
    operator, wanted = condition["operator"], condition.get("value")
    if operator == "exists":
        return (found is not None) is (wanted is not False)
    if found is None:
        return bool(operator == "notEquals" and wanted is not None) or (operator == "equals" and wanted is None)
    try:
        return OPERATORS[operator](found, wanted)
    except ValueError as error:
        raise Fault(
            "invalid_input",
            f"{condition.get('path', 'The value')!r} cannot be compared by {operator!r}: {error}.",
            pointer=f"{pointer}/path",
            expected="numbers" if operator != "matches" else "a regular expression",
            received=brief(found),
            retry=False,
        ) from error


def condition_mistakes(condition: Any) -> list[Issue]:
    if not isinstance(condition, dict):
        return []
    operator, value = condition.get("operator"), condition.get("value")
    if operator in OPERATORS and operator != "exists" and "value" not in condition:
        return [Issue("", f"{operator!r} needs a value to compare with.", "value", brief(condition), "Add 'value'.")]
    return pattern_mistakes(value, "/value") if operator == "matches" else []


def _number(value: Any) -> float:
    """A number, also from a text as pages write it: "€ 1,299.00"."""
    if isinstance(value, str):
        digits = re.sub(r"[^\d.,+-]", "", value)
        return float(_plain(digits) if digits else value)
    return float("none" if isinstance(value, bool) or not isinstance(value, int | float) else value)


def _plain(digits: str) -> str:
    """Digits as Python reads them: of two marks the last is the decimal one; a lone comma with three digits groups."""
    comma, dot = digits.rfind(","), digits.rfind(".")
    if comma > dot >= 0:
        return digits.replace(".", "").replace(",", ".")
    if comma >= 0 and dot < 0 and len(digits) - comma - 1 != 3:
        return digits.replace(",", ".")
    return digits.replace(",", "")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else dumps(value)

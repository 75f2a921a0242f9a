"""Conditions of a route: a path, one of nine operators, and a value to compare with."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Fault, Issue
from ...core.json import Object, brief
from ...text import compare as comparison
from ..branch import POSITIONS
from ..running_node import RunningNode
from .pattern import fits, pattern_mistakes

OPERATORS: Final = (
    "equals", "notEquals", "contains", "exists", "greater", "less", "greaterOrEqual", "lessOrEqual", "matches",
)  # fmt: skip

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


def holds(condition: Object, node: RunningNode, pointer: str) -> bool:
    """Whether a condition about the values of a run holds now."""
    wanted = node.filled(condition.get("value"))
    return fulfils({**condition, "value": wanted}, node.find(condition["path"]), pointer)


def fulfils(condition: Object, found: Any, pointer: str) -> bool:
    """Whether a value fulfils a condition. A missing one fulfils `exists: false`, `notEquals`, and `equals` null."""
    operator, wanted = condition["operator"], condition.get("value")
    if operator == "exists":
        return (found is not None) is (wanted is not False)
    if found is None:
        return bool(operator == "notEquals" and wanted is not None) or (operator == "equals" and wanted is None)
    try:
        if operator == "matches":
            return fits(str(wanted), comparison.to_text(found), "/value")
        return comparison.compare(operator, found, wanted)
    except ValueError as error:
        raise Fault(
            "invalid_input",
            f"{condition.get('path', 'The value')!r} cannot be compared by {operator!r}: {error}.",
            pointer=f"{pointer}/path",
            expected="a value with one number in it" if operator != "matches" else "a regular expression",
            received=brief(found),
            retry=False,
        ) from error


def condition_mistakes(condition: Any) -> list[Issue]:
    """Return the mistakes in a condition that its schema cannot express."""
    if not isinstance(condition, dict):
        return []
    operator, value = condition.get("operator"), condition.get("value")
    if operator in OPERATORS and operator != "exists" and "value" not in condition:
        return [Issue("", f"{operator!r} needs a value to compare with.", "value", brief(condition), "Add 'value'.")]
    return pattern_mistakes(value, "/value") if operator == "matches" else []

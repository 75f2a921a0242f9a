"""How the two values of a keyword become one when two schemas hold at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from ..json import Object
from .walk import MARKS

ALL_TYPES: Final = ("string", "number", "boolean", "array", "object", "null")
MOST_PRODUCTS: Final = 256
"""How many alternatives one union may come to."""
CONDITIONS: Final = "x-pollex-conditions"
"""Our own keyword, never rendered: the list of conditions that hold at once."""


def both(left: Any, right: Any) -> Any:
    """The schema of what fits two."""
    if left is False or right is False:
        return False
    if left is True or right is True:
        return right if left is True else left
    return {"allOf": [left, right]}


def _by_name(left: Object, right: Object) -> Object:
    return {name: both(left[name], right[name]) if name in left and name in right else {**right, **left}[name]
            for name in [*left, *(name for name in right if name not in left)]}  # fmt: skip


def _in_turn(left: list[Any], right: list[Any]) -> list[Any]:
    return [both(one, other) for one, other in zip(left, right, strict=True)]


def _pairs(left: list[Any], right: list[Any]) -> list[Any] | None:
    return [both(one, other) for one in left for other in right] if len(left) * len(right) <= MOST_PRODUCTS else None


def _united(left: Iterable[Any], right: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys([*left, *right]))


def _types(left: str | list[str], right: str | list[str]) -> str | list[str]:
    ours, theirs = type_list(left), type_list(right)
    common = [t for t in ours if t in theirs or (t == "integer" and "number" in theirs)]
    common += [t for t in theirs if t == "integer" and "number" in ours and t not in common]
    return common[0] if len(common) == 1 else common


def type_list(types: str | list[str] | None) -> list[str]:
    """`type` as a list; all types where there is none."""
    return [types] if isinstance(types, str) else list(ALL_TYPES if types is None else types)


def common_values(left: list[Any], right: list[Any]) -> list[Any]:
    """The values that stand in both lists."""
    return [value for value in left if any(same_json(value, other) for other in right)]


def same_json(left: Any, right: Any) -> bool:
    """Equality of JSON values, in which true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        keys = left.keys() - MARKS
        return keys == right.keys() - MARKS and all(same_json(left[key], right[key]) for key in keys)
    return bool(left == right)


def _multiple(left: float, right: float) -> float | None:
    from fractions import Fraction

    large, small = max(left, right), min(left, right)
    return large if Fraction(str(large)) % Fraction(str(small)) == 0 else None


def _dependent(left: dict[str, list[str]], right: dict[str, list[str]]) -> Object:
    return {name: _united(left.get(name, ()), right.get(name, ())) for name in [*left, *right]}


JOINS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "type": _types,
    "enum": common_values,
    "required": _united,
    "properties": _by_name,
    "patternProperties": _by_name,
    "dependentSchemas": _by_name,
    "dependentRequired": _dependent,
    CONDITIONS: lambda left, right: [*left, *right],
    "prefixItems": _in_turn,
    "anyOf": _pairs,
    "oneOf": _pairs,
    "multipleOf": _multiple,
    "not": lambda left, right: {"anyOf": [left, right]},
    "uniqueItems": lambda left, right: left or right,
    **dict.fromkeys(("additionalProperties", "items", "propertyNames", "unevaluatedProperties"), both),
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min),
}
"""How two values of one keyword become one; None as a result means that they cannot."""

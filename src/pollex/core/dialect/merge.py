"""Merging two schemas that both hold into one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..json import Object
from ..schema.walk import SchemaDocument
from .document import MARKS

ANNOTATIONS: Final = frozenset(
    {"title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly",
     "$defs", "definitions", *MARKS}
)  # fmt: skip
"""Keywords that refuse nothing."""
COMPOSED: Final = frozenset({"$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"})
"""Keywords that compose a schema of others for the same value."""
ALL_TYPES: Final = ("string", "number", "boolean", "array", "object", "null")


class Unmergeable(Exception):
    """Raised where two schemas that both hold cannot be written as one."""


def merge(left: Object, right: Object) -> Object | None:
    """Return the schema of what fits both; None where nothing does. The left annotations win. Neither is composed."""
    if ("prefixItems" in left and "items" in right) or ("prefixItems" in right and "items" in left):
        raise Unmergeable("Two schemas of one list could not be joined")
    left, right = _without_unknown(left, right), _without_unknown(right, left)
    merged = {**right, **left}
    for key in sorted(left.keys() & right.keys() - ANNOTATIONS):
        if not same_json(left[key], right[key]):
            if key not in JOINS:
                raise Unmergeable(f"Two values of {key} that hold at once could not be joined")
            merged[key] = JOINS[key](left[key], right[key])
    if merged.get("type") == [] or merged.get("enum") == []:
        return None
    never = {name for name, item in merged.get("properties", {}).items() if item is False}
    return None if never & set(merged.get("required", ())) else merged


def _without_unknown(schema: Object, other: Object) -> Object:
    """Return the schema; properties that a closed other one does not know can have no value in it."""
    extra, known = other.get("additionalProperties", True), other.get("properties", {})
    foreign = [name for name in schema.get("properties", ()) if name not in known]
    if extra is True or not foreign:
        return schema
    if extra is not False or "patternProperties" in other:
        raise Unmergeable("Properties and free keys that hold at once could not be joined")
    return {**schema, "properties": {**schema["properties"], **dict.fromkeys(foreign, False)}}


def both(left: SchemaDocument, right: SchemaDocument) -> SchemaDocument:
    """Return the schema of what fits both; simple ones are merged at once, so that contradictions are found."""
    if left is False or right is False:
        return False
    if not isinstance(left, dict) or not isinstance(right, dict):
        return left if isinstance(left, dict) else right
    try:
        if not COMPOSED & (left.keys() | right.keys()):
            merged = merge(uniform(left), uniform(right))
            return False if merged is None else merged
    except Unmergeable:
        pass
    return {"allOf": [left, right]}


def uniform(schema: Object) -> Object:
    """Return the schema with `const` as an `enum` of one, so that the two can be merged."""
    if "const" not in schema:
        return schema
    values = [value for value in schema.get("enum", [schema["const"]]) if same_json(value, schema["const"])]
    return {**{key: value for key, value in schema.items() if key != "const"}, "enum": values}


def type_list(types: str | list[str] | None) -> list[str]:
    """Return `type` as a list; all types where there is none."""
    return [types] if isinstance(types, str) else list(ALL_TYPES if types is None else types)


def same_json(left: Any, right: Any) -> bool:
    """Return whether two JSON values are equal (true is not 1), or two schemas, in which our marks do not count."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        keys = left.keys() - MARKS
        return keys == right.keys() - MARKS and all(same_json(left[key], right[key]) for key in keys)
    return bool(left == right)


def _by_name(left: Object, right: Object) -> Object:
    return {name: both(left.get(name, True), right.get(name, True)) for name in dict.fromkeys([*left, *right])}


def _types(left: str | list[str], right: str | list[str]) -> str | list[str]:
    ours, theirs = type_list(left), type_list(right)
    common = [t for t in ours if t in theirs or (t == "integer" and "number" in theirs)]
    common += [t for t in theirs if t == "integer" and "number" in ours and t not in common]
    return common[0] if len(common) == 1 else common


JOINS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "type": _types,
    "enum": lambda left, right: [value for value in left if any(same_json(value, other) for other in right)],
    "required": lambda left, right: list(dict.fromkeys([*left, *right])),
    "properties": _by_name,
    "not": lambda left, right: {"anyOf": [left, right]},
    "uniqueItems": lambda left, right: left or right,
    **dict.fromkeys(("additionalProperties", "items", "propertyNames", "unevaluatedProperties"), both),
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min),
}
"""How two values of one keyword become one."""

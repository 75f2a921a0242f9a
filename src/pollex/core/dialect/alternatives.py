"""Unions made explicit: a schema as a list of plain alternatives, each of one JSON type."""

from __future__ import annotations

from typing import Any, Final

from ..json import Object, type_name
from .joins import ALL_TYPES, MOST_PRODUCTS, type_list
from .merge import ANNOTATIONS, flatten, is_reference
from .refs import References
from .walk import FOR

TYPED: Final[dict[str, frozenset[str]]] = {
    "object": frozenset(
        {"properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
         "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties"}
    ),
    "array": frozenset(
        {"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains",
         "unevaluatedItems"}
    ),
    "string": frozenset(
        {"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema"}
    ),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
}  # fmt: skip
"""The keywords that speak of values of one type only."""


def kinds(schema: Object) -> list[str]:
    """The JSON types that a flattened schema names, by `type` or by its values; all of them where it names none."""
    types = type_list(schema.get("type"))
    if "enum" in schema:
        found = {type_name(value) for value in schema["enum"]}
        found |= {"integer"} if any(isinstance(v, float) and v.is_integer() for v in schema["enum"]) else set()
        return [t for t in types if t in found or (t == "number" and "integer" in found)]
    return types


def implied_kinds(schema: Object) -> list[str]:
    """The types that an untyped schema speaks of by its keywords, such as `properties`."""
    return [kind for kind, keywords in TYPED.items() if keywords & schema.keys()]


def alternatives(
    schema: Object | bool, refs: References, dropped: list[str], *, expand: bool = False
) -> list[Object] | None:
    """The schema as a list of flattened schemas without unions, any of which may fit; None if there are too many."""
    flat = flatten(schema, refs, dropped, expand=expand)
    if not isinstance(flat, dict):
        return [{}] if flat else []
    if is_reference(flat):
        return [flat]
    keyword = next((key for key in ("anyOf", "oneOf") if key in flat), None)
    if keyword is None:
        return _single_types(flat)
    beside = {key: value for key, value in flat.items() if key != keyword}
    constraint = {key: value for key, value in beside.items() if key not in ANNOTATIONS}
    found: list[Object] = []
    for branch in flat[keyword]:
        joined = branch if not constraint else {"allOf": [constraint, branch]}
        inner = alternatives(joined, refs, dropped, expand=expand)
        if inner is None or len(found) + len(inner) > MOST_PRODUCTS:
            return None
        found += [{FOR: flat[FOR], **option} for option in inner] if FOR in flat else inner
    return found


def _single_types(schema: Object) -> list[Object]:
    """The schema once for each of its types, each with the keywords of that type only."""
    types = schema.get("type")
    if isinstance(types, str) or (types is None and "enum" not in schema):
        return [schema]
    return [of_kind(schema, kind) for kind in kinds(schema)]


def of_kind(schema: Object, kind: str) -> Object:
    """What the schema says of values of one type."""
    foreign = frozenset().union(
        *(keywords for name, keywords in TYPED.items() if name != kind and (name, kind) != ("number", "integer"))
    )
    kept = {key: value for key, value in schema.items() if key not in foreign}
    if "enum" in kept:
        kept["enum"] = [value for value in kept["enum"] if _is(value, kind)]
    return {**kept, "type": kind}


def _is(value: Any, kind: str) -> bool:
    name = type_name(value)
    if kind == "integer":
        return name == "integer" or (name == "number" and value.is_integer())
    return name == kind or (kind == "number" and name == "integer")


def grouped(options: list[Object]) -> dict[str, list[Object]]:
    """Alternatives by JSON type, whole numbers among the numbers; an untyped one is of every type."""
    groups: dict[str, list[Object]] = {}
    for option in options:
        types = [option["type"]] if "type" in option else (implied_kinds(option) or list(ALL_TYPES))
        for kind in types:
            groups.setdefault("number" if kind == "integer" else kind, []).append({**option, "type": kind})
    return groups

"""Alternatives made explicit and, where a dialect takes no union, united into one schema that lets all through."""

from __future__ import annotations

from typing import Any, Final

from pollex.core.json import Object, type_name

from .merge import (
    ALL_TYPES,
    ANNOTATIONS,
    CONDITIONS,
    MOST_PRODUCTS,
    constrains,
    flatten,
    is_reference,
    same_json,
    type_list,
)
from .refs import References

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
        found += inner
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


def united(kind: str, options: list[Object], refs: References) -> Object:
    """One schema of the given type that lets through whatever fits any option."""
    distinct: list[Object] = _distinct(options)
    if len(distinct) == 1:
        return distinct[0]
    if kind == "object":
        return _one_object(distinct, refs)
    if kind == "array":
        inner = [item for option in distinct for item in [*option.get("prefixItems", ()), option.get("items", True)]]
        inner = [item for item in inner if item is not False]
        return {**_annotations(distinct), "type": "array", "items": _any_of(inner)}
    name = "number" if any(option["type"] == "number" for option in distinct) else distinct[0]["type"]
    joined: Object = {**_annotations(distinct), "type": name}
    if all("enum" in option for option in distinct):
        joined["enum"] = _distinct([value for option in distinct for value in option["enum"]])
    return joined


def _one_object(options: list[Object], refs: References) -> Object:
    options = [with_conditional_properties(option, refs) for option in options]
    names = list(dict.fromkeys(name for option in options for name in option.get("properties", ())))
    properties = {name: _any_of([_property(option, name) for option in options]) for name in names}
    required = [name for name in names if all(name in option.get("required", ()) for option in options)]
    joined: Object = {**_annotations(options), "type": "object", "properties": properties}
    if required:
        joined["required"] = required
    others = [others_of(option) for option in options]
    if any(other is not False for other in others):
        joined["additionalProperties"] = _any_of(others)
    return joined


def _property(option: Object, name: str) -> Object | bool:
    found: Object | bool = option.get("properties", {}).get(name, others_of(option))
    return found


def others_of(schema: Object) -> Object | bool:
    """What an object lets its undeclared keys hold; an object that is silent and declares properties has no others."""
    if schema.get("patternProperties"):
        return True
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        if keyword in schema:
            found: Object | bool = schema[keyword]
            return found
    return "properties" not in schema


def with_conditional_properties(schema: Object, refs: References) -> Object:
    """The schema with its conditions left out, and the properties that only they declare taken in as optional ones."""
    conditions = schema.get(CONDITIONS, ())
    held = [condition[key] for condition in conditions for key in ("then", "else") if key in condition]
    found = _properties_in([*held, *schema.get("dependentSchemas", {}).values()], refs)
    for name in _properties_in([condition["if"] for condition in conditions], refs):
        found.setdefault(name, [True])
    kept = {key: value for key, value in schema.items() if key not in ("dependentSchemas", CONDITIONS)}
    own = schema.get("properties", {})
    extra = {name: _any_of(items) for name, items in found.items() if name not in own}
    return {**kept, "properties": {**own, **extra}} if extra else kept


def _properties_in(parts: list[Object | bool], refs: References) -> dict[str, list[Object | bool]]:
    found: dict[str, list[Object | bool]] = {}
    for part in parts:
        for option in alternatives(part, refs, [], expand=True) or ():
            for name, item in with_conditional_properties(option, refs).get("properties", {}).items():
                found.setdefault(name, []).append(item)
    return found


def _any_of(options: list[Object | bool]) -> Object | bool:
    possible = _distinct([option for option in options if option is not False])
    if not possible:
        return False
    if len(possible) == 1:
        one: Object | bool = possible[0]
        return one
    return {"anyOf": possible} if all(constrains(option) for option in possible) else True


def _annotations(options: list[Object]) -> Object:
    """The description, if all options have the same."""
    first = options[0].get("description")
    return {"description": first} if first and all(option.get("description") == first for option in options) else {}


def _distinct(values: list[Any]) -> list[Any]:
    kept: list[Any] = []
    for value in values:
        if not any(same_json(value, other) for other in kept):
            kept.append(value)
    return kept

"""Traversal of JSON Schemas: which keywords hold further schemas, and how to visit or rewrite them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

from ..fault import Fault
from ..json import Object
from ..limits import DEFAULT_LIMITS

SchemaDocument: TypeAlias = Object | bool
SchemaPath: TypeAlias = tuple[str | int, ...]

ONE: Final = frozenset({
    "items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema", "additionalItems",
})  # fmt: skip
LIST: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
MAP: Final = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
IN_PLACE: Final = frozenset(
    {"allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "$ref", "$dynamicRef"}
)
"""Keywords whose schemas apply to the same value as the schema that contains them."""


def children(schema: SchemaDocument) -> Iterator[tuple[SchemaPath, SchemaDocument]]:
    """Yield the schemas directly inside a schema, each with its place."""
    if isinstance(schema, bool):
        return
    for keyword, value in schema.items():
        if keyword in ONE and isinstance(value, dict | bool):
            yield (keyword,), value
        elif keyword in LIST and isinstance(value, list):
            yield from (((keyword, index), item) for index, item in enumerate(value) if isinstance(item, dict | bool))
        elif keyword in MAP and isinstance(value, dict):
            yield from (((keyword, name), item) for name, item in value.items() if isinstance(item, dict | bool))


def every(schema: SchemaDocument) -> Iterator[tuple[SchemaPath, SchemaDocument]]:
    """Yield a schema and all schemas below it, without recursion."""
    waiting: list[tuple[SchemaPath, SchemaDocument]] = [((), schema)]
    while waiting:
        path, current = waiting.pop()
        if len(path) > 2 * DEFAULT_LIMITS.depth:
            raise Fault("limit", "The schema is nested too deep.", expected=f"at most {DEFAULT_LIMITS.depth} levels")
        yield path, current
        waiting.extend((path + step, child) for step, child in children(current))


def rebuild(schema: Object, change: Callable[[SchemaPath, SchemaDocument], SchemaDocument]) -> Object:
    """Return the schema with `change` applied to each direct child."""
    made: Object = dict(schema)
    for (keyword, *rest), child in children(schema):
        assert isinstance(keyword, str)
        new = change((keyword, *rest), child)
        if not rest:
            made[keyword] = new
            continue
        if made[keyword] is schema[keyword]:
            made[keyword] = schema[keyword].copy()
        made[keyword][rest[0]] = new
    return made


def locate(root: SchemaDocument, path: list[str | int] | SchemaPath) -> Any:
    """Return the schema at `path`, following a `$ref` on it, or None if there is none."""
    current: Any = root
    for step in path:
        if step == "$ref" and isinstance(current, dict):
            current = local_target(root, str(current.get("$ref", "")))
        elif isinstance(current, dict):
            current = current.get(str(step), current.get(step))
        elif isinstance(current, list) and isinstance(step, int) and step < len(current):
            current = current[step]
        else:
            return None
    return current


def local_target(root: SchemaDocument, reference: str) -> Any:
    """Return the schema that `#` or `#/pointer` refers to, or None for any other kind of reference."""
    if reference == "#":
        return root
    if not reference.startswith("#/"):
        return None
    current: Any = root
    for escaped in reference[2:].split("/"):
        step = unquote(escaped).replace("~1", "/").replace("~0", "~")
        if isinstance(current, list):
            current = {str(place): each for place, each in enumerate(current)}
        if not isinstance(current, dict):
            return None
        current = current.get(step)
    return current


def declared_names(root: SchemaDocument, schema: Any, seen: frozenset[int] = frozenset()) -> list[str]:
    """Return the property names that a schema declares, also in its in-place alternatives and references."""
    if not isinstance(schema, dict) or id(schema) in seen:
        return []
    seen |= {id(schema)}
    names = list(schema.get("properties", ()))
    for (keyword, *_), child in children(schema):
        if keyword in IN_PLACE:
            names += declared_names(root, child, seen)
    if isinstance(reference := schema.get("$ref"), str):
        names += declared_names(root, local_target(root, reference), seen)
    return list(dict.fromkeys(names))

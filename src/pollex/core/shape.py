"""The shape of a value by its JSON Schema: enough to follow a path through it, no more.

A shape is every plain schema the value may have to fit, with `$ref`, `anyOf`, `oneOf` and `allOf` resolved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from .fault import Fault
from .path import MISSING, Segment, lookup, parse

JOINS: Final = ("anyOf", "oneOf", "allOf")
STRUCTURE: Final = frozenset({"properties", "patternProperties", "additionalProperties", "items", "prefixItems"})


@dataclass(frozen=True, slots=True)
class Shape:
    """The schemas of one place, and the document in which their references are resolved."""

    schemas: tuple[Any, ...]
    document: Any

    @classmethod
    def of(cls, schema: Any) -> Shape:
        """Return the shape that a schema describes; None and True allow everything."""
        if isinstance(schema, Shape):
            return schema
        return cls(_taken_apart([schema], schema), schema)

    def below(self, segment: Segment) -> Shape | None:
        """Return the shape one segment further down, or None if no schema allows it."""
        found = [child for schema in self.schemas for child in _children(schema, segment)]
        return Shape(_taken_apart(found, self.document), self.document) if found else None

    def at(self, path: Iterable[Segment]) -> Shape | None:
        """Return the shape at the end of a path, or None if no schema allows it."""
        shape: Shape | None = self
        for segment in path:
            shape = None if shape is None else shape.below(segment)
        return shape

    def names(self) -> list[str]:
        """Return the declared properties."""
        return [name for schema in self.schemas if isinstance(schema, dict) for name in schema.get("properties", ())]

    def refusal(self) -> str:
        """Return why a value without properties has nothing below it."""
        return "is an array" if self._is_array() else "has nothing below it"

    def expected(self) -> str:
        return "an index such as [0]" if self._is_array() else "a path that ends there"

    def _is_array(self) -> bool:
        return any(isinstance(schema, dict) and "array" in _types(schema) for schema in self.schemas)


def _taken_apart(schemas: list[Any], document: Any) -> tuple[Any, ...]:
    """Return the plain schemas behind `schemas`. Each is visited once, so that references may be circular."""
    plain: list[Any] = []
    seen: set[int] = set()
    waiting = list(reversed(schemas))
    while waiting:
        schema = waiting.pop()
        if id(schema) in seen and isinstance(schema, dict):
            continue
        seen.add(id(schema))
        parts = _parts(schema, document) if isinstance(schema, dict) else []
        if not parts or STRUCTURE & schema.keys():
            plain.append(schema)
        waiting += reversed(parts)
    return tuple(plain)


def _parts(schema: dict[str, Any], document: Any) -> list[Any]:
    parts = [part for join in JOINS for part in schema.get(join, ())]
    if "$ref" in schema:
        parts.append(_referred(schema["$ref"], document))
    return parts


def _referred(ref: Any, document: Any) -> Any:
    """Return the target of a local `$ref`; one that cannot be found here allows everything."""
    if not isinstance(ref, str) or not ref.startswith("#"):
        return True
    try:
        found = lookup(document, parse(ref[1:]))
    except Fault:
        return True
    return True if found is MISSING else found


def _children(schema: Any, segment: Segment) -> list[Any]:
    """Return one plain schema's schemas for `segment`, or none if it forbids it."""
    if not isinstance(schema, dict):
        return [] if schema is False else [True]
    types = _types(schema)
    found = []
    if "object" in types:
        found += _property(schema, str(segment))
    if "array" in types and isinstance(segment, int):
        found += _item(schema, segment)
    return found


def _types(schema: dict[str, Any]) -> frozenset[str]:
    """Return the allowed types that can have something below them."""
    declared = schema.get("type", "any")
    if declared == "any":
        if "properties" in schema:
            return frozenset({"object"})
        return frozenset({"object", "array"})
    return frozenset([declared] if isinstance(declared, str) else declared) & {"object", "array"}


def _property(schema: dict[str, Any], name: str) -> list[Any]:
    properties = schema.get("properties", {})
    if name in properties:
        return [properties[name]]
    more = schema.get("additionalProperties", "properties" not in schema)
    if schema.get("patternProperties"):
        return [True]
    return [] if more is False else [more]


def _item(schema: dict[str, Any], index: int) -> list[Any]:
    prefix = schema.get("prefixItems", [])
    if index < len(prefix):
        return [prefix[index]]
    items = schema.get("items", True)
    return [] if items is False else [items]

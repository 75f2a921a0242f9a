"""Default values that a schema declares for options that the caller left out."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from .walk import SchemaDocument, every, local_target


def has_defaults(document: SchemaDocument) -> bool:
    return any(isinstance(schema, dict) and "default" in schema for _, schema in every(document))


def with_defaults(value: Any, schema: Any, root: SchemaDocument) -> Any:
    """Return the value with missing options filled in, or the same object if none are missing."""
    if not isinstance(schema, dict):
        return value
    if isinstance(reference := schema.get("$ref"), str):
        value = with_defaults(value, local_target(root, reference), root)
    for part in schema.get("allOf", ()):
        value = with_defaults(value, part, root)
    if isinstance(value, dict):
        return _object(value, schema, root)
    if isinstance(value, list):
        return _array(value, schema, root)
    return value


def _object(value: dict[str, Any], schema: dict[str, Any], root: SchemaDocument) -> dict[str, Any]:
    made = value
    for name, declared in schema.get("properties", {}).items():
        if name in value:
            filled = with_defaults(value[name], declared, root)
            if filled is value[name]:
                continue
        elif isinstance(declared, dict) and "default" in declared:
            filled = deepcopy(declared["default"])
        else:
            continue
        made = dict(value) if made is value else made
        made[name] = filled
    return made


def _array(value: list[Any], schema: dict[str, Any], root: SchemaDocument) -> list[Any]:
    heads = schema.get("prefixItems", [])
    filled = [
        with_defaults(item, heads[index] if index < len(heads) else schema.get("items"), root)
        for index, item in enumerate(value)
    ]
    return value if all(new is old for new, old in zip(filled, value, strict=True)) else filled

"""JSON Schema as a TypeScript type, on one line: for the page's types and, as the shortest description, for models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...core.json import Object, dumps
from .properties import MARK

SIMPLE: Final = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}


def type_text(schema: Any, marks: Mapping[str, str]) -> str:
    """Return the type of the values that fit a schema; `marks` names the types of marked values."""
    if not isinstance(schema, dict):
        return "unknown"
    if schema.get(MARK) in marks:
        return marks[schema[MARK]]
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return "|".join(map(dumps, schema["enum"]))
    if "anyOf" in schema:
        return "|".join(dict.fromkeys(type_text(each, marks) for each in schema["anyOf"]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return "|".join(dict.fromkeys(type_text({**schema, "type": each}, marks) for each in kind))
    if kind == "array":
        inner = type_text(schema.get("items"), marks)
        return f"({inner})[]" if _has_alternatives(schema.get("items")) else f"{inner}[]"
    if kind == "object":
        return object_text(schema, marks)
    return SIMPLE.get(str(kind), "unknown")


def object_text(schema: Object, marks: Mapping[str, str]) -> str:
    """Return the type of an object: `{name:type;other?:type}`."""
    if "properties" not in schema:
        return "object"
    required = schema.get("required", ())
    members = (
        f"{name}{'' if name in required else '?'}:{type_text(each, marks)}"
        for name, each in schema["properties"].items()
    )
    return f"{{{';'.join(members)}}}"


def _has_alternatives(schema: Any) -> bool:
    return isinstance(schema, dict) and ("anyOf" in schema or "enum" in schema or isinstance(schema.get("type"), list))

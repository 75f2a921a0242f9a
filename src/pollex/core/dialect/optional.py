"""Properties that may be left out, in dialects where every property is required: null stands for an absent key."""

from __future__ import annotations

from typing import Final

from ..json import Object

NULL_OR_ABSENT: Final = (
    "The property may be null and may be absent; the two cannot be told apart here, and null means absent."
)
NULL_IS_DEFAULT: Final = "Absent and null are one here; null is the default."


def or_null(schema: Object) -> Object:
    """Return a schema of the dialect that accepts null as well."""
    null: Object = {"type": "null"}
    if "anyOf" in schema:
        return schema if null in schema["anyOf"] else {**schema, "anyOf": [*schema["anyOf"], null]}
    if "type" not in schema:
        return {"anyOf": [schema, null]}
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "null" in names:
        return schema
    return {**schema, "type": [*names, "null"], **({"enum": [*schema["enum"], None]} if "enum" in schema else {})}

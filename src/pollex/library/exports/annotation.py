"""Python types of parameters: a JSON schema as an annotation, a default as a literal."""

from __future__ import annotations

from typing import Any, Final

from ...core.schema import Schema

SIMPLE: Final = {"string": "str", "number": "float", "integer": "int", "boolean": "bool", "null": "None"}
DATE: Final = "datetime.date | str"
"""The type of a date as an argument; in JSON it is text."""


def annotation(schema: Any) -> str:
    """Return the type of the values that fit a schema; `Any` where Python has no short name for it."""
    if not isinstance(schema, dict):
        return "Any"
    options, kind = schema.get("enum"), schema.get("type")
    if options and all(each is None or isinstance(each, str | int) for each in options):
        return f"Literal[{', '.join(map(repr, options))}]"
    match kind:
        case list():
            return " | ".join(dict.fromkeys(annotation({**schema, "type": each}) for each in kind)) or "Any"
        case "array":
            return f"list[{annotation(schema.get('items'))}]"
        case "object":
            return "dict[str, Any]"
    return SIMPLE.get(kind, "Any") if isinstance(kind, str) else "Any"


def argument(schema: dict[str, Any], *, required: bool) -> tuple[str, str]:
    """Return the type of an argument, and its default as it is written; empty where it must be given.

    None stands for an input that is left out: one without a default, or with one that is no plain value.
    """
    kind = DATE if schema.get("format") == "date" else annotation(schema)
    default = schema.get("default")
    if isinstance(default, str | int | float) and "type" in schema and Schema(schema).check(default, repair=False).ok:
        return kind, repr(default)
    if required and default is None:
        return kind, ""
    return (kind if kind == "Any" else f"{kind} | None"), "None"

"""A part of a rendering: the dialect's schema and the form in which values of it travel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..json import Object
from .form import Form


@dataclass(frozen=True, slots=True)
class Piece:
    schema: Object
    form: Form


def or_null(schema: Object) -> Object:
    """The schema, letting null through as well."""
    types = schema.get("type")
    if types is None:
        inner, about = dict(schema), schema.get("description")
        if "anyOf" in inner:
            return {**inner, "anyOf": [*inner["anyOf"], {"type": "null"}]}
        inner.pop("description", None)
        return {**({"description": about} if about else {}), "anyOf": [inner, {"type": "null"}]}
    names = [types] if isinstance(types, str) else list(types)
    if "null" in names:
        return schema
    opened: Object = {**schema, "type": [*names, "null"]}
    if "enum" in schema:
        opened["enum"] = [*schema["enum"], None]
    return opened


def lets_null_through(schema: Object, definitions: dict[str, Object]) -> bool:
    """Whether a schema of the dialect takes null; a definition still being written counts as one that does not."""
    types = schema.get("type")
    if isinstance(types, str | list):
        return types == "null" or "null" in types
    if "$ref" in schema:
        return lets_null_through(definitions.get(schema["$ref"].rpartition("/")[2], {"type": "?"}), definitions)
    options: list[Any] = schema.get("anyOf", [])
    return any(lets_null_through(option, definitions) for option in options) if options else True


def lets_text_through(schema: Object, definitions: dict[str, Object]) -> bool:
    """Whether a schema of the dialect takes a string; one that is still being written counts as one that does."""
    types = schema.get("type")
    if isinstance(types, str | list):
        return types == "string" or "string" in types
    if "$ref" in schema:
        return lets_text_through(definitions.get(schema["$ref"].rpartition("/")[2], {}), definitions)
    options: list[Any] = schema.get("anyOf", [])
    return any(lets_text_through(option, definitions) for option in options) if options else True


def without_descriptions(schema: Any) -> Any:
    """The schema as far as it decides anything, to see whether two are the same."""
    if isinstance(schema, list):
        return [without_descriptions(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if not (key == "description" and isinstance(value, str))}
    return {key: without_descriptions(value) for key, value in kept.items()}

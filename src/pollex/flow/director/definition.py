"""The declaration of a Director's tool: rich properties in, a plain definition out, examples in its description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...core.json import Object, dumps
from ...core.limits import DEFAULT_LIMITS
from ...core.schema import Schema
from ...core.tool import Effect, Runner, Tool
from .flat import FlatProperty, SourceMap, flat_properties, unflatten
from .permissive_schema import PermissiveSchema

LIMIT: Final = DEFAULT_LIMITS.description


def strict_tool(
    name: str,
    about: str,
    run: Runner,
    properties: Mapping[str, Object],
    *,
    required: tuple[str, ...] = (),
    examples: tuple[Object, ...],
    effect: Effect = "act",
    timeout: float | None = None,
) -> Tool:
    """Return a tool whose definition a provider can enforce."""
    schema = permissive_schema(flat_properties(properties, strict=True), required)
    return Tool(name, with_examples(about, examples), schema, run, title(name), None, examples, effect, timeout)


def permissive_schema(properties: tuple[FlatProperty, ...], required: tuple[str, ...]) -> Schema:
    """Return a schema that shows plain properties and also accepts those of workflow files."""
    shown = {name: schema for each in properties for name, schema in each.shown.items()}
    accepted = {name: schema for each in properties for name, schema in each.accepted.items()}
    return PermissiveSchema(closed(shown, required), closed(accepted, required))


def closed(properties: Mapping[str, Object], required: tuple[str, ...] = ()) -> Object:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def unflattened(args: Object, properties: Mapping[str, Object]) -> tuple[Object, SourceMap]:
    """Return the arguments of a strict tool as workflow files write them, and where each stood in the call."""
    source = SourceMap()
    return unflatten(args, flat_properties(properties, strict=True), "", source), source


def with_examples(about: str, examples: tuple[Object, ...]) -> str:
    """Return the description with as many examples as there is room for."""
    text = about
    for example in examples:
        longer = f"{text} {'Examples:' if text == about else ''} {dumps(example)}".replace("  ", " ")
        text = longer if len(longer) <= LIMIT else text
    return text


def title(name: str) -> str:
    return name.replace("_", " ").capitalize()

"""Declaring a Director's tool: rich properties in, a plain definition out, with examples in its description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...core.json import Object, dumps
from ...core.limits import DEFAULT_LIMITS
from ...core.schema import Schema
from ...core.tool import Effect, Runner, Tool
from .flat import forms
from .folding import Folding
from .form import Form, folded
from .offered import Offered

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
    """A tool whose definition a provider can hold a model to."""
    known = forms(properties, strict=True)
    schema = offered(known, required)
    return Tool(name, with_examples(about, examples), schema, run, title(name), None, examples, effect, timeout)


def offered(known: tuple[Form, ...], required: tuple[str, ...]) -> Schema:
    shown = {name: schema for form in known for name, schema in form.shown.items()}
    taken = {name: schema for form in known for name, schema in form.taken.items()}
    return Offered(closed(shown, required), closed(taken, required))


def closed(properties: Mapping[str, Object], required: tuple[str, ...] = ()) -> Object:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def plain(args: Object, properties: Mapping[str, Object]) -> tuple[Object, Folding]:
    """Arguments of a strict tool with their flat forms folded back."""
    told = Folding()
    return folded(args, forms(properties, strict=True), "", told), told


def with_examples(about: str, examples: tuple[Object, ...]) -> str:
    """A description with as many examples as there is room for."""
    text = about
    for example in examples:
        longer = f"{text} {'Examples:' if text == about else ''} {dumps(example)}".replace("  ", " ")
        text = longer if len(longer) <= LIMIT else text
    return text


def title(name: str) -> str:
    return name.replace("_", " ").capitalize()

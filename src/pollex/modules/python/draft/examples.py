"""Examples for a tool, from the doctests of its function: calls whose arguments are written out as JSON values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

from ....core.json import Object
from ....core.schema import Schema
from .description import Description, is_json

MAX_EXAMPLES: Final = 2
"""Examples that one tool is given."""


def examples(description: Description, function: str) -> list[Object]:
    """Return the first calls in the function's docstring that its schema accepts."""
    schema = Schema(description.parameters)
    found: list[Object] = []
    for call in _calls(description.doc, function):
        arguments = _arguments(call, description)
        if arguments is not None and arguments not in found and not schema.check(arguments).issues:
            found.append(arguments)
        if len(found) == MAX_EXAMPLES:
            break
    return found


def _calls(doc: str, function: str) -> Iterator[ast.Call]:
    from doctest import DocTestParser

    try:
        sources = [example.source for example in DocTestParser().get_examples(doc)]
    except ValueError:
        return
    for source in sources:
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _called(node.func) == function:
                yield node


def _called(node: ast.expr) -> str | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


def _arguments(call: ast.Call, description: Description) -> Object | None:
    """The arguments by name; None where they are not literals, or not JSON."""
    try:
        given = [ast.literal_eval(argument) for argument in call.args]
        named = {keyword.arg or "": ast.literal_eval(keyword.value) for keyword in call.keywords}
        bound: dict[str, Any] = description.signature.bind(*given, **named).arguments
    except (ValueError, TypeError, SyntaxError):
        return None
    spread = {name: list(value) if _is_spread(name, description) else value for name, value in bound.items()}
    return spread if is_json(spread) and spread.keys() <= description.parameters["properties"].keys() else None


def _is_spread(name: str, description: Description) -> bool:
    parameter = description.signature.parameters[name]
    return parameter.kind is parameter.VAR_POSITIONAL

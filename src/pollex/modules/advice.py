"""Advice about a manifest that is valid: the module specification's (004) best practices."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.fault import Issue
from ..core.json import Object


def advice(document: Object) -> list[Issue]:
    """Return what could be better, each with its place."""
    return [issue.below(index).below("tools") for index, tool in enumerate(document["tools"]) for issue in _tool(tool)]


def _tool(tool: Object) -> Iterator[Issue]:
    if not tool.get("description"):
        yield Issue("/description", "The tool is not described.", "a sentence", "nothing", "Say what it does.")
    if not tool.get("examples"):
        yield Issue("/examples", "The tool has no example.", "at least one", "none", "Add arguments that fit.")
    if tool.get("effectGuessed"):
        yield Issue(
            "/effect", f"The effect {tool.get('effect')!r} was guessed.", None, None, "Look, then remove the mark."
        )
    parameters = tool.get("parameters", {})
    required = parameters.get("required", ())
    for name, schema in parameters.get("properties", {}).items():
        if not isinstance(schema, dict):
            continue
        place = f"/parameters/properties/{name}"
        if not schema.get("description"):
            yield Issue(place, f"The parameter {name!r} is not described.", "a description", "nothing", "Describe it.")
        if name not in required and "default" not in schema:
            yield Issue(place, f"The parameter {name!r} is optional and says no default.", "a default", "nothing", None)

"""The names on both sides of a call: the arguments that a tool's schema declares, a function's parameters."""

from __future__ import annotations

from inspect import Parameter
from typing import Any, Final

from ...core.casing import match_key
from ...core.json import Object

PLACED: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
NAMED: Final = (*PLACED, Parameter.KEYWORD_ONLY)


def properties_of(tool: Object) -> dict[str, Any]:
    """The arguments that the schema names."""
    return dict(tool.get("parameters", {}).get("properties", {}))


def match_parameters(names: list[str], parameters: list[Parameter]) -> dict[str, str]:
    """For each parameter the name that means it, `pageSize` for `page_size`; the same spelling goes first."""
    known = [parameter.name for parameter in parameters if parameter.kind in NAMED]
    matched: dict[str, str] = {}
    for name in sorted(names, key=lambda name: name not in known):
        found = match_key(name, known)
        if found is not None:
            matched.setdefault(found, name)
    return matched


def integers(properties: dict[str, Any]) -> frozenset[str]:
    """The arguments that must not be 5.0 for 5."""
    return frozenset(
        name for name, schema in properties.items() if isinstance(schema, dict) and schema.get("type") == "integer"
    )

"""Reads how a function wants its arguments: from the manifest's `call`, its signature, else the order of the schema."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import Parameter
from typing import Any

from ...core.fault import Fault
from ...core.json import Object
from ...core.suggest import did_you_mean, one_of
from .binding import Binding, Slot
from .names import PLACED, integers, match_parameters, properties_of
from .signature import SignatureReading


def read_binding(tool: Object, parameters: list[Parameter] | None) -> Binding:
    """The binding of a tool to its function; a Fault where an argument has no place or the function lacks one."""
    if tool.get("call"):
        return _by_call(tool, parameters or [])
    if parameters is None:
        return _by_order(tool)
    return SignatureReading(tool, parameters).binding()


def read_parameters(function: Callable[..., Any]) -> list[Parameter] | None:
    """The function's parameters, None where it does not say: some functions written in C do not."""
    try:
        return list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        return None


def _by_call(tool: Object, parameters: list[Parameter]) -> Binding:
    """As the manifest says; what it does not mention is given by keyword."""
    call, properties = tool["call"], properties_of(tool)
    positional, spread = call.get("positional", []), call.get("spread")
    _refuse_unknown(tool, [*positional, *([spread] if spread else []), *call.get("options", [])], properties)
    placed = [parameter for parameter in parameters if parameter.kind in PLACED]
    defaults = [parameter.default for parameter in placed] + [Parameter.empty] * len(positional)
    slots = tuple(Slot(name, None, default) for name, default in zip(positional, defaults, strict=False))
    named = [name for name in properties if name not in positional and name != spread]
    parameter_of = {name: parameter for parameter, name in match_parameters(named, parameters).items()}
    keywords = {name: parameter_of.get(name, name) for name in named}
    return Binding(tool["function"], "call", slots, spread, keywords, open=True, integers=integers(properties))


def _by_order(tool: Object) -> Binding:
    """Required arguments by position, in the schema's order; optional ones by keyword.

    By position, `hours` would silently become the `seconds` of a `timedelta`.
    """
    properties = properties_of(tool)
    required = tool.get("parameters", {}).get("required", [])
    slots = tuple(Slot(name, name, required=name in required) for name in properties)
    return Binding(tool["function"], "order", slots, open=True, integers=integers(properties))


def _refuse_unknown(tool: Object, named: list[str], properties: dict[str, Any]) -> None:
    for name in named:
        if name not in properties:
            raise Fault(
                "invalid_input",
                f"`call` names {name!r}, which is no parameter of {tool['name']!r}.",
                pointer="/call",
                expected=one_of(properties),
                received=name,
                hint=did_you_mean(name, properties),
            )

"""Which parameter of a Python function takes which argument of a tool: as the manifest's `call` says, as the function's
signature says, else in the order of the schema."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, Final, Literal

from ...core.casing import match_key
from ...core.fault import Fault
from ...core.json import Object
from ...core.suggest import one_of
from ..faults import unknown_parameter
from .binding import NAMED, PLACED, PythonBinding

OPTIONS: Final = ("options", "opts", "params", "config", "settings")
"""Parameters that, in libraries, take a dict of everything else."""


def signature_of(function: Callable[..., Any]) -> Signature | None:
    """Return the function's signature; None where it has none, as some functions written in C."""
    try:
        return inspect.signature(function)
    except (ValueError, TypeError):
        return None


def without_self(signature: Signature | None) -> Signature | None:
    """Return the signature of a method without its first parameter."""
    return signature and signature.replace(parameters=list(signature.parameters.values())[1:])


def match_parameters(names: list[str], signature: Signature) -> dict[str, str]:
    """Return the parameter that each name means, `page_size` for `pageSize`; an equal spelling wins."""
    known = _names(signature)
    matched: dict[str, str] = {}
    for name in sorted(names, key=lambda name: name not in known):
        found = match_key(name, known)
        if found is not None and found not in matched.values():
            matched[name] = found
    return matched


def read_binding(tool: Object, signature: Signature | None) -> PythonBinding:
    """Return the binding of a tool to its function; raise where an argument has no place or the function lacks one."""
    if call := tool.get("call"):
        return _by_call(tool, call, signature or Signature(), "call")
    if signature is not None:
        return _by_signature(tool, signature)
    required = tool.get("parameters", {}).get("required", ())
    names = list(_properties(tool))
    leading = next((index for index, name in enumerate(names) if name not in required), len(names))
    return _by_call(tool, {"positional": names[:leading]}, Signature(), "order")


def _by_call(tool: Object, call: Object, signature: Signature, source: Literal["call", "order"]) -> PythonBinding:
    """Give arguments by position as listed, and all others by keyword.

    By position, `hours` would silently become the `seconds` of a `timedelta`.
    """
    properties = _properties(tool)
    positional, spread = call.get("positional", []), call.get("spread")
    _refuse_unknown(tool, [*positional, *([spread] if spread else []), *call.get("options", [])], properties)
    placed = _placed(signature)
    own = positional[: len(placed) or None]
    defaults = [parameter.default for parameter in placed] or [Parameter.empty] * len(own)
    named = [name for name in properties if name not in positional and name != spread]
    keyword_of = match_parameters(named, signature)
    places = {name: f"_{index}" for index, name in enumerate(own)}
    made = [
        *(
            Parameter(place, Parameter.POSITIONAL_ONLY, default=each)
            for place, each in zip(places.values(), defaults, strict=False)
        ),
        Parameter("_args", Parameter.VAR_POSITIONAL),
        Parameter("_kwargs", Parameter.VAR_KEYWORD),
    ]
    return PythonBinding(
        tool["function"],
        source,
        Signature(made),
        places,
        spread,
        extra=tuple(positional[len(own) :]),
        keywords={name: keyword_of.get(name, name) for name in named},
        integers=_integers(properties),
    )


def _by_signature(tool: Object, signature: Signature) -> PythonBinding:
    """Give each parameter its namesake, and what is left to a place, `*args`, `**kwargs` or a dict of options."""
    properties = _properties(tool)
    kinds = {parameter.kind for parameter in signature.parameters.values()}
    is_open, has_tail = Parameter.VAR_KEYWORD in kinds, Parameter.VAR_POSITIONAL in kinds
    matched = match_parameters(list(properties), signature)
    left = [name for name in properties if name not in matched]
    spread = _spread(signature, left, properties) if has_tail else None
    if spread is not None:
        left.remove(spread)
    _fill_places(signature, left, matched, is_open=is_open)
    extra: tuple[str, ...] = ()
    if has_tail and not is_open and spread is None:
        extra, left = tuple(left), []
    options = _options(signature, matched) if left and not is_open else None
    if left and options is None and not is_open:
        message = f"{tool['function']!r} has no parameter {left[0]!r}."
        hint = "Take it out, or say in `call` how it is given."
        raise unknown_parameter(message, left[0], _names(signature), f"/parameters/properties/{left[0]}", hint)
    _refuse_unfed(tool, signature, {*matched.values(), options})
    return PythonBinding(
        tool["function"],
        "signature",
        signature,
        matched,
        spread,
        extra,
        keywords={name: name for name in left} if is_open else {},
        options=options,
        gathered=tuple(left) if options is not None else (),
        integers=_integers(properties),
    )


def _spread(signature: Signature, left: list[str], properties: Object) -> str | None:
    """Return the argument for `*args`: its namesake, or the list that comes last and has no other place."""
    if not left:
        return None
    kinds = {parameter.kind: name for name, parameter in signature.parameters.items()}
    wraps_anything = kinds.keys() == {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}
    last = left[-1] if not wraps_anything and _type(properties[left[-1]]) == "array" else None
    return match_key(kinds[Parameter.VAR_POSITIONAL], left) or last


def _fill_places(signature: Signature, left: list[str], matched: dict[str, str], *, is_open: bool) -> None:
    """Give what is left, in order, to parameters that need an argument or cannot be given by name."""
    for parameter in _placed(signature):
        by_place_only = parameter.kind is Parameter.POSITIONAL_ONLY
        gathers = parameter.name in OPTIONS and not by_place_only and not is_open
        fills = parameter.default is Parameter.empty or (by_place_only and not is_open)
        if left and fills and not gathers and parameter.name not in matched.values():
            matched[left.pop(0)] = parameter.name


def _options(signature: Signature, matched: dict[str, str]) -> str | None:
    """Return the parameter that takes a dict of what has no place of its own."""
    named = [name for name, parameter in signature.parameters.items() if parameter.kind in NAMED]
    free = [name for name in named if name in OPTIONS and name not in matched.values()]
    return free[-1] if free else None


def _names(signature: Signature) -> list[str]:
    return [name for name, parameter in signature.parameters.items() if parameter.kind in (*PLACED, *NAMED)]


def _placed(signature: Signature) -> list[Parameter]:
    return [parameter for parameter in signature.parameters.values() if parameter.kind in PLACED]


def _properties(tool: Object) -> dict[str, Any]:
    return dict(tool.get("parameters", {}).get("properties", {}))


def _type(schema: Any) -> Any:
    return schema.get("type") if isinstance(schema, dict) else None


def _integers(properties: dict[str, Any]) -> frozenset[str]:
    """Return the arguments that must not be 5.0 for 5."""
    return frozenset(name for name, schema in properties.items() if _type(schema) == "integer")


def _refuse_unfed(tool: Object, signature: Signature, fed: set[str | None]) -> None:
    """Raise where a parameter must be given and no argument is for it, unless the schema lets in any argument."""
    if tool.get("parameters", {}).get("additionalProperties"):
        return
    for name in _names(signature):
        if signature.parameters[name].default is Parameter.empty and name not in fed:
            raise Fault(
                "invalid_input",
                f"{tool['function']!r} needs {name!r}, and no parameter of the tool gives it.",
                pointer="/parameters/properties",
                expected=name,
                received=one_of(_properties(tool)),
                hint=f"Add {name!r} to the tool's parameters, or say in `call` how they are given.",
            )


def _refuse_unknown(tool: Object, named: list[str], properties: dict[str, Any]) -> None:
    for name in named:
        if name not in properties:
            message = f"`call` names {name!r}, which is no parameter of {tool['name']!r}."
            raise unknown_parameter(message, name, properties, "/call")

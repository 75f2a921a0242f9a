"""What one Python function takes and returns as JSON, and what of it JSON cannot express."""

from __future__ import annotations

import collections.abc
import inspect
import math
import os
import re
import sys
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import Parameter
from pathlib import Path
from types import NoneType, SimpleNamespace
from typing import Any, Final, Optional

from ....core.docstring import read_docstring
from ....core.fault import Fault
from ....core.json import Object
from ....core.schema.walk import SchemaDocument
from ....core.signature import Signature, signature_from
from ...draft import Unmappable
from ...prose import mention, why_not_json
from .json_types import json_part

BY_DEFAULT: Final[dict[type, Any]] = {bool: bool, int: float, float: float, str: str, list: list, dict: dict}
"""What a parameter without an annotation takes, by its default: any number where that is one."""
UNRESOLVED: Final = (NameError, TypeError, AttributeError, SyntaxError)


@dataclass(frozen=True, slots=True)
class Description:
    """A function as a tool's schemas, with notes about the parameters that are not in them."""

    parameters: Object
    output: SchemaDocument | None
    doc: str
    signature: inspect.Signature
    notes: tuple[str, ...]


def describe(function: Callable[..., Any], *, method: bool = False) -> Description:
    """Describe a function; raise Unmappable where JSON cannot express what it needs. A method's `self` is left out."""
    signature = read_parameters(function, method=method)
    doc = inspect.getdoc(function) or ""
    notes: list[str] = []
    kept = list(_kept(function, signature, notes))
    returns = _resolved(signature.return_annotation, function)
    if typing.get_origin(returns) in (collections.abc.Callable, type):
        raise Unmappable("it returns a function or a class")
    try:
        read = signature_from(getattr(function, "__name__", "function"), kept, _output(returns), read_docstring(doc))
    except Fault as fault:
        raise Unmappable(fault.message) from fault
    return Description(_parameters(read, doc), read.output, doc, signature, tuple(notes))


def read_parameters(function: Callable[..., Any], *, method: bool = False) -> inspect.Signature:
    try:
        signature = inspect.signature(function)
    except (ValueError, TypeError) as error:
        raise Unmappable("its signature cannot be read") from error
    parameters = list(signature.parameters.values())
    return signature.replace(parameters=parameters[1:] if method else parameters)


def is_json(value: Any) -> bool:
    """Return whether a value is JSON as it stands. A tuple is not: a function may distinguish it from a list."""
    match value:
        case float():
            return type(value) is float and math.isfinite(value)
        case list():
            return type(value) is list and all(map(is_json, value))
        case dict():
            return type(value) is dict and all(type(key) is str and is_json(item) for key, item in value.items())
    return type(value) in (str, int, bool, type(None))


def _kept(function: Callable[..., Any], signature: inspect.Signature, notes: list[str]) -> Iterator[Parameter]:
    """Yield the parameters that JSON can express, with their types; add notes about the others."""
    gap = ""
    for parameter in signature.parameters.values():
        if gap and parameter.kind in (Parameter.POSITIONAL_ONLY, Parameter.VAR_POSITIONAL):
            notes.append(f"the parameter {parameter.name!r} is left out: it can only be given after {gap!r}")
            continue
        try:
            yield parameter.replace(annotation=_type(parameter, function, notes))
        except Unmappable as reason:
            if parameter.default is Parameter.empty and parameter.kind not in VARIADIC:
                raise Unmappable(f"its required parameter {parameter.name!r} {reason}") from reason
            notes.append(f"the parameter {parameter.name!r} is left out: it {reason}")
            gap = parameter.name


VARIADIC: Final = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def _type(parameter: Parameter, function: Callable[..., Any], notes: list[str]) -> Any:
    """Return the part of a parameter's type that JSON can express."""
    if parameter.default is not Parameter.empty and not is_json(parameter.default):
        raise Unmappable("has a default that JSON cannot say")
    if parameter.annotation is Parameter.empty:
        if reason := why_not_json(parameter.name, inspect.getdoc(function) or ""):
            raise Unmappable(reason)
        return BY_DEFAULT.get(type(parameter.default), Any)
    annotation = _resolved(parameter.annotation, function)
    if annotation is Parameter.empty:
        notes.append(
            f"the type of {parameter.name!r}, {parameter.annotation}, cannot be read: any value is let through"
        )
        return Any
    found = json_part(annotation)
    if found is None:
        raise Unmappable(f"takes {_public(inspect.formatannotation(annotation))}, which JSON cannot say")
    return Optional[found] if parameter.default is None else found  # noqa: UP045 - made of what was found


def _resolved(annotation: Any, function: Callable[..., Any]) -> Any:
    """Return an annotation with its texts resolved where the function was defined; empty if that fails."""
    if annotation is Parameter.empty:
        return annotation
    holder: Any = SimpleNamespace(__annotations__={"found": annotation})
    try:
        return typing.get_type_hints(holder, globalns=_names(function), include_extras=True)["found"]
    except UNRESOLVED:
        return Parameter.empty


def _public(annotation: str) -> str:
    """Name a type as people import it: `pathlib.Path`, though Python 3.13 keeps it in `pathlib._local`."""
    return re.sub(r"\._\w+(?=\.)", "", annotation)


def _names(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the names for annotations: those of the function's module, and common ones for type checkers only."""
    unwrapped = inspect.unwrap(function)
    module = sys.modules.get(getattr(unwrapped, "__module__", None) or "")
    own = getattr(unwrapped, "__globals__", None) or (vars(module) if module else {})
    return {**vars(collections.abc), **vars(typing), "Path": Path, "PathLike": os.PathLike, **own}


def _output(returns: Any) -> Any:
    """Return what the function returns, if that says something and is JSON through and through."""
    part = None if returns in (Parameter.empty, NoneType) else json_part(returns, whole=True)
    return Parameter.empty if part is None else part


def _parameters(read: Signature, doc: str) -> Object:
    made = dict(read.input)
    for name, schema in made["properties"].items():
        if "description" not in schema and (said := mention(name, doc)):
            schema["description"] = said
    if made["additionalProperties"] is False:
        del made["additionalProperties"]
    if not made["required"]:
        del made["required"]
    return made

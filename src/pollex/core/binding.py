"""Conversion of checked JSON into the arguments of a Python function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping, MutableSequence, Sequence
from inspect import Parameter
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

from .context import Context
from .fault import Fault
from .json import Object
from .secret import Secret

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Bind: TypeAlias = Callable[[Object, Context], tuple[list[Any], dict[str, Any]]]
Convert: TypeAlias = Callable[[Any], Any]

LISTS: Final = frozenset({list, Sequence, MutableSequence, Iterable})
OBJECTS: Final = frozenset({dict, Mapping, MutableMapping})
NATIVE: Final = frozenset({str, int, float, bool, NoneType, Any, object, *LISTS, *OBJECTS})
"""Types whose Python values are their JSON values (but see `whole`)."""
POSITIONAL: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def binder(parameters: list[Parameter], adapters: Mapping[str, TypeAdapter[Any]]) -> Bind | None:
    """Return the function that converts checked arguments, or None if they can be passed as keywords unchanged."""
    contexts = [parameter.name for parameter in parameters if parameter.annotation is Context]
    converters = {
        name: convert for name, adapter in adapters.items() if (convert := _converter(name, parameters, adapter))
    }
    tail = next((parameter.name for parameter in parameters if parameter.kind is Parameter.VAR_POSITIONAL), None)
    by_place = POSITIONAL if tail else (Parameter.POSITIONAL_ONLY,)
    placed = [parameter for parameter in parameters if parameter.kind in by_place]
    if not (contexts or converters or placed or tail):
        return None

    def bind(args: Object, context: Context) -> tuple[list[Any], dict[str, Any]]:
        keywords = dict(args)
        for name, convert in converters.items():
            if name in keywords:
                value = keywords[name]
                keywords[name] = [convert(item) for item in value] if name == tail else convert(value)
        keywords.update(dict.fromkeys(contexts, context))
        before = [keywords.pop(parameter.name, parameter.default) for parameter in placed]
        rest = keywords.pop(tail, []) if tail else []
        return [*before, *rest], keywords

    return bind


def whole(args: Object, integers: frozenset[str]) -> Object:
    """Return the arguments with whole numbers as integers: in JSON, 5.0 is the integer 5."""
    if not integers or float not in map(type, args.values()):
        return args
    return {name: int(value) if name in integers and type(value) is float else value for name, value in args.items()}


def is_native(annotation: Any) -> bool:
    """Return whether a type's Python values are its JSON values."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return len(arguments) == 2 and isinstance(arguments[1], str) and is_native(arguments[0])
    if origin is Literal:
        return True
    if origin in OBJECTS:
        return arguments[0] in (str, Any) and is_native(arguments[1])
    if origin in (*LISTS, Union, UnionType):
        return all(map(is_native, arguments))
    try:
        return annotation in NATIVE
    except TypeError:
        return False


def _converter(name: str, parameters: list[Parameter], adapter: TypeAdapter[Any]) -> Convert | None:
    [parameter] = [parameter for parameter in parameters if parameter.name == name]
    if parameter.annotation is Secret:
        return lambda value: value if isinstance(value, Secret) else Secret(name, value)
    if parameter.kind is Parameter.VAR_KEYWORD or is_native(parameter.annotation):
        return None
    return _reader(name, adapter)


def _reader(name: str, adapter: TypeAdapter[Any]) -> Convert:
    from pydantic import ValidationError

    def read(value: Any) -> Any:
        try:
            return adapter.validate_python(value)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise Fault("invalid_input", f"{name!r}: {first['msg']}.", pointer=f"/{name}") from error

    return read

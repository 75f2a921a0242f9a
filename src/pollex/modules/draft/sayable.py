"""The part of a Python type that JSON values are: what a function can be given without conversion."""

from __future__ import annotations

import collections.abc as abstract
import types
import typing
from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, NewType, SupportsFloat, SupportsIndex, SupportsInt, TypeVar, Union

UNSAYABLE: Final = object()
"""Stands for a type of which JSON can say nothing."""

SCALARS: Final = frozenset({str, int, float, bool, type(None), Any})
NUMBERS: Final[dict[Any, Any]] = {SupportsIndex: int, SupportsInt: int, SupportsFloat: float}
LISTS: Final = frozenset(
    {list, abstract.Sequence, abstract.MutableSequence, abstract.Collection, abstract.Iterable, abstract.Reversible}
)
STREAMS: Final = frozenset({abstract.Iterator, abstract.Generator, abstract.AsyncIterator, abstract.AsyncGenerator})
OBJECTS: Final = frozenset({dict, abstract.Mapping, abstract.MutableMapping})


def sayable(annotation: Any, *, whole: bool = False) -> Any:
    """The annotation as far as it is made of JSON values, or UNSAYABLE.

    Of a union the sayable members are kept; with `whole` all of them must be, as for what a function returns.
    """
    if annotation in SCALARS if isinstance(annotation, abstract.Hashable) else False:
        return annotation
    if annotation is object:
        return Any
    if isinstance(annotation, NewType):
        return sayable(annotation.__supertype__, whole=whole)
    if isinstance(annotation, TypeVar):
        return _variable(annotation, whole)
    if typing.is_typeddict(annotation):
        return dict[str, Any]
    return _generic(annotation, whole)


def _variable(variable: TypeVar, whole: bool) -> Any:
    if variable.__constraints__:
        return _union(variable.__constraints__, whole)
    return sayable(variable.__bound__, whole=whole) if variable.__bound__ else Any


def _generic(annotation: Any, whole: bool) -> Any:
    origin, arguments = typing.get_origin(annotation) or annotation, typing.get_args(annotation)
    if origin in (Union, types.UnionType):
        return _union(arguments, whole)
    if origin is Annotated:
        return _annotated(arguments, whole)
    if origin is Literal:
        return annotation if all(type(value) in SCALARS for value in arguments) else UNSAYABLE
    if origin is tuple:
        return _tuple(arguments, whole)
    if origin in LISTS or (whole and origin in STREAMS):
        return _made(list, [sayable(arguments[0] if arguments else Any, whole=whole)])
    if origin in OBJECTS:
        key, value = arguments or (str, Any)
        return _made(dict, [str, sayable(value, whole=whole)]) if sayable(key) in (str, Any) else UNSAYABLE
    return NUMBERS.get(origin, UNSAYABLE) if isinstance(origin, type) and not whole else UNSAYABLE


def _union(members: Iterable[Any], whole: bool) -> Any:
    said = [sayable(member, whole=whole) for member in members]
    kept = [member for member in said if member is not UNSAYABLE]
    lost = len(kept) < len(said)
    if not kept or (lost and (whole or kept == [type(None)])):
        return UNSAYABLE
    return Union[tuple(kept)]  # noqa: UP007 - made of what was found


def _annotated(arguments: tuple[Any, ...], whole: bool) -> Any:
    """The texts among the extras describe; `Doc("…")` is one of them. What else stands there is for other readers."""
    inner = sayable(arguments[0], whole=whole)
    texts = [text for extra in arguments[1:] if isinstance(text := getattr(extra, "documentation", extra), str)]
    return inner if inner is UNSAYABLE or not texts else Annotated[(inner, " ".join(texts[0].split()))]


def _tuple(arguments: tuple[Any, ...], whole: bool) -> Any:
    if not arguments:
        return list[Any]
    said = [sayable(argument, whole=whole) for argument in arguments if argument is not ...]
    return _made(list if ... in arguments else tuple, said)


def _made(kind: Any, arguments: list[Any]) -> Any:
    return UNSAYABLE if UNSAYABLE in arguments else kind[tuple(arguments)]

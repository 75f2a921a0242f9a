"""The part of a Python type whose values are JSON as they stand: `str` of `str | bytes`, `list[T]` of `Sequence[T]`."""

from __future__ import annotations

import typing
from collections.abc import Collection, Iterable
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NewType, SupportsFloat, SupportsIndex, SupportsInt, TypeVar, Union

from ....core.binding import LISTS, OBJECTS, is_native
from ....core.signature import STREAMS

NUMBERS: Final[dict[Any, Any]] = {SupportsIndex: int, SupportsInt: int, SupportsFloat: float}


def json_part(annotation: Any, *, whole: bool = False) -> Any:
    """Return the part of a type that JSON can express; None where there is none.

    Of a union the members that are JSON are kept; with `whole` all of them must be, as for what a function returns.
    """
    origin, arguments = typing.get_origin(annotation) or annotation, typing.get_args(annotation)
    if isinstance(annotation, TypeVar):
        constraints = annotation.__constraints__
        return _union(constraints, whole) if constraints else json_part(annotation.__bound__ or Any, whole=whole)
    if isinstance(annotation, NewType):
        return json_part(annotation.__supertype__, whole=whole)
    if typing.is_typeddict(annotation):
        return dict[str, Any]
    if origin in (Union, UnionType):
        return _union(arguments, whole)
    if origin is Annotated:
        return _described(json_part(arguments[0], whole=whole), arguments[1:])
    if origin is tuple or origin in LISTS or origin is Collection or (whole and origin in STREAMS):
        parts = [json_part(argument, whole=whole) for argument in arguments if argument is not ...] or [Any]
        fixed = origin is tuple and arguments and ... not in arguments
        return None if None in parts else tuple[tuple(parts)] if fixed else list[parts[0]]  # type: ignore[misc, valid-type]
    if origin in OBJECTS and arguments:
        value = json_part(arguments[1], whole=whole)
        return None if value is None or json_part(arguments[0]) not in (str, Any) else dict[str, value]  # type: ignore[valid-type]
    if is_native(annotation):
        return annotation
    return None if whole else NUMBERS.get(annotation)


def _union(members: Iterable[Any], whole: bool) -> Any:
    parts = [json_part(member, whole=whole) for member in members]
    kept = [part for part in parts if part is not None]
    lost = len(kept) < len(parts)
    return None if not kept or (lost and (whole or kept == [NoneType])) else Union[tuple(kept)]  # noqa: UP007


def _described(annotation: Any, extras: Iterable[Any]) -> Any:
    """Return the type with the text among its extras, `Doc("…")` included; what else is there is for other readers."""
    texts = [text for extra in extras if isinstance(text := getattr(extra, "documentation", extra), str)]
    return Annotated[(annotation, " ".join(texts[0].split()))] if texts and annotation is not None else annotation

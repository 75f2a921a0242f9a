"""Conversion of any Python value into plain JSON, by one rule. `docs/concepts/plain.md` shows the table.

None, bool, int, float, str, list, dict   as they are; NaN and infinities become null; lone surrogates become U+FFFD
date, time, datetime, timedelta           ISO 8601 text          Decimal, Fraction, complex, UUID, path   text
bytes                                     base64 text            Enum       its value
dataclass, pydantic, attrs, namedtuple    object of its fields   mapping    object, keys as text
tuple, set, deque, range, iterator        array (sets sorted)    numpy      what `tolist()` gives
a value inside itself                     {"$ref": "#/pointer"}  exception  {"$type": …, "message": …}, with a note
anything else                             {"$type": "package.Class"}, with "text" where the class says something
nested too deep, or too large             cut, with a note
"""

from __future__ import annotations

import base64
import dataclasses
import math
import types
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from itertools import islice
from typing import Any, Final
from uuid import UUID

from .failure import class_name, exception_message, without_addresses
from .limits import DEFAULT_LIMITS, Limits
from .path import pointer
from .size import LARGEST, encodes, json_size

TEXT: Final = (Decimal, Fraction, UUID, complex)
LISTS: Final = (list, tuple, deque, range)


def plain(value: Any, limits: Limits = DEFAULT_LIMITS) -> tuple[Any, list[str]]:
    """Return the value as plain JSON, and notes about losses. A value that is plain already is returned as it is."""
    made, losses = convert(value, limits)
    return made, [f"{place or 'the value'}: {what}" for place, what in losses]


def convert(value: Any, limits: Limits = DEFAULT_LIMITS) -> tuple[Any, list[tuple[str, str]]]:
    """Return the value as plain JSON, and each loss as a pointer and a description."""
    if json_size(value, limits.depth, limits.result_bytes) >= 0:
        return value, []
    conversion = Conversion(limits)
    return conversion.run(value), conversion.losses


class Conversion:
    """One walk through a value, without recursion, since values may be nested deeper than Python's stack."""

    def __init__(self, limits: Limits) -> None:
        self.losses: list[tuple[str, str]] = []
        self._limits = limits
        self._room = limits.result_bytes
        self._path: list[str | int] = []
        self._open: dict[int, int] = {}
        """How long the path to each value was that is being filled: all of them lie on the path to where we are."""
        self._stack: list[tuple[Any, Iterator[tuple[Any, Any]], Any]] = []

    def run(self, value: Any) -> Any:
        made = self._enter(value)
        while self._stack:
            holder, children, source = self._stack[-1]
            child = next(children, None) if self._has_room() else None
            if child is None:
                self._leave(source)
                continue
            key, item = child
            self._path.append(key)
            if isinstance(holder, dict) and key in holder:
                self._lose("two keys are the same as text; the later one stands")
            depth = len(self._stack)
            new = self._enter(item)
            if isinstance(holder, dict):
                holder[key] = new
            else:
                holder.append(new)
            if len(self._stack) == depth:
                self._path.pop()
        return made

    def _enter(self, value: Any) -> Any:
        """Return the JSON of one value; a container is returned empty and put on the stack to be filled."""
        try:
            simple = simplify(value)
        except BaseException as error:  # noqa: BLE001 - a value's own methods may raise anything
            simple = {"$type": class_name(value), "error": class_name(error)}
            self._lose(f"could not be read: {class_name(error)}")
        if isinstance(value, BaseException):
            self._lose(f"failed: {class_name(value)}: {exception_message(value)}")
        if isinstance(simple, str):
            return self._text(simple)
        if isinstance(simple, float) and not math.isfinite(simple):
            self._lose(f"{simple} has no JSON form; null stands for it")
            simple = None
        if isinstance(simple, int) and not -LARGEST < simple < LARGEST:
            self._lose("the integer has too many digits; null stands for it")
            simple = None
        if not isinstance(simple, dict | list | Iterator):
            self._room -= 8
            return simple
        if id(value) in self._open:
            self._room -= 16
            return {"$ref": f"#{pointer(tuple(self._path[: self._open[id(value)]]))}"}
        if len(self._stack) >= self._limits.depth:
            self._lose(f"nested more than {self._limits.depth} deep; cut")
            self._room -= 24
            return None
        self._open[id(value)] = len(self._path)
        made: Any = {} if isinstance(simple, dict) else []
        self._stack.append((made, self._pairs(simple), value))
        self._room -= 24
        return made

    def _leave(self, source: Any) -> None:
        self._stack.pop()
        del self._open[id(source)]
        if self._path:
            self._path.pop()

    def _pairs(self, simple: Any) -> Iterator[tuple[Any, Any]]:
        if isinstance(simple, dict):
            return ((self._text(key if isinstance(key, str) else key_text(key)), item) for key, item in simple.items())
        if isinstance(simple, list):
            return iter(enumerate(simple))
        return self._taken(simple)

    def _taken(self, items: Iterator[Any]) -> Iterator[tuple[int, Any]]:
        yield from enumerate(islice(items, self._limits.result_items))
        if next(items, END) is not END:
            self._lose(f"more than {self._limits.result_items} items; cut")

    def _text(self, text: str) -> str:
        text = str.__str__(text)
        if not encodes(text):
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            self._lose(SURROGATES)
        if len(text) > self._room:
            self._lose(f"text of {len(text)} characters; cut")
            text = text[: max(self._room, 0)]
        self._room -= len(text) + 4
        return text

    def _has_room(self) -> bool:
        if self._room <= 0:
            self._lose(f"larger than {self._limits.result_bytes} bytes; cut")
        return self._room > 0

    def _lose(self, what: str) -> None:
        if len(self.losses) >= self._limits.issues:
            return
        loss = (pointer(tuple(self._path)), what)
        if loss not in self.losses:
            self.losses.append(loss)


END: Final = object()
PLAIN: Final = frozenset({dict, list, str, int, float, bool, type(None)})
SURROGATES: Final = "lone surrogates were replaced"


def simplify(value: Any) -> Any:
    """Return one step towards JSON: a scalar, a text, or a container or iterator whose items still need it."""
    if type(value) in PLAIN:
        return value
    match value:
        case Enum():
            return simplify(value.value)
        case int():
            return int(value)
        case float():
            return float(value)
        case str():
            return value
        case bytes() | bytearray() | memoryview():
            return base64.b64encode(value).decode()
        case date() | time() | datetime():
            return value.isoformat()
        case timedelta():
            return f"PT{value.total_seconds():g}S"
        case BaseException():
            return {"$type": class_name(value), "message": exception_message(value)}
        case type() | types.FunctionType() | types.BuiltinFunctionType() | types.MethodType() | types.ModuleType():
            return {"$type": class_name(value), "text": getattr(value, "__qualname__", None) or value.__name__}
    return _structure(value)


def _structure(value: Any) -> Any:
    """Return one step towards JSON for a value that has parts."""
    if isinstance(value, TEXT):
        return str(value)
    for method, reading in READINGS.items():
        if callable(getattr(type(value), method, None)):
            return reading(value)
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if hasattr(type(value), "__attrs_attrs__"):
        return {field.name: getattr(value, field.name) for field in type(value).__attrs_attrs__}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, LISTS):
        return list(value)
    if isinstance(value, AbstractSet):
        return sorted(value, key=repr)
    if isinstance(value, Iterator):
        return value
    return _opaque(value)


READINGS: Final[dict[str, Callable[[Any], Any]]] = {
    "to_json": lambda value: value.to_json(),
    "model_dump": lambda value: value.model_dump(),
    "_asdict": lambda value: value._asdict(),
    "tolist": lambda value: value.tolist(),
    "__fspath__": lambda value: value.__fspath__(),
}
"""Methods by which a class describes its own values."""


def _opaque(value: Any) -> dict[str, Any]:
    made = {"$type": class_name(value)}
    if any(method in vars(kind) for kind in type(value).__mro__[:-1] for method in ("__str__", "__repr__")):
        text = str(value)
        made["text"] = without_addresses(text[:1_000])
    return made


def key_text(key: Any) -> str:
    """Return a mapping's key as text."""
    simple = simplify(key)
    match simple:
        case str():
            return str.__str__(simple)
        case None | bool():
            return {None: "null", True: "true", False: "false"}[simple]
        case dict() if "$type" in simple:
            return str(simple.get("text", simple["$type"]))
        case dict() | list():
            return without_addresses(repr(key)[:200])
    return str(simple)

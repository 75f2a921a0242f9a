"""JSON values and their text form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from math import isinf
from typing import Any, Final, TypeAlias, cast

import orjson

JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | int | float | bool | None"
Object: TypeAlias = dict[str, Any]

STRICT: Final = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS
"""Only plain JSON is serialised; other values must have been converted by `core.plain` before."""
LONG: Final = 18
"""Integers with more digits may not fit into 64 bits and would be read as floats."""
LONG_DIGITS: Final = b"1" * (LONG + 1)
DIGITS: Final = bytes(0x31 if 0x30 <= byte <= 0x39 else 0x30 for byte in range(256))
"""Writes each digit as 1, and every other byte as 0."""
HUGE_DIGITS: Final = re.compile(r"[0-9]{309}")
"""Integers that are larger than every float, which orjson refuses."""
HUGE_BYTES: Final = re.compile(rb"[0-9]{309}")


def loads(text: str | bytes) -> JSON:
    """Parse JSON text; raise ValueError with the place of the mistake. Long integers are read in full."""
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        if not (HUGE_DIGITS.search(text) if isinstance(text, str) else HUGE_BYTES.search(text)):
            raise
        return cast("JSON", json.loads(text, parse_constant=_refuse, parse_float=_finite))
    if len(text) > LONG and _has_long_digits(text):
        found = json.loads(text)
    return cast("JSON", found)


def _has_long_digits(text: str | bytes) -> bool:
    """Return whether 19 digits follow one another."""
    return LONG_DIGITS in (text if isinstance(text, bytes) else text.encode()).translate(DIGITS)


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise ValueError(f"the number {text} is too large")
    return number


def dumps(value: Any, *, indent: bool = False) -> str:
    """Serialise plain JSON as text. Integers beyond 64 bits are written in full."""
    try:
        return orjson.dumps(value, option=STRICT | orjson.OPT_INDENT_2 if indent else STRICT).decode()
    except (TypeError, orjson.JSONEncodeError):
        return json.dumps(
            value, ensure_ascii=False, indent=2 if indent else None, separators=None if indent else (",", ":")
        )


def type_name(value: object) -> str:
    """Return the JSON Schema name of a value's type, for messages."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case Mapping():
            return "object"
        case list() | tuple():
            return "array"
    return type(value).__name__


def brief(value: object, limit: int = 80) -> str:
    """Return a value as a short text for messages: its JSON, cut at `limit` characters, and its type."""
    name = type_name(value)
    if value is None:
        return name
    try:
        text = dumps(value)
    except (TypeError, ValueError, RecursionError):
        return name
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    return f"{text} ({name})"

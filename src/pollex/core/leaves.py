"""Copies of JSON values with changed leaves. Without recursion, since values may be nested deep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from .fault import Fault
from .json import STRICT
from .limits import DEFAULT_LIMITS

MOST = 5_000_000
"""The largest number of parts of a value; one that contains itself has infinitely many."""


def map_leaves(value: Any, change: Callable[[Any], Any], change_key: Callable[[str], str] | None = None) -> Any:
    """Return a copy of the value in which `change` is applied to everything that is no object or array."""
    made: list[Any] = [None]
    waiting: list[tuple[Any, Any, Any, int]] = [(made, 0, value, 0)]
    count = 0
    while waiting:
        holder, key, item, depth = waiting.pop()
        if not isinstance(item, dict | list | tuple):
            holder[key] = change(item)
            continue
        count += len(item) + 1
        if depth > DEFAULT_LIMITS.depth or count > MOST:
            raise endless()
        below: Any = {} if isinstance(item, dict) else [None] * len(item)
        holder[key] = below
        if isinstance(item, dict):
            for name, inner in item.items():
                new = name if change_key is None else unique_key(change_key(name), below)
                below[new] = None
                waiting.append((below, new, inner, depth + 1))
        else:
            waiting.extend((below, index, inner, depth + 1) for index, inner in enumerate(item))
    return made[0]


def unique_key(key: str, taken: dict[str, Any]) -> str:
    """Return the key, with a suffix if another key has become equal to it."""
    while key in taken:
        key += "'"
    return key


def copy(value: Any) -> Any:
    """Return a deep copy of a JSON value."""
    try:
        return orjson.loads(orjson.dumps(value, option=STRICT))
    except (TypeError, ValueError):  # long integers, deep nesting: rare, and slower
        return map_leaves(value, lambda leaf: leaf)


def endless() -> Fault:
    return Fault(
        "limit",
        "The value is nested too deep, too large, or contains itself.",
        pointer="",
        expected=f"at most {DEFAULT_LIMITS.depth} levels and {MOST} parts",
        hint="Send a smaller or flatter value.",
    )

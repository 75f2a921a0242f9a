"""Copies a JSON value, changing what stands at its ends. Without recursion, since values may be nested deep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def map_leaves(value: Any, change: Callable[[Any], Any], change_key: Callable[[str], str] = str) -> Any:
    """A copy of the value in which everything that is no object or array is what `change` makes of it."""
    made: list[Any] = [None]
    waiting: list[tuple[Any, Any, Any]] = [(made, 0, value)]
    while waiting:
        holder, key, item = waiting.pop()
        if isinstance(item, dict):
            holder[key] = below = {change_key(name): None for name in item}
            waiting.extend(zip([below] * len(item), below, item.values(), strict=False))
        elif isinstance(item, list | tuple):
            holder[key] = items = [None] * len(item)
            waiting.extend((items, index, inner) for index, inner in enumerate(item))
        else:
            holder[key] = change(item)
    return made[0]


def copy(value: Any) -> Any:
    """A JSON value that can be changed without changing the first one."""
    return map_leaves(value, lambda leaf: leaf)

"""Whether a value is plain JSON, and its approximate size: one quick pass, without recursion."""

from __future__ import annotations

import math
from typing import Any, Final

from .limits import DEFAULT_LIMITS

SCALARS: Final = frozenset({bool, type(None)})
TEXTS: Final = {str}
NOT_PLAIN: Final = -1
TOO_MUCH: Final = -2
LARGEST: Final = 1 << 8192
"""Larger integers have too many digits to be written."""


def is_plain(value: Any) -> bool:
    """Return whether a value is plain JSON, not nested too deep and not too large."""
    return json_size(value, DEFAULT_LIMITS.depth, DEFAULT_LIMITS.result_bytes) >= 0


def json_size(value: Any, depth: int, most: int) -> int:
    """Return the approximate size as JSON in bytes; NOT_PLAIN, or TOO_MUCH if it is too deep or larger than `most`.

    A value that contains itself, or one part many times over, ends there too: it only ever gets larger.
    """
    kind = type(value)
    if value is None or kind is bool or (kind is int and -LARGEST < value < LARGEST):
        return 8
    level = [value]
    weight = 0
    depth = min(depth, DEFAULT_LIMITS.depth)
    while level and depth >= 0:
        weight += 8 * len(level)
        below: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is str:
                if not (item.isascii() or encodes(item)):
                    return NOT_PLAIN
                weight += len(item)
            elif kind is int:
                if not -LARGEST < item < LARGEST:
                    return NOT_PLAIN
            elif kind is dict or kind is list:
                if weight + 8 * (len(below) + len(item)) > most:
                    return TOO_MUCH
                if kind is dict and not has_text_keys(item):
                    return NOT_PLAIN
                below += item.values() if kind is dict else item
                weight += sum(map(len, item)) if kind is dict else 0
            elif kind not in SCALARS and (kind is not float or not math.isfinite(item)):
                return NOT_PLAIN
        level = below
        depth -= 1
    return TOO_MUCH if level or weight > most else weight


def has_text_keys(item: dict[Any, Any]) -> bool:
    """Return whether all keys are text that can be written."""
    return not item or (set(map(type, item)) == TEXTS and all(key.isascii() or encodes(key) for key in item))


def encodes(text: str) -> bool:
    """Return whether a text can be encoded: one with a lone surrogate cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

"""Whether a value is plain JSON as it stands, and about how large: one quick pass, without recursion."""

from __future__ import annotations

import math
from typing import Any, Final

from .limits import DEFAULT_LIMITS

SCALARS: Final = frozenset({int, bool, type(None)})
TEXTS: Final = {str}


def is_plain(value: Any) -> bool:
    """Whether a value is plain JSON and not nested too deep."""
    return weigh(value) >= 0


def weigh(value: Any, depth: int = DEFAULT_LIMITS.depth) -> int:
    """About how many bytes the value has as JSON; -1 where it is not plain JSON, or is nested too deep."""
    if type(value) in SCALARS:
        return 8
    level = [value]
    weight = 0
    while level and depth >= 0:
        below: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is str:
                if not (item.isascii() or encodes(item)):
                    return -1
                weight += len(item)
            elif kind is dict:
                if item and set(map(type, item)) != TEXTS:
                    return -1
                below += item
                below += item.values()
            elif kind is list:
                below += item
            elif kind not in SCALARS and (kind is not float or not math.isfinite(item)):
                return -1
        weight += 8 * len(level)
        level = below
        depth -= 1
    return -1 if level else weight


def encodes(text: str) -> bool:
    """Whether a text is Unicode throughout: a lone surrogate is not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

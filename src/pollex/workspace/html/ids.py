"""Ids of elements: each gets the prefix of its window, so that no two windows share one."""

from __future__ import annotations

import re
from typing import Final

ROOT: Final = "root"
"""The id that selectors use for the content slot of a window."""

UNCLEAR: Final = re.compile(r"-(?=-|\Z)")
"""Dashes of a window's id that could be taken for a part of what joins it to an element's."""


def prefix_of(window: str) -> str:
    """Return what the ids of a window's elements begin with, which no other window's do (`~` is in no window's id)."""
    return f"{UNCLEAR.sub('-~', window)}--"


def prefixed(name: str, window: str) -> str:
    """Return an id as it is unique among all windows; one that has the prefix stays as it is."""
    prefix = prefix_of(window)
    return name if name.startswith(prefix) else prefix + name


def unprefixed(name: str, window: str) -> str:
    """Return an id as it was written."""
    return name.removeprefix(prefix_of(window))

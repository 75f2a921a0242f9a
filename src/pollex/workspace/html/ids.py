"""Ids of elements: each gets the prefix of its window, so that no two windows share one."""

from __future__ import annotations

from typing import Final

ROOT: Final = "root"
"""The id that selectors use for the content slot of a window."""


def prefixed(name: str, window: str) -> str:
    """Return an id as it is unique among all windows; one that has the prefix stays as it is."""
    prefix = f"{window}--"
    return name if name.startswith(prefix) else prefix + name


def unprefixed(name: str, window: str) -> str:
    """Return an id as it was written."""
    return name.removeprefix(f"{window}--")

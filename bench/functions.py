"""The functions that every contender is given. Each probe function says, by `ran`, whether it was really reached."""

from __future__ import annotations

import asyncio
import time

ran: list[str] = []
"""Emptied before each probe."""


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


async def add_async(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def noted(a: int, b: int) -> int:
    """Add two whole numbers."""
    ran.append("noted")
    return a + b


def wrong(a: int, b: int) -> int:
    """Add two whole numbers."""
    return "three"  # type: ignore[return-value]


def slow(a: int, b: int) -> int:
    """Add two whole numbers."""
    time.sleep(0.8)
    return a + b


async def slow_async(a: int, b: int) -> int:
    """Add two whole numbers."""
    await asyncio.sleep(0.8)
    return a + b

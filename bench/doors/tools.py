"""The tools that Pollex serves: those of the peers, as `bench.functions` has them, and one that writes events."""

from __future__ import annotations

import asyncio
import time

import pollex


@pollex.tool(effect="read", examples=[{"a": 1, "b": 2}])
def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


@pollex.tool(effect="read", examples=[{"a": 1, "b": 2}])
async def add_async(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


@pollex.tool(effect="read", timeout=600.0, examples=[{"count": 100, "pause": 0.1}])
async def tick(count: int, pause: float, context: pollex.Context) -> int:
    """Write events that say when they were written."""
    for number in range(count):
        await asyncio.sleep(pause)
        context.progress({"number": number, "at": time.monotonic()})
    return count

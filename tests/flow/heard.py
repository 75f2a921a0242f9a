"""Waiting for what a run tells."""

import asyncio
from time import monotonic

from pollex.core.event import Kind, MemoryLog


async def heard(log: MemoryLog, kind: Kind, seconds: float = 30) -> None:
    """Return as soon as an event of this kind was told."""
    end = monotonic() + seconds
    while kind not in (told := [event.kind for event in log.events]):
        assert monotonic() < end, f"{kind!r} did not come; what came: {told}"
        await asyncio.sleep(0.005)

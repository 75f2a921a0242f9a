"""Waiting for what a run tells."""

from pollex.core.event import EventKind, MemoryLog

from ..waits import until_async


async def heard(log: MemoryLog, kind: EventKind) -> None:
    """Return as soon as an event of this kind was told."""
    await until_async(f"{kind!r} is told", lambda: any(event.kind == kind for event in log.events))

"""A run that waits for an answer closes its browser window after a while; the next use opens it again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from ..core.fault import Fault
from .live_run import LiveRun


@asynccontextmanager
async def resting(live: LiveRun) -> AsyncIterator[None]:
    """Close the window where this block takes long, but not while a person watches or has the wheel."""
    over = asyncio.Event()
    closing = asyncio.ensure_future(_close(live, over))
    try:
        yield
    finally:
        over.set()
        await closing


async def _close(live: LiveRun, over: asyncio.Event) -> None:
    def is_used() -> bool:
        return over.is_set() or live.taken or live.watched

    while not over.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), live.environment.context.limits.window_rest)
        with suppress(Fault):  # the browser is gone, and put back when the run goes on
            if not is_used():
                await live.page.sleep(unless=is_used)

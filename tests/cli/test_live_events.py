"""Telling what happens in a run while its work is done."""

import asyncio

from pollex.cli.live_events import follow_while
from pollex.core.event import Event, MemoryLog
from pollex.core.registry import Registry
from pollex.runs.run import Run


async def test_every_event_is_told_once_and_the_last_ones_too() -> None:
    log, told, heard = MemoryLog(), list[tuple[int, bool]](), asyncio.Event()
    for number in (1, 2):
        log.post("run", "call.progress", {"data": number})

    async def tell(event: Event, live: bool) -> None:
        told.append((event.data["data"], live))
        heard.set()

    async def work() -> str:
        await heard.wait()
        log.post("run", "call.progress", {"data": 3})
        return "done"

    assert await follow_while(Run("run", log, Registry()), work(), tell, after=1) == "done"
    assert told == [(2, True), (3, False)]

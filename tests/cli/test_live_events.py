"""Telling what happens in a run while its work is done."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

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


class Deaf(MemoryLog):
    """A log whose follower goes on once after it was cancelled, as a wait with a time limit may."""

    async def follow(self, run: str, *, after: int = 0) -> AsyncIterator[Event]:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        for event in await self.read(run, after=after):
            yield event


async def test_a_follower_that_misses_its_end_tells_nothing_twice() -> None:
    log, told = Deaf(), list[int]()

    async def tell(event: Event, live: bool) -> None:
        told.append(event.data["data"])
        await asyncio.sleep(0)

    async def work() -> None:
        await asyncio.sleep(0)
        log.post("run", "call.progress", {"data": 1})

    await follow_while(Run("run", log, Registry()), work(), tell)
    await asyncio.sleep(0.01)
    assert told == [1]

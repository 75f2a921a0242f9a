"""The events of a run as server-sent events: resumable, kept alive, ended with the run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import Response, StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from ..core.event import Event, last_end, was_stopped
from ..core.json import Object, dumps
from ..runs.run import Run
from .endpoint import ApiRequest
from .limits import too_many
from .runs import ENDED, find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import ServerState

KEEP_ALIVE: Final = 15.0
"""Seconds without an event after which a comment is sent, and after which a run that ended in silence is noticed."""
AGAIN_MS: Final = 1_000
"""How soon a client connects again."""
AFTER: Final[Object] = {
    "after": {"type": "integer", "minimum": 0, "default": 0, "description": "Only events with a higher `seq`."}
}


async def stream_events(asked: ApiRequest) -> Response:
    """Stream the events behind `Last-Event-ID`; a client that knows the end already gets 204 and stays away."""
    state, run = asked.state, await _find(asked)
    after = _last_seen(asked)
    if await _knows_the_end(state, run.id, after):
        return Response(status_code=204)
    if state.listeners >= state.limits.listeners:
        raise too_many("listeners", state.limits.listeners)
    return EventStream(state, run, after)


async def _find(asked: ApiRequest) -> Run:
    """Return the run that the path names; a trial of a draft is kept nowhere but in the log."""
    found = asked.state.app.find_run(asked.path["id"])
    if not await asked.state.app.log.read(found.id, limit=1):
        await find(asked)
    return found


def _last_seen(asked: ApiRequest) -> int:
    """Return the number of the last event that the client has. What is no number is none."""
    given = asked.headers.get("last-event-id", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 19 else int(asked.query["after"])


async def _knows_the_end(state: ServerState, run: str, after: int) -> bool:
    _, end = await last_end(state.app.log, run)
    return end is not None and not was_stopped(end) and end.seq <= after


class EventStream(StreamingResponse):
    """Reads one page of events at a time and only as fast as the client takes them."""

    def __init__(self, state: ServerState, run: Run, after: int) -> None:
        self.state, self.run, self.after = state, run, after
        super().__init__(self._lines(), media_type="text/event-stream")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def patient(message: Message) -> None:
            async with asyncio.timeout(self.state.limits.stall_seconds):
                await send(message)

        with _counted(self.state), suppress(TimeoutError):  # one who stops reading is left
            await super().__call__(scope, receive, patient)

    async def _lines(self) -> AsyncIterator[str]:
        yield f"retry: {AGAIN_MS}\n\n{self.opening()}"
        events = self.run.follow(after=self.after)
        closing = asyncio.ensure_future(self.state.ends())
        upcoming: asyncio.Future[Any] | None = None
        try:
            while True:
                upcoming = upcoming or asyncio.ensure_future(_next(events))
                done, _ = await asyncio.wait({upcoming, closing}, timeout=KEEP_ALIVE, return_when="FIRST_COMPLETED")
                if upcoming in done:
                    event, upcoming = upcoming.result(), None
                    if event is None:
                        return
                    if text := await self.written(event):
                        yield text
                elif closing in done or await self.ended():
                    yield self.ending()
                    return
                else:
                    yield ": still here\n\n"
        finally:
            for each in (closing, upcoming):
                if each is not None:
                    await _stop(each)

    def opening(self) -> str:
        """Return what comes before the events."""
        return ""

    async def written(self, event: Event) -> str:
        """Return an event as it is sent; nothing where it is of no interest."""
        return f"id: {event.seq}\nevent: {event.kind}\ndata: {dumps(event.to_json())}\n\n"

    def ending(self) -> str:
        """Return what comes last, where no event says that it ends."""
        return ""

    async def ended(self) -> bool:
        """Return whether the run ended without an event that says so, for example before it began."""
        found = await self.state.app.runs.control.list(run=self.run.id)
        return bool(found) and found[0].status in ENDED


async def _next(events: AsyncIterator[Event]) -> Event | None:
    return await anext(events, None)


async def _stop(task: asyncio.Future[Any]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await _settled(task)


async def _settled(task: Awaitable[Any]) -> None:
    await asyncio.wait({asyncio.ensure_future(task)})


@contextmanager
def _counted(state: ServerState) -> Iterator[None]:
    state.listeners += 1
    state.metrics.listeners.inc()
    try:
        yield
    finally:
        state.listeners -= 1
        state.metrics.listeners.dec()

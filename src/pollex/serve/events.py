"""The events of a run as server-sent events: resumable, kept alive, ended with the run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import Response, StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from ..core.event import Event, last_end, was_stopped
from ..core.json import Object
from ..runs.run import Run
from .endpoint import ApiRequest
from .limits import too_many
from .runs import ENDED, find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import ServerState

KEEP_ALIVE: Final = 15.0
"""Seconds without an event after which a comment is sent, and after which a run that ended in silence is noticed."""
CROWDED: Final = 0.01
"""Seconds since the last event within which the next one is part of many."""
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
        self._last = 0.0
        """When something was sent last."""
        super().__init__(iter(()), media_type="text/event-stream")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def patient(message: Message) -> None:
            async with asyncio.timeout(self.state.limits.stall_seconds):
                await send(message)

        with _counted(self.state), suppress(TimeoutError):  # one who stops reading is left
            await super().__call__(scope, receive, patient)

    async def stream_response(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await self._send(send, f"retry: {AGAIN_MS}\n\n{self.opening()}")
        telling, closing = asyncio.ensure_future(self._tell(send)), asyncio.ensure_future(self.state.ends())
        try:
            while not telling.done():
                quiet = asyncio.get_running_loop().time() - self._last
                if closing.done() or (quiet >= KEEP_ALIVE and await self.ended()):
                    await self._send(send, self.ending())
                    break
                if quiet >= KEEP_ALIVE:
                    await self._send(send, ": still here\n\n")
                    quiet = 0.0
                await asyncio.wait({telling, closing}, timeout=KEEP_ALIVE - quiet, return_when="FIRST_COMPLETED")
            else:
                telling.result()
        finally:
            for each in (closing, telling):
                await _stop(each)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _tell(self, send: Send) -> None:
        loop = asyncio.get_running_loop()
        async for event in self.run.follow(after=self.after):
            if loop.time() - self._last < CROWDED:
                await asyncio.sleep(0)  # one who catches up lets others have their turn
            await self._send(send, await self.written(event))

    async def _send(self, send: Send, text: str) -> None:
        if text:
            self._last = asyncio.get_running_loop().time()
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})

    def opening(self) -> str:
        """Return what comes before the events."""
        return ""

    async def written(self, event: Event) -> str:
        """Return an event as it is sent; nothing where it is of no interest."""
        return self.state.texts.text(event)

    def ending(self) -> str:
        """Return what comes last, where no event says that it ends."""
        return ""

    async def ended(self) -> bool:
        """Return whether the run ended without an event that says so, for example before it began."""
        found = await self.state.app.runs.control.list(run=self.run.id)
        return bool(found) and found[0].status in ENDED


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

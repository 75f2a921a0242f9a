"""One client on its socket: what it says is read in order, what it is told is written as fast as it reads."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...core.fault import Fault
from ...core.json import Object
from ..guard import ENTERED
from ..refusal import own_mistake
from ..workspace_requests import COMMANDS, REQUESTS, refused
from .live import LIVE_REQUESTS, LiveRequests
from .message import read_message, written
from .messages import CLIENT_MESSAGES
from .outbox import RESUME, Outbox
from .rate import MessageRate

if TYPE_CHECKING:
    from .hub import WorkspaceHub
    from .state import SocketState

PERSON: Final = "person"
"""Who asks over the socket."""
NOT_TEXT: Final = 1003
"""The close code of a client that sends what is no text."""
UNKNOWN: Final = 4401
"""The close code of a client that shows no token."""
RESTARTS: Final = 1012
"""The close code of a server that ends."""


class SocketClient:
    """Speaks with one client until it goes, reads too slowly, or the server ends."""

    def __init__(self, state: SocketState, socket: WebSocket) -> None:
        self.state = state
        self.socket = socket
        limits = state.limits
        self.outbox = Outbox(limits.outbox, limits.outbox_characters)
        self.hub: WorkspaceHub | None = None
        self.live = LiveRequests(state.server.app, self.outbox)
        clock = asyncio.get_running_loop().time
        self._rate = MessageRate(limits.burst, limits.per_second, clock)

    async def serve(self) -> None:
        await self.socket.accept()
        work = [asyncio.ensure_future(each) for each in (self._read(), self._write(), self._wait_for_end())]
        try:
            done, _ = await asyncio.wait(work, return_when="FIRST_COMPLETED")
            await self._close([each.result() for each in done])
        finally:
            self.live.close()
            if self.hub is not None:
                self.hub.leave(self.outbox)
            for each in work:
                each.cancel()
            await asyncio.wait(work)

    async def _close(self, ends: list[tuple[int, str] | None]) -> None:
        """Say why it ends, unless the client has gone. One that does not read cannot be told."""
        said = [end for end in ends if end is not None]
        if len(said) < len(ends):
            return
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(self.state.limits.close_seconds):
                await self.socket.close(*said[0])

    async def _wait_for_end(self) -> tuple[int, str]:
        await self.state.server.ends()
        if self.state.server.closing.is_set():
            return RESTARTS, "The server ends; come again with `after`."
        return UNKNOWN, "All browsers were let out."

    async def _write(self) -> tuple[int, str] | None:
        """Send what waits; return the code to close with when the client has missed something."""
        with suppress(TimeoutError, WebSocketDisconnect):
            while (text := await self.outbox.get()) is not None:
                async with asyncio.timeout(self.state.limits.stall_seconds):
                    await self.socket.send_text(text)
            return RESUME, "Too slow; come again with `after`."
        return None

    async def _read(self) -> tuple[int, str] | None:
        with suppress(WebSocketDisconnect):
            if not self.socket.scope.get(ENTERED) and not await self._greets():
                return UNKNOWN, "The first message must be `hello` with the token."
            while (text := await self._next()) is not None:
                if (pause := self._rate.wait()) > 0:
                    await asyncio.sleep(pause)
                await self._take(text)
            return NOT_TEXT, "Only text is taken."
        return None

    async def _greets(self) -> bool:
        """Take the first message of a client whose handshake had no token; return whether it shows one."""
        server, host = self.state.server, self.socket.headers.get("host", "")
        try:
            async with asyncio.timeout(self.state.limits.hello_seconds):
                text = await self._next()
            message = read_message(text or "", CLIENT_MESSAGES, server.app.context.limits)
        except (TimeoutError, Fault):
            return False
        if message["type"] != "hello" or not server.access.opens(message.get("token", ""), host):
            return False
        await self._hello(message)
        return True

    async def _next(self) -> str | None:
        """Return the next message; None where it is no text. Raises WebSocketDisconnect when the client goes."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        return text

    async def _take(self, text: str) -> None:
        try:
            message = read_message(text, CLIENT_MESSAGES, self.state.server.app.context.limits)
        except Fault as fault:
            self.outbox.put(written("error", {"fault": fault.to_json()}))
            return
        if message["type"] == "hello":
            await self._hello(message)
        elif message["type"] == "ping":
            self.outbox.put(written("pong", _id(message)))
        else:
            self._start(message)

    async def _hello(self, message: Object) -> None:
        """Follow a workspace instead of the one before. An unknown one leaves everything as it is."""
        try:
            hub = await self.state.hubs.find(message.get("workspace"))
        except Fault as fault:
            self._answer(message, refused(fault))
            return
        if self.hub is not None:
            self.hub.leave(self.outbox)
        self.hub = hub
        hub.join(self.outbox, message.get("after"), questions=message.get("questions", False))

    def _start(self, message: Object) -> None:
        """Begin a request. It goes on when the client goes, and others need not wait for it."""
        work = self._work(message)
        if work is None:
            fault = Fault("invalid_input", "No workspace is followed yet.", pointer="/type", hint="Send `hello` first.")
            self._answer(message, refused(fault))
        elif not self.state.requests.start(self._request(message, work)):
            hint = "Wait for answers, or cancel by `txn.cancel`."
            self._answer(message, refused(Fault("limit", "Too many requests are under way.", hint=hint, retry=True)))

    def _work(self, message: Object) -> Callable[[], Awaitable[Any]] | None:
        """What a request asks for; None where it is asked of a workspace and none is followed."""
        name, hub = message["type"], self.hub
        if name in LIVE_REQUESTS:
            return lambda: LIVE_REQUESTS[name](self.live, message)
        if hub is None:
            return None
        return lambda: REQUESTS[name](hub.host, message["batch"] if name == "batch" else message, PERSON)

    async def _request(self, message: Object, work: Callable[[], Awaitable[Any]]) -> None:
        try:
            answer = await work()
            said = {"results" if message["type"] in COMMANDS else "data": answer}
        except Fault as fault:
            said = refused(fault)
        except Exception:
            number = uuid4().hex[:8]
            logging.getLogger(__package__).exception("%s: %s", number, message["type"])
            said = refused(own_mistake(number))
        self._answer(message, said)

    def _answer(self, message: Object, said: Object) -> None:
        self.outbox.put(written("answer", {**_id(message), "to": message["type"], **said}))


def _id(message: Object) -> Object:
    return {"id": message["id"]} if "id" in message else {}

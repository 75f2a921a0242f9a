"""The relay between a script, Pollex and one browser: both speak to it over a WebSocket of their own, and neither sees
the other's sessions.

The browser has one pipe. Each client gets a session of the browser itself (`Target.attachToBrowserTarget`), which
stands for the pipe as it sees it; what is attached inside belongs to that client.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, Protocol

from ..core.json import Object, dumps, loads
from .cdp_rules import refusal, saved_in
from .downloads import ScriptDownloads
from .loopback import HttpRequest, respond
from .websocket import WebSocket

NO_SESSION: Final = -32001
DENIED: Final = -32000


class Pipe(Protocol):
    """The browser's end of the relay."""

    on_message: Callable[[bytes], None]
    on_end: Callable[[], None]

    @property
    def alive(self) -> bool: ...

    def send(self, message: bytes) -> None: ...


@dataclass(eq=False, slots=True)
class CdpClient:
    """One connected client. `browser` is its session of the browser, empty before it is known."""

    socket: WebSocket
    guarded: bool
    browser: str = ""
    ready: asyncio.Event = field(default_factory=asyncio.Event)


class CdpRelay:
    """Routes the messages of a browser's pipe; `guarded` clients (the script) are refused what leads out."""

    def __init__(self, pipe: Pipe, downloads: ScriptDownloads) -> None:
        self._pipe = pipe
        self._downloads = downloads
        self._ids = count(1)
        self._asked: dict[int, tuple[CdpClient, int | None]] = {}
        self._sessions: dict[str, CdpClient] = {}
        self._targets: dict[str, str] = {}
        """The tab that each session of the script belongs to."""
        self._connected: dict[bool, CdpClient] = {}
        self.used: str | None = None
        """The tab that the script spoke to last."""
        self.visited: dict[str, None] = {}
        """The addresses that the script's tabs have shown."""
        self.on_navigated: Callable[[str, str], None] = lambda tab, url: None
        """Called with a tab of the script and the address that it shows now."""
        pipe.on_message = self._received
        pipe.on_end = self._ended

    async def serve_script(self, request: HttpRequest) -> None:
        await self._serve(request, guarded=True)

    async def serve_pollex(self, request: HttpRequest) -> None:
        await self._serve(request, guarded=False)

    async def _serve(self, request: HttpRequest, *, guarded: bool) -> None:
        if guarded in self._connected or not self._pipe.alive:
            taken = guarded in self._connected
            respond(request, 409, {"error": "It is in use already." if taken else "The browser has ended."})
            return
        socket = WebSocket.accept(request)
        if socket is None:
            return
        client = self._connected[guarded] = CdpClient(socket, guarded)
        try:
            self._send(client, None, {"method": "Target.attachToBrowserTarget"})
            await client.ready.wait()
            async for message in socket:
                self._asks(client, message)
                await request.writer.drain()
        finally:
            del self._connected[guarded]
            self._leave(client)

    def _asks(self, client: CdpClient, text: bytes) -> None:
        """Pass a client's command on, under a number of ours and in its own session of the browser."""
        message = decode(text)
        if not isinstance(message.get("method"), str) or type(message.get("id")) is not int:
            raise ValueError("no command")
        session = message.get("sessionId")
        if session is not None and self._sessions.get(session) is not client:
            refuse(client, message, NO_SESSION, "Session with given id not found.")
            return
        why = refusal(message) if client.guarded else None
        if why is not None:
            refuse(client, message, DENIED, why)
            return
        if client.guarded:
            self.used = self._targets.get(session or "", self.used)
            self._downloads.asked(message)
            message = saved_in(message, str(self._downloads.folder))
        self._send(client, message["id"], {**message, "sessionId": session or client.browser})

    def _send(self, client: CdpClient, number: int | None, message: Object) -> None:
        own = next(self._ids)
        self._asked[own] = client, number
        self._pipe.send(encode({**message, "id": own}))

    def _received(self, text: bytes) -> None:
        message = decode(text)
        session = message.get("sessionId", "")
        if "id" in message:
            client, number = self._asked.pop(message["id"], (None, None))
            if client is None:
                return
            if number is None:
                self._begin(client, message["result"]["sessionId"])
                return
            message["id"] = number
        else:
            client = self._sessions.get(session)
            if client is None:
                return
            self._note(client, session, message)
            if client.guarded:
                self._downloads.heard(message)
        if session == client.browser:
            del message["sessionId"]
        client.socket.send(encode(message))

    def _begin(self, client: CdpClient, session: str) -> None:
        client.browser = session
        self._sessions[session] = client
        client.ready.set()

    def _note(self, client: CdpClient, session: str, message: Object) -> None:
        """Keep track of sessions that come and go, and of what the script's tabs show."""
        match message:
            case {"method": "Target.attachedToTarget", "params": {"sessionId": str(inner), "targetInfo": target}}:
                self._sessions[inner] = client
                if client.guarded and target["type"] == "page":
                    self._targets[inner] = target["targetId"]
                elif session in self._targets:
                    self._targets[inner] = self._targets[session]
            case {"method": "Target.detachedFromTarget", "params": {"sessionId": str(inner)}}:
                self._sessions.pop(inner, None)
                self._targets.pop(inner, None)
            case {"method": "Page.frameNavigated", "params": {"frame": {"url": str(url)} as frame}}:
                if client.guarded and "parentId" not in frame:
                    self.visited[url] = None
                    self.on_navigated(self._targets.get(session, ""), url)

    def _leave(self, client: CdpClient) -> None:
        """Forget a client; the browser drops its sessions, and the contexts that it made."""
        if client.browser:
            detach = {"method": "Target.detachFromTarget", "params": {"sessionId": client.browser}}
            self._pipe.send(encode({**detach, "id": next(self._ids)}))
        self._sessions = {session: each for session, each in self._sessions.items() if each is not client}
        self._asked = {number: each for number, each in self._asked.items() if each[0] is not client}
        client.socket.close()

    def _ended(self) -> None:
        for client in self._connected.values():
            client.ready.set()
            client.socket.close(1001)


def refuse(client: CdpClient, message: Object, code: int, why: str) -> None:
    answer: Object = {"id": message.get("id"), "error": {"code": code, "message": why}}
    if "sessionId" in message:
        answer["sessionId"] = message["sessionId"]
    client.socket.send(encode(answer))


def decode(text: bytes) -> Object:
    """Return a message; raise ValueError for what is none."""
    try:
        found: Any = loads(text)
    except ValueError:
        found = json.loads(text)  # lone surrogates, which a page's text may have
    if not isinstance(found, dict):
        raise ValueError("no message")  # noqa: TRY004 - as for text that is no JSON
    return found


def encode(message: Object) -> bytes:
    try:
        return dumps(message).encode()
    except UnicodeEncodeError:
        return json.dumps(message).encode()

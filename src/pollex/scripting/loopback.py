"""A small HTTP server on 127.0.0.1 for one run: each of its addresses is unguessable, and no web page may use it."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from ..core.json import Object, dumps

HERE: Final = "127.0.0.1"
HEAD: Final = 16 * 1024
"""Largest head of a request, in bytes."""
BODY: Final = 64 * 1024
"""Largest body."""
PATIENCE: Final = 10.0
"""Seconds for a request to arrive."""
REASONS: Final = {200: "OK", 101: "Switching Protocols"}


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request, with the streams that it came and is answered on."""

    method: str
    headers: dict[str, str]
    body: bytes
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


Handler = Callable[[HttpRequest], Awaitable[None]]


class LoopbackServer:
    """`add` gives a handler its address; `open` before that, `close` ends all connections."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}
        self._servers: list[asyncio.Server] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    async def open(self) -> None:
        server = await asyncio.start_server(self._accept, HERE, 0, limit=HEAD)
        self._servers.append(server)
        self.port = server.sockets[0].getsockname()[1]

    async def answer_at(self, door: socket.socket) -> None:
        """Answer also at a socket that listens, such as one in another network."""
        self._servers.append(await asyncio.start_server(self._accept, sock=door, limit=HEAD))

    def add(self, handler: Handler) -> str:
        """Return the unguessable `HOST:PORT/PATH` at which `handler` answers from now on."""
        path = f"/{secrets.token_urlsafe(32)}"
        self._handlers[path] = handler
        return f"{HERE}:{self.port}{path}"

    async def close(self) -> None:
        for server in self._servers:
            server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, EOFError, ValueError, TimeoutError):  # the other side broke off, or talks nonsense
                async with asyncio.timeout(PATIENCE):
                    path, request = await read_request(reader, writer)
                await self._answer(path, request)
        finally:
            writer.close()

    async def _answer(self, path: str, request: HttpRequest) -> None:
        handler = self._handlers.get(path)
        if "origin" in request.headers:
            respond(request, 403, {"error": "Not for web pages."})
        elif handler is None:
            respond(request, 404, {"error": "There is nothing here."})
        else:
            await handler(request)
        await request.writer.drain()


async def read_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[str, HttpRequest]:
    """Return a request and its path; raise ValueError or EOFError for what is none."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.LimitOverrunError as error:
        raise ValueError(str(error)) from error
    first, *lines = head.split("\r\n")
    method, target, _ = first.split(" ")
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)
    }
    length = int(headers.get("content-length", "0"))
    if not 0 <= length <= BODY or "transfer-encoding" in headers:
        length = 0
    body = await reader.readexactly(length)
    return urlsplit(target).path, HttpRequest(method, headers, body, reader, writer)


def respond(request: HttpRequest, status: int, data: Object) -> None:
    """Answer with JSON, and end the connection."""
    body = dumps(data).encode()
    head = (
        f"HTTP/1.1 {status} {REASONS.get(status, 'Refused')}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    request.writer.write(head.encode() + body)

"""The connection from the browser: reads requests, has each judged, and carries it to its server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from pollex.core.fault import Fault

from .answer import ESTABLISHED, answer
from .head import ProxyRequest, read_request
from .proxy_connection import ProxyConnection, join
from .server_connection import ServerConnection

LONGEST_HEAD: Final = 256 * 1024
"""Bytes of the head of a request: Chromium sends up to 180 cookies of 4 KiB for a domain, servers take far less."""

StartExchange = Callable[["ClientConnection", ProxyRequest, bytes], None]
"""Looks for the server of a request, and then calls `connected` or `refuse`."""


class ClientConnection(ProxyConnection):
    """Requests one after the other: browsers do not send one while the last is unanswered."""

    def __init__(self, crowd: set[ProxyConnection], start: StartExchange, full: Callable[[], Fault | None]) -> None:
        super().__init__(crowd)
        self.start = start
        self.full = full
        self.origin: tuple[str, int] | None = None
        self.request: ProxyRequest | None = None
        self.server: ServerConnection | None = None
        self.tunnel = False
        self.head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if fault := self.full():
            self.refuse(fault)

    def data_received(self, data: bytes) -> None:
        if self.tunnel or self.leaving:
            super().data_received(data)
            return
        self.stirred = True
        try:
            if self.request is None:
                self._read_head(self.head + data)
            else:
                self._pass_body(self.request, data)
        except ValueError as error:
            self.refuse(Fault("invalid_input", f"The proxy cannot take this: {error}."))

    def eof_received(self) -> bool:
        if self.request is None and not self.tunnel:
            return False
        return super().eof_received()

    def connected(self, server: ServerConnection, request: ProxyRequest, rest: bytes) -> None:
        """The server is there: carry the request to it."""
        join(self, server)
        self.server, self.origin = server, (request.host, request.port)
        self.transport.resume_reading()
        if request.head is not None:
            self._send(server, request, request.head, rest)
            return
        self.tunnel = server.tunnel = True
        self.transport.write(ESTABLISHED)
        if rest:
            server.transport.write(rest)

    def refuse(self, fault: Fault) -> None:
        """Answer in the server's stead, and go."""
        if server := self.part():
            server.transport.abort()
        if not self.transport.is_closing() and not self.leaving:
            self.transport.write(answer(fault))
            self.leave()

    def pass_on(self, data: bytes) -> None:
        self.transport.write(data)

    def answered(self, *, lasting: bool) -> None:
        request, self.request = self.request, None
        if not (lasting and request and request.lasting and request.body.done) or self.ended:
            if server := self.part():
                server.transport.close()
            self.leave()

    def upgraded(self) -> None:
        self.tunnel = True

    def spoilt(self, why: str, *, begun: bool) -> None:
        if begun:
            self.reset()
        else:
            host = self.origin[0] if self.origin else "The server"
            self.refuse(Fault("unavailable", f"{host} was reached, but {why}."))

    def _read_head(self, data: bytes) -> None:
        end = data.find(b"\r\n\r\n") + 4
        if end < 4:
            self.head = data
            if len(data) > LONGEST_HEAD:
                raise ValueError("the head of the request is too large")
            return
        self.head = b""
        request = self.request = read_request(data[:end])
        if self.peer and self.server and request.head is not None and self.origin == (request.host, request.port):
            self._send(self.server, request, request.head, data[end:])
            return
        if server := self.part():
            server.transport.close()
        self.transport.pause_reading()
        self.start(self, request, data[end:])

    def _send(self, server: ServerConnection, request: ProxyRequest, head: bytes, rest: bytes) -> None:
        server.request = request
        server.transport.write(head)
        if rest:
            self._pass_body(request, rest)

    def _pass_body(self, request: ProxyRequest, data: bytes) -> None:
        taken = request.body.take(data)
        if taken < len(data):
            self.reset()
        elif self.peer:
            self.peer.transport.write(data)

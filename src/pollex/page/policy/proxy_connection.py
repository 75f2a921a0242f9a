"""One of the two connections that belong together: to the browser, and to the server. As it stands, a tunnel."""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from contextlib import suppress
from typing import Final

LINGER: Final = 2.0
"""Seconds the other end has to close after us, so that it reads our last words before it hears of a reset."""
RESET: Final = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
"""For SO_LINGER: closing forgets what is unsent."""


class ProxyConnection(asyncio.Protocol):
    """Passes on what it gets: bytes, the end of them, a failure, and that the other is too slow."""

    transport: asyncio.Transport

    def __init__(self, crowd: set[ProxyConnection]) -> None:
        self.crowd = crowd
        self.peer: ProxyConnection | None = None
        self.stirred = True
        """Whether data arrived since the last sweep."""
        self.ended = False
        """Whether the other end has sent its last byte."""
        self.leaving = False
        """Whether we have sent ours, and wait for the other end to close."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.crowd.add(self)

    def data_received(self, data: bytes) -> None:
        self.stirred = True
        if self.peer:
            self.peer.transport.write(data)

    def eof_received(self) -> bool:
        self.ended = True
        if not self.peer or self.peer.ended:
            return False
        if not self.peer.transport.is_closing():
            self.peer.say_end()
        return True

    def pause_writing(self) -> None:
        if self.peer:
            self.peer.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.peer:
            self.peer.transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        self.crowd.discard(self)
        if peer := self.part():
            peer.reset() if error else peer.leave()

    def part(self) -> ProxyConnection | None:
        """Be no pair any more; returns who was the other."""
        peer, self.peer = self.peer, None
        if peer:
            peer.peer = None
        return peer

    def leave(self) -> None:
        """Say no more, and go when the other end has gone too."""
        if self.ended:
            self.transport.close()
        elif not self.leaving and not self.transport.is_closing():
            self.leaving = True
            self.transport.resume_reading()
            self.say_end()
            self._go_soon()

    def say_end(self) -> None:
        """Send the end of the stream, if the connection is still open."""
        with suppress(OSError):
            self.transport.write_eof()

    def reset(self) -> None:
        """Go at once, so that the other end knows that something is missing."""
        connection = self.transport.get_extra_info("socket")
        if connection is not None and not self.transport.is_closing():
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.transport.abort()

    def _go_soon(self) -> None:
        def go() -> None:
            if self.transport.get_write_buffer_size():
                self._go_soon()
            else:
                self.transport.abort()

        asyncio.get_running_loop().call_later(LINGER, go)


def join(one: ProxyConnection, other: ProxyConnection) -> None:
    """Make two connections a pair."""
    one.peer, other.peer = other, one

"""The socket that browsers connect to. It loses no connection, also when it is closed while accepting one."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

BACKLOG: Final = 512
PAUSE: Final = 0.1
"""Seconds to wait when no connection can be taken, as when too many files are open."""


class Listener(socket.socket):
    """A listening socket that knows which of its connections are not accepted yet."""

    def __init__(self, host: str) -> None:
        super().__init__(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # or asyncio sends late (Nagle)
        self.fresh: set[socket.socket] = set()
        self.is_closing = False
        """Whether it is closed; the event loop may still ask for a connection."""
        self.setblocking(False)
        self.bind((host, 0))
        self.listen(BACKLOG)

    def accept(self) -> tuple[socket.socket, Any]:
        if self.is_closing:
            raise BlockingIOError
        connection, address = super().accept()
        self.fresh.add(connection)
        return connection, address

    async def serve(self, make: Callable[[], asyncio.Protocol]) -> None:
        """Give every connection its protocol, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(self)
            except OSError:
                await asyncio.sleep(PAUSE)
                continue
            self.fresh.discard(connection)
            with suppress(OSError):
                await loop.connect_accepted_socket(make, connection)

    def close(self) -> None:
        while self.fresh:
            self.fresh.pop().close()
        super().close()

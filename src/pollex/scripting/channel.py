"""Messages between a script's process and its parent: one line of JSON each, both ways, many in flight."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, cast

from ..core.json import Object, dumps, loads

BUFFER: Final = 1 << 16
"""Bytes read at once. asyncio's own buffer, four times as large, is made anew for every read."""
LONGEST: Final = 64_000_000
"""Bytes of one line; a process that writes a longer one is not heard any more."""


class ScriptChannel(asyncio.BufferedProtocol):
    """One end. `receive` gets every message, `lost` is called once: when the other end is gone or sends no messages."""

    def __init__(self, receive: Callable[[Object], None], lost: Callable[[str | None], None]) -> None:
        self._receive = receive
        self._lost: Callable[[str | None], None] | None = lost
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray(BUFFER)
        self._pieces: list[bytes] = []
        self._size = 0
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def send(self, message: Object) -> None:
        """Send a message soon; one that cannot be JSON raises TypeError."""
        line = dumps(message).encode(errors="replace") + b"\n"
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(line)

    def pause(self, waits: bool) -> None:
        """Receive nothing for a while, so that the other end waits; or go on."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading() if waits else self._transport.resume_reading()

    def close(self) -> None:
        """Close this end once everything is sent; `closed` is then done."""
        self._lost = None
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        """Close this end at once, whatever is still to be sent."""
        self._lost = None
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, size: int) -> None:
        *lines, rest = bytes(memoryview(self._buffer)[:size]).split(b"\n")
        for line in lines:
            self._pieces.append(line)
            self._take(b"".join(self._pieces))
            self._pieces.clear()
            self._size = 0
        self._size += len(rest)
        if rest:
            self._pieces.append(rest)
        if self._size > LONGEST:
            self._end(f"it sent a line of more than {LONGEST:,} bytes")

    def connection_lost(self, error: Exception | None) -> None:
        self._end(None)
        if not self.closed.done():
            self.closed.set_result(None)

    def _take(self, line: bytes) -> None:
        if self._lost is None:
            return
        try:
            message: Any = loads(line)
        except ValueError:
            message = None
        if isinstance(message, dict):
            self._receive(message)
        else:
            self._end("it sent a line that is no message")

    def _end(self, why: str | None) -> None:
        """Report the end once; `why` says what was wrong with what came."""
        lost, self._lost = self._lost, None
        if lost is not None:
            lost(why)

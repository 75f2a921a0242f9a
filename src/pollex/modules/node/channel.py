"""A socket that carries lines to and from the Node process, independent of one event loop.

The process outlives a loop; of several loops that run, the first one reads for all.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from typing import Final

PIECE: Final = 1 << 16
"""Bytes read at once."""


class Channel:
    """Calls `on_line` for each line that comes, and `on_end` once where no more will come."""

    def __init__(self, own: socket.socket, on_line: Callable[[bytes], None], on_end: Callable[[], None]) -> None:
        own.setblocking(False)
        self.reader: asyncio.AbstractEventLoop | None = None
        self._socket = own
        self._on_line = on_line
        self._on_end = on_end
        self._pieces: list[bytes] = []
        self._unsent = bytearray()
        self._lock = threading.Lock()

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read through this loop, unless one that runs reads already."""
        if self.reader is loop or (self.reader is not None and self.reader.is_running()):
            return
        self.detach()
        self.reader = loop
        loop.add_reader(self._socket, self._receive)
        if self._unsent:
            loop.add_writer(self._socket, self._flush)

    def detach(self) -> None:
        if self.reader is not None and not self.reader.is_closed():
            self.reader.remove_reader(self._socket)
            self.reader.remove_writer(self._socket)
        self.reader = None

    def close(self) -> None:
        self.detach()
        self._socket.close()

    def send(self, line: bytes) -> None:
        """Send now what the socket takes, and the rest when it takes more."""
        with self._lock:
            if self._unsent:
                self._unsent += line
                return
            sent = self._write(line)
            if sent < len(line):
                self._unsent += line[sent:]
                if self.reader is not None:
                    self.reader.call_soon_threadsafe(self._await_room)

    def _await_room(self) -> None:
        if self.reader is not None and self._unsent:
            self.reader.add_writer(self._socket, self._flush)

    def _flush(self) -> None:
        with self._lock:
            sent = self._write(self._unsent)
            del self._unsent[:sent]
            if not self._unsent and self.reader is not None:
                self.reader.remove_writer(self._socket)

    def _write(self, data: bytes | bytearray) -> int:
        """Return how many bytes the socket took; all if its other end is closed, which the reader will notice."""
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)

    def _receive(self) -> None:
        try:
            piece = self._socket.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self.detach()
            self._on_end()
            return
        *lines, rest = piece.split(b"\n")
        for line in lines:
            whole = b"".join((*self._pieces, line)) if self._pieces else line
            self._pieces.clear()
            self._on_line(whole)
        if rest:
            self._pieces.append(rest)

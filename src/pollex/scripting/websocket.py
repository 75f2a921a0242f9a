"""The server's side of a WebSocket (RFC 6455), as far as CDP clients need it: whole messages, without extensions."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import AsyncIterator
from typing import Final

from .loopback import HttpRequest, respond

ACCEPT: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
LARGEST: Final = 256 * 1024 * 1024
"""Bytes of one message."""


class WebSocket:
    """An open connection: iterate over what arrives, `send` what is to go."""

    def __init__(self, request: HttpRequest) -> None:
        self._reader = request.reader
        self._writer = request.writer
        self._closing = False

    @classmethod
    def accept(cls, request: HttpRequest) -> WebSocket | None:
        """Answer the handshake of a request; None where it is none, and the request is refused."""
        headers = request.headers
        key = headers.get("sec-websocket-key", "")
        if request.method != "GET" or headers.get("upgrade", "").lower() != "websocket" or not key:
            respond(request, 426, {"error": "Connect with a WebSocket."})
            return None
        answer = base64.b64encode(hashlib.sha1(key.encode() + ACCEPT, usedforsecurity=False).digest()).decode()
        head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        request.writer.write(f"{head}Sec-WebSocket-Accept: {answer}\r\n\r\n".encode())
        return cls(request)

    def send(self, message: bytes) -> None:
        """Send a text message."""
        self._send(TEXT, message)

    def close(self, code: int = 1000) -> None:
        if not self._closing:
            self._send(CLOSE, code.to_bytes(2, "big"))
            self._closing = True
            self._writer.close()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield each message until the other side closes; raise EOFError or ValueError where it breaks the rules."""
        parts: list[bytes] = []
        while True:
            last, kind, data = await self._frame(LARGEST - sum(map(len, parts)))
            if kind == CLOSE:
                self.close()
                return
            if kind == PING:
                self._send(PONG, data)
            elif kind != PONG:
                parts.append(data)
                if last:
                    yield b"".join(parts)
                    parts = []

    async def _frame(self, most: int) -> tuple[bool, int, bytes]:
        first, second = await self._reader.readexactly(2)
        length = second & 0x7F
        if length > 125:
            length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8), "big")
        if first & 0x70 or not second & 0x80 or length > most:
            self.close(1009 if length > most else 1002)
            raise ValueError("a frame that is too large, unmasked, or of an extension")
        mask = await self._reader.readexactly(4)
        return bool(first & 0x80), first & 0x0F, unmask(await self._reader.readexactly(length), mask)

    def _send(self, kind: int, data: bytes) -> None:
        if self._closing or self._writer.is_closing():
            return
        size = len(data)
        if size < 126:
            head = bytes((0x80 | kind, size))
        elif size < 65536:
            head = bytes((0x80 | kind, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((0x80 | kind, 127)) + size.to_bytes(8, "big")
        self._writer.write(head + data)


def unmask(data: bytes, mask: bytes) -> bytes:
    pattern = (mask * (len(data) // 4 + 1))[: len(data)]
    return (int.from_bytes(data, "big") ^ int.from_bytes(pattern, "big")).to_bytes(len(data), "big")

"""Paths that speak WebSocket, with so many clients at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from .limits import too_many
from .refusal import HttpRefusal

UPGRADE: Final = {"Upgrade": "websocket", "Connection": "Upgrade"}


class SocketPath:
    """The ASGI app behind the guard at one such path."""

    def __init__(self, serve: Callable[[WebSocket], Awaitable[None]], most: int) -> None:
        self._serve, self._most = serve, most
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            message = "This address speaks WebSocket."
            raise HttpRefusal(426, "invalid_input", message, expected="a WebSocket", headers=UPGRADE)
        if self._open >= self._most:
            raise too_many("sockets", self._most)
        self._open += 1
        try:
            await self._serve(WebSocket(scope, receive, send))
        finally:
            self._open -= 1

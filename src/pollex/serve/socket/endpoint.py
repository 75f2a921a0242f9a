"""`/socket`: takes clients up to a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from ..limits import too_many
from ..refusal import HttpRefusal
from .client import SocketClient
from .state import SocketLimits, SocketState

if TYPE_CHECKING:
    from ..state import ServerState


class SocketEndpoint:
    """The ASGI app behind the guard that speaks WebSocket."""

    def __init__(self, server: ServerState, limits: SocketLimits | None = None) -> None:
        self.state = SocketState(server, limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = self.state
        if scope["type"] != "websocket":
            upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
            message = "This address speaks WebSocket."
            raise HttpRefusal(426, "invalid_input", message, expected="a WebSocket", headers=upgrade)
        if state.clients >= state.limits.sockets:
            raise too_many("sockets", state.limits.sockets)
        state.clients += 1
        try:
            await SocketClient(state, WebSocket(scope, receive, send)).serve()
        finally:
            state.clients -= 1

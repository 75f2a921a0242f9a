"""`/mcp/chrome`: a tab of the person's own browser as an MCP server (`pollex mcp --page --in chrome`).

Each connection is one client with a tab of its own. It is opened by a message with the options; every further message
is a line of what stdin and stdout would carry.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...core.fault import Fault
from ...core.json import Object, dumps
from ..socket.message import MessageKind, read_message
from ..sockets import SocketPath
from .page import serve_page

if TYPE_CHECKING:
    from ...page.session import PageSession
    from ..state import ServerState

CHROME_PAGE: Final = "/mcp/chrome"
MOST: Final = 16
"""Clients at a time."""
PATIENCE: Final = 10.0
"""Seconds for the first message."""
TEXTS: Final[Object] = {"type": "array", "items": {"type": "string"}}
OPEN: Final = MessageKind(
    "open",
    "client",
    "Opens a tab: the one of that number or a free one, held to the allowed domains.",
    {"tab": {"type": "integer"}, "allow": TEXTS, "files": TEXTS, "policy": {"enum": ["allow", "ask"]}},
)
OPENED: Final[Object] = {"type": "opened"}


def chrome_page_path(state: ServerState) -> SocketPath:
    return SocketPath(lambda socket: _serve(state, socket), MOST)


async def _serve(state: ServerState, socket: WebSocket) -> None:
    """Serve one client until it goes, or the server ends."""
    await socket.accept()
    serving = asyncio.ensure_future(_serve_page(state, socket))
    ending = asyncio.ensure_future(state.ends())
    try:
        await asyncio.wait((serving, ending), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in (serving, ending):
            each.cancel()
        await asyncio.wait((serving, ending))
    with suppress(WebSocketDisconnect, RuntimeError):  # it has gone
        await socket.close()
    if not serving.cancelled():
        serving.result()


async def _serve_page(state: ServerState, socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect):
        async with asyncio.timeout(PATIENCE):
            first = await socket.receive_text()
        try:
            opened = read_message(first, {OPEN.name: OPEN}, state.app.context.limits)
        except Fault as fault:
            await socket.send_text(dumps({"fault": fault.to_json()}))
            return
        await socket.send_text(dumps(OPENED))
        await serve_page(_page(state, opened), opened.get("files", ()), SocketLines(socket))


def _page(state: ServerState, opened: Object) -> PageSession:
    given = {name: opened[name] for name in ("tab", "allow", "policy") if name in opened}
    return state.app.page(where="chrome", **given)


class SocketLines:
    """Implements `MessageLines`."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    def __aiter__(self) -> AsyncIterator[str]:
        return self._socket.iter_text()

    async def write(self, line: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it has gone
            await self._socket.send_text(line)

    async def flush(self) -> None:
        """Each line is sent at once."""

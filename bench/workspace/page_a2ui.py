"""A2UI's own renderer, in the smallest page around it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import uvicorn
from bench.workspace.page_side import LINES, ROWS, WINDOWS
from starlette.applications import Starlette
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

PEER: Final = Path(".bench/workspace/peer/dist")


class A2uiSide:
    """A2UI's renderer. Its messages are sent to the page when it connects, and as they come afterwards."""

    name = "A2UI (@a2ui/lit)"
    has_windows = f"document.querySelectorAll('a2ui-surface').length === {WINDOWS}"
    has_rows = f"document.documentElement.scrollHeight > {ROWS} * 10"
    scrolled = "html"
    enter = None

    def __init__(self) -> None:
        self._kept: list[Any] = []
        self._lines: list[str] = []
        self._socket: WebSocket | None = None
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/index.html"

    async def clear(self) -> None:
        self._kept, self._lines, self._socket = [], [], None

    async def windows(self, count: int) -> None:
        for number in range(count):
            await self._send(surface(number))
        self._lines = [f"line-{each}" for each in range(LINES)]

    async def append(self, start: int, count: int) -> None:
        messages = []
        for each in range(start, start + count):
            self._lines.append(f"more-{each}")
            line = {"id": self._lines[-1], "component": "Text", "text": f"Line {each} of many"}
            messages.append(
                components("w0", line, {"id": "list", "component": "Column", "children": list(self._lines)})
            )
        await self._send(messages)

    async def change(self, number: int, count: int) -> None:
        await self._send(data(f"w{each % WINDOWS}", "/saved", f"Saved {number + each}") for each in range(count))

    async def table(self) -> None:
        rows = [{"name": f"Lamp {each}", "price": str(each * 3)} for each in range(ROWS)]
        root = {"id": "root", "component": "List", "children": {"path": "/rows", "componentId": "row"}}
        row = {"id": "row", "component": "Row", "children": ["name", "price"]}
        cells = [{"id": each, "component": "Text", "text": {"path": each}} for each in ("name", "price")]
        await self._send([created("table"), data("table", "/rows", rows), components("table", root, row, *cells)])

    def files(self) -> Iterable[Path]:
        return [each for each in PEER.rglob("*") if each.suffix in (".html", ".js", ".css")]

    async def _send(self, messages: Iterable[Any]) -> None:
        sent = list(messages)
        self._kept += sent
        if self._socket is not None:
            await self._socket.send_text(json.dumps(sent))

    async def connect(self, socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text(json.dumps(self._kept))
        self._socket = socket
        try:
            while True:
                await socket.receive_text()
        except WebSocketDisconnect:
            pass


CATALOG: Final = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"


def created(surface_id: str) -> dict[str, Any]:
    return {"version": "v0.9", "createSurface": {"surfaceId": surface_id, "catalogId": CATALOG}}


def components(surface_id: str, *given: Any) -> dict[str, Any]:
    return {"version": "v0.9", "updateComponents": {"surfaceId": surface_id, "components": list(given)}}


def data(surface_id: str, path: str, value: Any) -> dict[str, Any]:
    return {"version": "v0.9", "updateDataModel": {"surfaceId": surface_id, "path": path, "value": value}}


def surface(number: int) -> list[Any]:
    id_ = f"w{number}"
    lines = [
        {"id": f"line-{each}", "component": "Text", "text": f"Line {each} of window {number}"} for each in range(LINES)
    ]
    parts = [
        {"id": "root", "component": "Column", "children": ["title", "list", "field", "save", "status"]},
        {"id": "title", "component": "Text", "text": f"Window {number}", "variant": "h3"},
        {"id": "list", "component": "Column", "children": [each["id"] for each in lines]},
        {"id": "field", "component": "TextField", "label": "a", "value": {"path": "/a"}},
        {"id": "save", "component": "Button", "child": "save-text", "action": {"event": {"name": "save"}}},
        {"id": "save-text", "component": "Text", "text": "Save"},
        {"id": "status", "component": "Text", "text": {"path": "/saved"}},
    ]
    return [created(id_), data(id_, "/saved", "Nothing saved"), components(id_, *parts, *lines)]


@asynccontextmanager
async def a2ui() -> AsyncIterator[A2uiSide]:
    """The built page of the peer, served with its messages."""
    side = A2uiSide()
    routes = [WebSocketRoute("/socket", side.connect), Mount("/", StaticFiles(directory=PEER))]
    server = uvicorn.Server(uvicorn.Config(Starlette(routes=routes), port=0, log_level="error"))
    serving = asyncio.ensure_future(server.serve())
    while not server.started:  # noqa: ASYNC110 - it tells by nothing else
        await asyncio.sleep(0.01)
    side.port = server.servers[0].sockets[0].getsockname()[1]
    yield side
    server.should_exit = True
    await serving

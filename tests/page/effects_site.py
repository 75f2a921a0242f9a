"""A site whose pages send in every way that pages can, and which remembers what came."""

from __future__ import annotations

import base64
import hashlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event
from time import sleep
from typing import Final

GUID: Final = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
WORKER: Final = "onmessage = (e) => fetch('/worker', {method: 'POST', body: e.data});"
JSON_PATHS: Final = {
    "/loaded": b'{"lamps": [{"id": 3, "name": "Oak", "on": false}, {"id": 4, "name": "Pine", "on": true}]}'
}


class EffectsSite(ThreadingHTTPServer):
    """Answers every address with its page."""

    def __init__(self, page: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"
        self.page = page
        self.came: list[tuple[str, str, bytes]] = []
        self.at_once: list[int] = [0]
        """How many requests to the slow address were being answered, each time that one came."""
        self.first = Event()
        """Set when anything has come."""


class Handler(BaseHTTPRequestHandler):
    server: EffectsSite
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.headers.get("upgrade", "").casefold() == "websocket":
            self._socket()
        elif self.path == "/worker.js":
            self._answer(WORKER.encode(), "text/javascript")
        elif self.path in JSON_PATHS:
            self._answer(JSON_PATHS[self.path], "application/json")
        else:
            self._answer(self.server.page.encode())

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"] or 0))
        self.server.came.append((self.command, self.path, body))
        self.server.first.set()
        if self.path == "/slow":
            self.server.at_once.append(self.server.at_once[-1] + 1)
            sleep(0.1)
            self.server.at_once.append(self.server.at_once[-1] - 1)
        if self.path == "/moved":
            self.send_response(307)
            self.send_header("Location", "/there")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self._answer(b"ok", status=422 if self.path == "/failing" else 200)

    do_PUT = do_PATCH = do_DELETE = do_POST  # noqa: N815 - the names are those of the base class

    def _answer(self, body: bytes, media: str = "text/html", status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _socket(self) -> None:
        """Take the messages of a socket: short ones, masked, in one frame each."""
        key = self.headers["sec-websocket-key"] + GUID
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.close_connection = True
        while (head := self.rfile.read(2)) and head[0] & 15 in (1, 2):
            size = head[1] & 127
            mask = self.rfile.read(4)
            body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(self.rfile.read(size)))
            self.server.came.append(("SOCKET", self.path, body))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass

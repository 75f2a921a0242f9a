"""A real server on loopback that says what it was asked."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from ..servers import serving


@dataclass
class Server:
    address: str


class Echo(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        found = self.path.startswith("/echo")
        body = json.dumps({"path": self.path, "mark": self.headers.get("X-Mark")}).encode()
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Echo)) as running:
        yield Server(f"http://127.0.0.1:{running.server_port}")

"""A server with an answer of every kind, on this machine."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ...servers import serving

MEGABYTE = 1024 * 1024
PLAIN = {
    "/json": ("application/json", b'{"items": [1, 2]}'),
    "/text": ("text/plain; charset=iso-8859-1", "Grüße".encode("latin-1")),
    "/raw": ("text/plain", b'["as text"]'),
    "/marked": ("application/json", b"\xef\xbb\xbf{}"),
    "/wrong": ("application/problem+json", b"{oops"),
    "/image": ("image/png", b"\x89PNG\r\n"),
    "/odd-charset": ("text/plain; charset=punycode", b"a" * 100),
    "/empty": ("text/plain", b""),
    "/deep": ("application/json", b"[" * 100_000),
}


class Site(ThreadingHTTPServer):
    """Remembers every request: method, path, headers in lower case, body."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.seen: list[tuple[str, str, dict[str, str], bytes]] = []
        self.release = Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def last_headers(self) -> dict[str, str]:
        return self.seen[-1][2]


class Answering(BaseHTTPRequestHandler):
    server: Site
    protocol_version = "HTTP/1.1"

    def answer(self) -> None:
        content = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.seen.append((self.command, self.path, headers, content))
        parts = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        with suppress(OSError):
            self.route(parts.path, asked, headers)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = answer  # noqa: N815

    def route(self, path: str, asked: dict[str, str], headers: dict[str, str]) -> None:
        match path:
            case "/redirect":
                self.send(int(asked.get("status", "302")), b"", {"Location": asked["to"]})
            case "/status":
                self.send(int(asked["code"]), b'{"why": "no"}', {"Content-Type": "application/json"})
            case "/echo":
                said = {"authorization": headers.get("authorization"), "secret": asked.get("say")}
                self.send(200, json.dumps(said).encode(), {"Content-Type": "application/json"})
            case "/bomb":
                packed = gzip.compress(bytes(50 * MEGABYTE))
                self.send(200, packed, {"Content-Type": "text/plain", "Content-Encoding": "gzip"})
            case "/packed":
                encoding = asked.get("encoding", "gzip")
                kind = {"Content-Type": "application/json", "Content-Encoding": encoding}
                self.send(200, gzip.compress(b'{"packed": true}'), kind)
            case "/endless":
                self.stream(b"x" * MEGABYTE, times=1_000)
            case "/slow":
                self.stream(b"x", times=1)
            case "/broken":
                self.send(200, b"half", {"Content-Type": "text/plain", "Content-Length": "100"})
                self.close_connection = True
            case _:
                kind_of, content = PLAIN[path]
                self.send(200, content, {"Content-Type": kind_of, "ETag": '"1"', "Set-Cookie": "session=1"})

    def send(self, status: int, content: bytes, headers: dict[str, Any]) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": len(content), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def stream(self, piece: bytes, *, times: int) -> None:
        """Send the same piece over and over; a single one only when the test is over."""
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.close_connection = True
        if times == 1:
            self.server.release.wait()
        for _ in range(times):
            self.wfile.write(piece)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the library
        pass


@contextmanager
def running() -> Iterator[Site]:
    with serving(Site()) as site:
        try:
            yield site
        finally:
            site.release.set()

"""A site of one page, which remembers what was sent to it."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Site(ThreadingHTTPServer):
    def __init__(self, page: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"
        self.page = page
        self.came: list[str] = []
        self.bodies: list[str] = []


class Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        self._answer(self.server.page.encode())

    def do_POST(self) -> None:
        self.server.bodies.append(self.rfile.read(int(self.headers["content-length"] or 0)).decode())
        self.server.came.append(self.path)
        self._answer(b"ok")

    do_PUT = do_POST  # noqa: N815 - the name is the base class's

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass

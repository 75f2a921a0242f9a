"""Login pages of the tests' own, each built another way; the server counts what is submitted to it."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

NAME, PASSWORD, MAILED = "ada", "notes-1843", "482913"
FOLDER = Path(__file__).with_name("pages")
PAGES = {
    **{f"/{name}": name for name in ("seed", "letters", "payment", "callback", "parcel", "note")},
    **{f"/{name}": name for name in ("steps", "spa", "framed", "entry", "nothing", "covered", "redrawn", "scripted")},
    **{
        f"/{name}": "plain"
        for name in ("plain", "alert", "broken", "hang", "boxes", "coded", "debounced", "mailed", "stay")
    },
    "/stay/ask": "stay",
    "/boxes/code": "boxes",
    "/coded/code": "coded",
    "/debounced/code": "debounced",
    "/mailed/code": "code",
    "/steps/password": "password",
    "/linked": "steps",
    "/linked/sent": "sent",
}
"""The file of each address."""
LATE = """
f.method = "post";
f.elements[0].name = "username";
f.elements[1].name = "password";
"""


def page(name: str) -> str:
    return (FOLDER / f"{name}.html").read_text(encoding="utf-8")


class Site:
    """A server on a free port; `counts` has what was submitted, `sessions` who is inside."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.sessions: set[str] = set()
        self._ended = threading.Event()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.get(self)

            def do_POST(self) -> None:
                site.post(self)

            def log_message(self, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()

    def fresh(self) -> None:
        self.counts.clear()
        self.sessions.clear()

    def get(self, request: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(request.path)
        inside = "in=1" in (request.headers["Cookie"] or "") and bool(self.sessions)
        if parts.path == "/link":
            self.counts["link"] += 1
            if parts.query == "t=right":
                self._enter(request, "/link/home")
            else:
                self._show(request, "<p>This link has expired.</p>")
        elif parts.path == "/late.js":
            time.sleep(1.5)
            self._show(request, LATE)
        elif parts.path.endswith("/home"):
            self._show(request, page("inside" if inside else "plain"))
        elif inside and parts.path != "/stay/ask":
            self._go(request, "/plain/home")
        elif parts.path in PAGES:
            self._show(request, page(PAGES[parts.path]))
        else:
            self._show(request, "<h1>Not found</h1>", 404)

    def post(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"] or 0)).decode()
        said = json.loads(body) if body.startswith("{") else {name: each[0] for name, each in parse_qs(body).items()}
        self.counts.update(said.keys())
        path = urlsplit(request.path).path
        if path == "/hang":
            self._ended.wait(100)
        elif path == "/broken":
            self._show(request, "<h1>Internal Server Error</h1>", 500)
        elif not fits(said):
            self._refuse(request, path)
        elif "password" in said and path in ("/boxes", "/coded", "/debounced", "/mailed"):
            self._go(request, f"{path}/code")
        elif "username" in said and "password" not in said:
            self._go(request, "/linked/sent" if path == "/linked" else "/steps/password")
        else:
            self._enter(request, {"/stay": "/stay/ask", "/spa": "/spa"}.get(path, "/plain/home"))

    def _refuse(self, request: BaseHTTPRequestHandler, path: str) -> None:
        form = page(PAGES[path])
        if path == "/spa":
            self._show(request, "{}", 401)
        elif path == "/alert":
            self._show(request, form + "<script>setTimeout(() => alert('Wrong password.'), 200)</script>")
        else:
            self._show(
                request, form.replace("<form method=post", "<p class=error>Das war nichts.</p><form method=post", 1)
            )

    def _enter(self, request: BaseHTTPRequestHandler, path: str) -> None:
        self.sessions.add(path)
        if path == "/spa":
            self._show(request, "{}", cookie=True)
        else:
            self._go(request, path, cookie=True)

    def _go(self, request: BaseHTTPRequestHandler, path: str, *, cookie: bool = False) -> None:
        request.send_response(303)
        request.send_header("Location", path)
        if cookie:
            request.send_header("Set-Cookie", "in=1; Path=/")
        request.end_headers()

    def _show(self, request: BaseHTTPRequestHandler, html: str, status: int = 200, *, cookie: bool = False) -> None:
        request.send_response(status)
        request.send_header("Content-Type", "text/html; charset=utf-8")
        if cookie:
            request.send_header("Set-Cookie", "in=1; Path=/")
        request.end_headers()
        request.wfile.write(html.encode())


def fits(said: dict[str, str]) -> bool:
    """Whether what was submitted is right; any six digits are a code, as they come from a clock."""
    right = {"username": NAME, "password": PASSWORD}
    code = said.get("code", MAILED)
    return all(said.get(key, value) == value for key, value in right.items()) and len(code) == 6 and code.isdecimal()

"""Serves the whole corpus in a process of its own: `python -m bench.pages.serve`.

It prints the addresses as one JSON line, and ends when its standard input is closed.
"""

from __future__ import annotations

import json
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from bench.pages import admin, generated
from bench.pages.corpus import CORPUS, HOME, LISTED, PACKAGES, pages
from bench.pages.fetched import fetch


class Quiet(SimpleHTTPRequestHandler):
    """Files, without a line for each request."""

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        """Browsers ask for an icon; that there is none is not an error of the page."""
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()


class QuietApplication(WSGIRequestHandler):
    """Django, without a line for each request."""

    def log_message(self, *_: object) -> None:
        pass


class Threaded(ThreadingMixIn, WSGIServer):
    """One thread a request, as a browser opens several connections."""

    daemon_threads = True


@contextmanager
def running(server: ThreadingHTTPServer | WSGIServer) -> Iterator[str]:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


@contextmanager
def static() -> Iterator[str]:
    generated.write(CORPUS / "generated")
    with running(ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(CORPUS)))) as url:
        yield url


@contextmanager
def administration() -> Iterator[str]:
    application = admin.application(HOME / "admin.sqlite3")
    with running(make_server("127.0.0.1", 0, application, Threaded, QuietApplication)) as url:
        yield url


@contextmanager
def practice() -> Iterator[str]:
    """Nothing while the practice sites cannot be loaded."""
    try:
        from pollex.practice.server import Server
    except ImportError as problem:
        print(f"Left out: the practice sites ({problem})", file=sys.stderr)
        yield ""
        return
    with Server() as server:
        yield server.url


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=20) as response:
            response.read()
            return bool(response.status == 200)
    except (urllib.error.URLError, ValueError) as problem:
        print(f"Left out: {url} ({problem})", file=sys.stderr)
        return False


def main() -> None:
    fetch(CORPUS.resolve(), PACKAGES.resolve())
    listed = {page.name: {"kind": page.kind, "site": page.site, "path": page.path} for page in pages()}
    LISTED.write_text(json.dumps(listed, indent=2) + "\n")
    with ExitStack() as stack:
        sites = {
            "static": stack.enter_context(static()),
            "admin": stack.enter_context(administration()),
            "practice": stack.enter_context(practice()),
        }
        addresses = {page.name: sites[page.site] + page.path for page in pages()}
        print(json.dumps({name: url for name, url in addresses.items() if answers(url)}), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()

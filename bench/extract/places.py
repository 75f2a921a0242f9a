"""The places where the papers' pages are: a server of our own pages, the practice sites, and the applications."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

from bench.trust.stage import APPS, PRACTICE, stage

PAGES: Final = Path(__file__).parent / "pages"
OWN: Final = "own"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def site_of(entry: dict[str, Any]) -> str:
    return str(entry.get("site", OWN))


def address_of(entry: dict[str, Any]) -> str:
    return str(entry["address"] if "address" in entry else f"/{entry['page']}")


def is_here(site: str) -> bool:
    """Return whether the site can be served: the applications only where they lie beside the checkout."""
    return site in (OWN, PRACTICE) or (APPS / site).exists()


@contextmanager
def served(site: str) -> Iterator[str]:
    """Serve a site in its first state, and give its address."""
    if site != OWN:
        with stage(site) as place:
            yield place.url
        return
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(PAGES)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()

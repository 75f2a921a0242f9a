"""Nothing is committed twice: the same control with the same values needs a person's word the second time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from pollex import App
from pollex.core.protocols import ModelReply
from pollex.testing import ScriptedModel

pytestmark = pytest.mark.asyncio(loop_scope="session")
Says = Callable[..., ModelReply]
PAGE = """<!doctype html><title>Shop</title><h1>Basket</h1><label>Name <input id=name></label>
<button onclick="fetch('/order', {method: 'POST', body: name.value})">Order now</button>
<button onclick="fetch('/more', {method: 'POST'})">One more</button>"""


class Shop(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.came: list[str] = []


class Handler(BaseHTTPRequestHandler):
    server: Shop

    def do_GET(self) -> None:
        self._answer(PAGE.encode())

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"] or 0))
        self.server.came.append(self.path)
        self._answer(b"ok")

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass


@pytest.fixture
def shop() -> Iterator[Shop]:
    with Shop() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


ORDER, MORE = ("page_click", {"index": 2}), ("page_click", {"index": 3})
DONE = ("done", {"text": "The lamp is ordered.", "success": True})


def name(text: str) -> tuple[str, dict[str, Any]]:
    return "page_type", {"index": 1, "text": text}


async def did(app: App, shop: Shop, *replies: ModelReply, **options: Any) -> list[str]:
    url = f"http://127.0.0.1:{shop.server_address[1]}/"
    await app.run("Order the lamp", url=url, model=ScriptedModel(replies), durable=False, pictures=False, **options)
    return shop.came


async def test_the_same_order_is_not_sent_twice(app: App, shop: Shop, says: Says) -> None:
    assert await did(app, shop, says(name("Ada")), says(ORDER), says(ORDER), says(DONE)) == ["/order"]


async def test_nor_with_the_same_values_typed_again(app: App, shop: Shop, says: Says) -> None:
    assert await did(app, shop, says(name("Ada"), ORDER), says(name("Ada"), ORDER), says(DONE)) == ["/order"]


async def test_with_other_values_it_is_another_order(app: App, shop: Shop, says: Says) -> None:
    both = [says(name("Ada"), ORDER), says(name("Grace"), ORDER), says(DONE)]
    assert await did(app, shop, *both) == ["/order", "/order"]


async def test_who_allows_it_gets_it(app: App, shop: Shop, says: Says) -> None:
    assert await did(app, shop, says(ORDER), says(ORDER), says(DONE), policy="allow") == ["/order", "/order"]


async def test_what_commits_nothing_may_be_pressed_again(app: App, shop: Shop, says: Says) -> None:
    assert await did(app, shop, says(MORE), says(MORE), says(DONE)) == ["/more", "/more"]

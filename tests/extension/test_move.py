"""A run moves between a browser of ours and the person's own Chrome, with the login that it is behind."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from ..processes import Nursery
from ..serve.served import Served
from ..servers import serving
from ..waits import until_async
from .conftest import OwnChrome
from .test_runs import allow, ended, pair

OUTSIDE = "<h1>Who are you?</h1><form method=post action=/login><button>Log in</button></form>"
INSIDE = """<h1>Welcome</h1><form method=post action=/orders><input type=hidden name=basket id=basket>
<button>Order</button></form><script>window.basket.value = localStorage.basket ??= 'made ' + Math.random()</script>"""
TASK = 'Click "Log in". Wait 3 seconds. Click "Order".'


class Shop(ThreadingHTTPServer):
    """Knows who has logged in by a cookie; the basket is kept by the page."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.entered = 0
        self.orders: list[tuple[str, str]] = []
        """The cookies and the body of each."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: Shop

    def do_GET(self) -> None:
        self._show(INSIDE if "entered=yes" in self.headers.get("Cookie", "") else OUTSIDE)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/orders":
            self.server.orders.append((self.headers.get("Cookie", ""), body))
            self._show("<h1>Ordered</h1>")
            return
        self.server.entered += 1
        self.send_response(303)
        self.send_header("Set-Cookie", "entered=yes; HttpOnly; Path=/")
        self.send_header("Location", "/")
        self.end_headers()

    def _show(self, page: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>Shop</title>{page}".encode())

    def log_message(self, *_: object) -> None:
        """Nothing on stderr."""


@pytest.fixture
def shop() -> Iterator[Shop]:
    with serving(Shop()) as made:
        yield made


async def moved(nursery: Nursery, pollex: Served, *options: str) -> tuple[int, str, str]:
    command = ["runs", "move", *options, "--json"]
    with nursery.start("pollex", *command, environ={"POLLEX_HOME": str(pollex.home)}) as process:
        said = await asyncio.to_thread(process.rest)
        return process.wait(), said, process.errors()


async def rest_behind_login(pollex: Served, shop: Shop, run: str) -> None:
    await until_async("it is logged in", lambda: shop.entered)
    pollex.client.post(f"/api/runs/{run}/pause")


async def test_into_chrome_behind_a_login(chrome: OwnChrome, pollex: Served, shop: Shop, nursery: Nursery) -> None:
    panel = await pair(chrome, pollex)
    run = pollex.start(task=TASK, model="local", url=shop.url, policy="allow")
    await rest_behind_login(pollex, shop, run)
    code, why, _ = await moved(nursery, pollex, run, "--to", "chrome", "--yes")
    assert (code, "allows no tab" in why) == (1, True), why
    page, _ = await allow(chrome, panel, f"{shop.url}/elsewhere")
    code, said, shown = await moved(nursery, pollex, run, "--to", "chrome", "--yes")
    assert code == 0, (said, pollex.show(run))
    assert "cookies  127.0.0.1: entered" in shown
    assert f"storage  {shop.url}" in shown
    assert "yes" not in shown.replace("--yes", "")
    pollex.client.post(f"/api/runs/{run}/resume", json={})
    result = await ended(pollex, run)
    assert result["status"] == "done", result
    assert page.url == f"{shop.url}/orders"
    [(cookies, body)] = shop.orders
    assert ("entered=yes" in cookies, body.startswith("basket=made+")) == (True, True)
    assert shop.entered == 1


async def test_and_back(chrome: OwnChrome, pollex: Served, shop: Shop, nursery: Nursery) -> None:
    panel = await pair(chrome, pollex)
    page, number = await allow(chrome, panel, f"{shop.url}/")
    await chrome.context.add_cookies([{"name": "other", "value": "private", "url": "http://other.example"}])
    run = pollex.start(task=TASK, model="local", where="chrome", tab=number, allow=["127.0.0.1"], policy="allow")
    await rest_behind_login(pollex, shop, run)
    code, said, shown = await moved(nursery, pollex, run, "--to", "headless", "--yes")
    assert (code, "other" in shown) == (0, False), said
    pollex.client.post(f"/api/runs/{run}/resume", json={})
    result = await ended(pollex, run)
    assert result["status"] == "done", result
    assert page.url == f"{shop.url}/"
    [(cookies, body)] = shop.orders
    basket = await page.evaluate("localStorage.basket")
    assert ("entered=yes" in cookies, body) == (True, f"basket={basket.replace(' ', '+')}")
    events = json.dumps(await panel.evaluate("() => 1")) + pollex.client.get(f"/api/runs/{run}/report").text
    assert "a browser of Pollex" in events


async def test_without_a_yes_it_stays(chrome: OwnChrome, pollex: Served, shop: Shop, nursery: Nursery) -> None:
    await pair(chrome, pollex)
    run = pollex.start(task=TASK, model="local", url=shop.url, policy="allow")
    await rest_behind_login(pollex, shop, run)
    with nursery.start(
        "pollex", "runs", "move", run, "--to", "chrome", environ={"POLLEX_HOME": str(pollex.home)}
    ) as process:
        process.say("n\n")
        assert await asyncio.to_thread(process.wait) == 1, process.errors()
    pollex.client.post(f"/api/runs/{run}/resume", json={})
    assert (await ended(pollex, run))["status"] == "done"

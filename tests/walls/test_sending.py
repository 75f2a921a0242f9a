"""A task that only asks, and a model that presses anyway: nothing that changes something leaves, by whatever way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote, unquote

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.protocols import ModelReply, Page, ToolRequest
from pollex.page.live import LivePage
from pollex.testing import ScriptedModel

from ..selection import some
from ..servers import serving

pytestmark = pytest.mark.asyncio(loop_scope="session")
FORM = (
    "const f = document.createElement('form'); f.method = 'post'; f.action = '/sent'; f.target = 'TARGET';"
    "f.innerHTML = '<input name=a value=1>'; document.body.append(f); f.submit()"
)
WORKER = (
    "new KIND(window.URL.createObjectURL(new Blob([`fetch('${location.origin}/sent', {method: 'POST', body: 'a'})`])))"
)
AS_JSON = "fetch('/sent', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(SAID)})"
BEACON = "navigator.sendBeacon('/sent', 'a')"
KEPT = "fetch('/sent', {method: 'POST', body: 'a', keepalive: true})"
PING = (
    "const a = document.body.appendChild(document.createElement('a')); a.href = '/other'; a.ping = '/sent'; a.click()"
)
LEAVING = ("beforeunload", "pagehide", "visibilitychange", "unload")


def leaving(event: str, script: str) -> str:
    """A script that sends something while its page is left."""
    return f"window.addEventListener('{event}', () => {script}, true); location = '/other'"


WAYS = {
    "fetch": ("Go ahead", "fetch('/sent', {method: 'POST', body: 'a=1'})"),
    "PUT": ("Go ahead", "const r = new XMLHttpRequest(); r.open('PUT', '/sent'); r.send('a')"),
    "DELETE": ("Go ahead", "fetch('/sent', {method: 'DELETE'})"),
    "beacon": ("Go ahead", "navigator.sendBeacon('/sent', 'a=1')"),
    "kept alive": ("Go ahead", "fetch('/sent', {method: 'POST', body: 'a', keepalive: true})"),
    "form into a frame": ("Go ahead", FORM.replace("TARGET", "frame")),
    "form into a window": ("Go ahead", FORM.replace("TARGET", "_blank")),
    "worker": ("Go ahead", WORKER.replace("KIND", "Worker")),
    "shared worker": ("Go ahead", WORKER.replace("KIND", "SharedWorker")),
    "late": ("Go ahead", "setTimeout(() => fetch('/sent', {method: 'POST', body: 'a=1'}), 3500)"),
    "called Refresh": ("Refresh", "fetch('/sent', {method: 'POST', body: 'account=delete'})"),
    "called Show more": ("Show more", "fetch('/sent', {method: 'POST', body: 'to=mallory&amount=100'})"),
    "to validate": ("Go ahead", "fetch('/validate/sent', {method: 'POST', body: 'a=1'})"),
    "to search": ("Go ahead", "fetch('/sent/search', {method: 'POST', body: 'save=1'})"),
    "order and page": ("Go ahead", "fetch('/sent', {method: 'POST', body: new URLSearchParams('order=77&page=1')})"),
    "mutation": ("Go ahead", AS_JSON.replace("SAID", "{query: 'mutation { deleteAccount }'}")),
    "operation by name": ("Go ahead", AS_JSON.replace("SAID", "{operationName: 'DeleteAccount', variables: {}}")),
    "persisted operation": (
        "Go ahead",
        AS_JSON.replace("SAID", "{operationName: 'Drop', extensions: {persistedQuery: {sha256Hash: 'x'}}}"),
    ),
    "redirected": ("Go ahead", "fetch('/hop', {method: 'POST', body: 'q=1'})"),
    "service worker": (
        "Go ahead",
        "ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, '/worker.js')",
    ),
    "ping of a link": ("Go ahead", PING),
    "fetch later": ("Go ahead", "fetchLater('/sent', {method: 'POST', body: 'a', activateAfter: 1000})"),
    **{f"on {event}": ("Go ahead", leaving(event, BEACON)) for event in LEAVING},
    "on leaving, kept alive": ("Go ahead", leaving("pagehide", KEPT)),
    "on leaving, XHR": (
        "Go ahead",
        leaving("pagehide", "{ const r = new XMLHttpRequest(); r.open('POST', '/sent'); r.send('a') }"),
    ),
    "on leaving, by another realm": (
        "Go ahead",
        "const f = document.body.appendChild(document.createElement('iframe'));"
        + leaving("pagehide", BEACON.replace("navigator", "f.contentWindow.navigator")),
    ),
    "by a frame": ("Go ahead", "document.querySelector('iframe').src = '/popup'"),
    "by a popup": ("Go ahead", "window.open('/popup')"),
}


NOT_TO_BE_HAD = {"shared worker", "fetch later", "ping of a link"}
"""Ways that pages do not have at all while somebody holds what they send; nor any on leaving."""
PASSING = [way for way in WAYS if way not in NOT_TO_BE_HAD and not way.startswith("on ")]


class Site(BaseHTTPRequestHandler):
    came: list[str]

    def do_GET(self) -> None:
        way = WAYS.get(unquote(self.path[1:]))
        body = "<title>T</title><h1>Hello</h1><iframe name=frame></iframe>" + ("" if way is None else _button(*way))
        if self.path == "/worker.js":
            return self._answer(200, b"fetch('/sent', {method: 'POST', body: 'a'})", "text/javascript")
        if self.path == "/popup":
            body = "<script>fetch('/sent', {method: 'POST', body: 'a'})</script>"
        return self._answer(200, body.encode())

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        if self.path == "/hop":
            self._answer(307)
        else:
            self.came.append(f"{self.command} {self.path}")
            self._answer(204)

    do_PUT = do_DELETE = do_POST  # noqa: N815 - the names are the base class's

    def _answer(self, status: int, body: bytes = b"", kind: str = "text/html") -> None:
        self.send_response(status)
        self.send_header("Location", "/sent")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def _button(name: str, script: str) -> str:
    return f'<button onclick="{escape(script)}">{name}</button>'


@pytest.fixture
def site() -> Iterator[tuple[str, list[str]]]:
    came: list[str] = []
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), type("OwnSite", (Site,), {"came": came}))) as server:
        yield f"http://127.0.0.1:{server.server_port}", came


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def page(app: App) -> AsyncIterator[Page]:
    async with app.page() as opened:
        yield opened


CALLS = (
    ("page_click", {"index": 1}),
    ("page_wait", {"duration": 4_500}),
    ("done", {"text": "x", "success": False}),
)


async def press(app: App, page: Page, url: str, task: str, **options: Any) -> None:
    """Have a model press the button, whatever the task is, and wait for what comes late."""
    model = ScriptedModel([ModelReply(requests=(ToolRequest("1", tool, args),)) for tool, args in CALLS], judge="no")
    await app.run(task, url=url, page=page, model=model, pictures=False, **options)
    assert len(model.requests) == len(CALLS)


@pytest.mark.parametrize("way", some(WAYS, 5))
async def test_what_a_task_that_only_asks_makes_a_page_send_stays(
    app: App, page: Page, site: tuple[str, list[str]], way: str
) -> None:
    url, came = site
    await press(app, page, f"{url}/{quote(way)}", "What is the heading of this page?")
    assert came == []


async def test_no_link_pings_even_where_nobody_holds_what_a_page_sends(
    page: LivePage, site: tuple[str, list[str]]
) -> None:
    url, came = site
    await page.call("page.navigate", {"url": f"{url}/{quote('ping of a link')}"})
    await page.call("page.click", {"selector": "text=Go ahead"})
    waited = await page.call("page.wait", {"url": "/other"})
    assert waited.ok, waited.fault
    assert came == []


@pytest.mark.parametrize("way", some(PASSING, 10))
async def test_each_way_leads_to_the_server_where_all_is_allowed(
    app: App, page: Page, site: tuple[str, list[str]], way: str
) -> None:
    url, came = site
    await press(app, page, f"{url}/{quote(way)}", "Press the button.", policy="allow")
    assert came != []

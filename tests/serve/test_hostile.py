"""A hostile page in a real browser, whose person is logged in: from another origin, port or name it reaches nothing."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest
from playwright.async_api import BrowserContext, async_playwright

from pollex.page.launch import chromium_arguments, find_chromium

from ..servers import serving
from ..waits import until_async
from .served import Served

ATTACKS = """async ([url, token]) => {
  const soon = work => Promise.race([work, new Promise(done => setTimeout(() => done('nothing'), 1500))]);
  const body = JSON.stringify({tool: 'add', inputs: {a: 1, b: 2}});
  const tried = async work => { try { return await soon(work()); } catch (error) { return 'refused'; } };
  const read = async (path, options) => (await (await fetch(url + path, options)).text()) || 'opaque';
  const element = (name, property, path) => new Promise(done => {
    const made = document.createElement(name);
    made.onload = () => done(name === 'iframe' ? inside(made) : 'loaded');
    made.onerror = () => done('refused');
    made[property] = url + path;
    document.body.append(made);
  });
  const inside = frame => {
    try { return frame.contentDocument?.body?.innerText ? 'read' : 'refused'; } catch { return 'refused'; }
  };
  const form = () => new Promise(done => {
    const frame = document.createElement('iframe'); frame.name = 'sink' + Math.random();
    const made = document.createElement('form');
    Object.assign(made, {method: 'post', action: url + '/api/runs', enctype: 'text/plain', target: frame.name});
    const field = document.createElement('input'); field.name = body; made.append(field);
    document.body.append(frame, made);
    frame.onload = () => done(inside(frame));
    made.submit();
  });
  const source = () => new Promise(done => {
    const made = new EventSource(url + '/api/runs', {withCredentials: true});
    made.onopen = () => done('open'); made.onerror = () => { made.close(); done('refused'); };
  });
  const socket = () => new Promise(done => {
    const made = new WebSocket(url.replace('http', 'ws') + '/socket');
    made.onopen = () => done('open'); made.onerror = () => done('refused');
  });
  const include = {credentials: 'include'};
  return {
    fetch: await tried(() => read('/api/tools', include)),
    health: await tried(() => read('/healthz', include)),
    bearer: await tried(() => read('/api/tools', {headers: {Authorization: 'Bearer ' + token}})),
    opaque: await tried(() => read('/api/runs', {...include, method: 'POST', mode: 'no-cors', body})),
    header: await tried(() => read('/api/runs', {...include, method: 'POST', headers: {'X-Pollex': '1'}, body})),
    form: await tried(form),
    img: await tried(() => element('img', 'src', '/')),
    script: await tried(() => element('script', 'src', '/api/tools')),
    iframe: await tried(() => element('iframe', 'src', '/')),
    events: await tried(source),
    socket: await tried(socket),
  };
}"""
HARMLESS = {"refused", "nothing", "opaque"}
"""What a page may see: an error, nothing at all, or an answer that it cannot read (which was a refusal, see below)."""


class Evil(BaseHTTPRequestHandler):
    """A page that somebody else serves."""

    cookies: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.cookies.extend(self.headers.get_all("cookie") or ())
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>evil</title><body>")

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[int]:
    """The port of a server that is not ours."""
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Evil)) as server:
        yield server.server_port


@asynccontextmanager
async def person(served: Served, **options: Any) -> AsyncIterator[BrowserContext]:
    """A browser in which a person has opened the address that the server printed."""
    rules = "MAP evil.test 127.0.0.1, MAP pollex.localhost 127.0.0.1"
    arguments = [*chromium_arguments(held=False), f"--host-resolver-rules={rules}"]
    async with async_playwright() as playwright:
        executable = find_chromium(os.environ.get("POLLEX_BROWSER"))
        browser = await playwright.chromium.launch(executable_path=executable, args=arguments)
        context = await browser.new_context(**options)
        page = await context.new_page()
        await page.goto(served.entry())
        await page.wait_for_url(f"{served.page_url}/")
        await page.wait_for_selector("#workspace-root")
        yield context
        await browser.close()


def let_in(served: Served) -> list[str]:
    """How often each route has answered well, but for those that this test asks itself."""
    lines = served.client.get("/metrics").text.splitlines()
    good = [line for line in lines if line.startswith("pollex_requests_total") and 'status="2' in line]
    return [line for line in good if 'route="/metrics"' not in line]


@pytest.mark.parametrize("name", ["127.0.0.1", "evil.test", "localhost", "pollex.localhost"])
async def test_a_page_of_another_origin_reaches_nothing(served: Served, elsewhere: int, name: str) -> None:
    async with person(served) as context:
        page = await context.new_page()
        await page.goto(f"http://{name}:{elsewhere}/")
        before = let_in(served)
        for url in (served.page_url, served.url):
            seen = await page.evaluate(ATTACKS, [url, served.token])
            assert {way: what for way, what in seen.items() if what not in HARMLESS} == {}
        await page.evaluate(
            "url => { window.open(url + '/api/tools'); location = url + '/api/runs'; }", served.page_url
        )
        await page.wait_for_url(f"{served.page_url}/api/runs")
        assert "denied" in await page.inner_text("body")
        assert let_in(served) == before


async def test_another_port_of_our_host_gets_nothing_that_lets_in(served: Served, elsewhere: int) -> None:
    """Cookies know no ports: what a person's browser carries there must open nothing."""
    async with person(served) as context:
        page = await context.new_page()
        await page.goto(f"http://pollex.localhost:{elsewhere}/")
        assert await page.evaluate("[document.cookie, Object.keys(localStorage).join()]") == ["", ""]
        assert Evil.cookies == []


async def test_a_name_that_is_rebound_reaches_nothing(served: Served) -> None:
    async with person(served, bypass_csp=True) as context:
        page, before = await context.new_page(), let_in(served)
        answer = await page.goto(f"http://evil.test:{served.port}/healthz")
        assert answer is not None
        assert answer.status == 403
        asked = "async token => (await fetch('/api/tools', {headers: {Authorization: 'Bearer ' + token}})).status"
        assert await page.evaluate(asked, served.token) == 403
        assert let_in(served) == before


async def test_the_own_page_reads_and_changes(served: Served) -> None:
    async with person(served, bypass_csp=True) as context:
        page = context.pages[0]
        session = await page.evaluate("localStorage.getItem('pollex-session')")
        assert await page.evaluate("async () => (await fetch('/api/tools')).status") == 401
        call = "async headers => (await (await fetch('/api/tools/add', {method: 'POST', headers, body: BODY})).json())"
        written = call.replace("BODY", "JSON.stringify({args: {a: 1, b: 2}})")
        assert (await page.evaluate(written, {}))["fault"]["code"] == "denied"
        assert (await page.evaluate(written, {"Authorization": f"Bearer {session}"}))["data"] == 3


KINDS = ["run.started", "call.started", "call.progress", "call.finished", "run.finished"]
LISTEN = """([address, kinds]) => {
  window.seen = [];
  const source = new EventSource(address);
  for (const kind of kinds)
    source.addEventListener(kind, event => window.seen.push(Number(event.lastEventId)));
}"""


async def test_an_event_source_that_is_cut_off_comes_back_and_misses_nothing(served: Served) -> None:
    run = served.start(tool="chatter", inputs={"count": 300})
    served.ended(run)
    async with person(served, bypass_csp=True) as context, cutting(served, times=2) as (port, cuts):
        page = context.pages[0]
        await page.goto(f"http://pollex.localhost:{port}/")
        address = served.client.get(f"/api/runs/{run}/steps").json()["events"]
        await page.evaluate(LISTEN, [address, KINDS])
        await until_async("all events", lambda: page.evaluate("window.seen.length >= 304"))
        assert await page.evaluate("window.seen") == list(range(1, 305))
        assert len(cuts) == 2


@asynccontextmanager
async def cutting(served: Served, times: int) -> AsyncIterator[tuple[int, list[int]]]:
    """A line to the server on another port, on which the first streams of events are cut in the middle."""
    cuts: list[int] = []

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        inner, outer = await asyncio.open_connection("127.0.0.1", served.port)
        try:
            one_request = head.replace(b"Connection: keep-alive", b"Connection: close")
            outer.write(one_request.replace(f":{port}".encode(), f":{served.port}".encode()))
            cut = b"/events" in head.split(b"\r\n")[0] and len(cuts) < times
            if cut:
                cuts.append(1)
            writer.write(await inner.readexactly(20_000) if cut else await inner.read())
            await writer.drain()
        finally:
            outer.close()

    async def closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                await relay(reader, writer)
        finally:
            writer.close()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.append(asyncio.ensure_future(closed(reader, writer)))

    tasks: list[asyncio.Future[None]] = []
    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    port = int(server.sockets[0].getsockname()[1])
    try:
        async with server:
            yield port, cuts
    finally:
        for task in tasks:  # the page's socket stays open as long as it may
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

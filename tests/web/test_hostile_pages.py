"""Web pages of others in the browser of a person whose workspace is open: they neither read nor change anything."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, StorageState, async_playwright, expect

from pollex.page.launch import chromium_arguments, find_chromium

from ..serve.served import Served
from ..servers import serving
from .desk_page import DeskPage

pytestmark = pytest.mark.asyncio(loop_scope="session")
EVIL: Final = b"<!doctype html><title>Evil</title><body>"
SECRET: Final = "the-balance-is-42"
TRY: Final = """async ([url, workspace]) => {
  const batch = [{op: 'window.create', params: {id: 'evil', title: 'Evil'}}];
  const heard = [], token = localStorage.getItem('pollex-session') ?? '';
  const body = JSON.stringify(batch);
  const path = url + '/api/workspace/' + workspace;
  const read = (address, options) => fetch(address, {credentials: 'include', ...options})
    .then(async answer => { if (answer.ok) heard.push(await answer.text()); }).catch(() => 0);
  const posts = ['cors', 'no-cors'].flatMap(mode => ['text/plain', 'application/json'].map(type =>
    read(path + '/batch', {mode, body, method: 'POST', headers: {'Content-Type': type}})));
  const header = read(path + '/batch', {body, method: 'POST', headers: {Authorization: 'Bearer ' + token}});
  const socket = new Promise(done => {
    const line = new WebSocket(url.replace('http', 'ws') + '/socket');
    line.onopen = () => {
      line.send(JSON.stringify({type: 'hello', token, workspace}));
      line.send(JSON.stringify({type: 'batch', id: '1', batch}));
    };
    line.onmessage = event => { heard.push(event.data); if (event.data.includes('answer')) done(); };
    line.onclose = done;
  });
  navigator.sendBeacon(path + '/batch', body);
  const put = (tag, fill) => new Promise(done => {
    const element = document.createElement(tag);
    fill(element);
    element.onload = element.onerror = done;
    document.body.append(element);
  });
  const frame = put('iframe', element => { element.src = url + '/?workspace=' + workspace; });
  const form = put('iframe', element => { element.name = 'sink'; element.src = 'about:blank'; }).then(() => {
    const made = document.createElement('form');
    Object.assign(made, {method: 'post', action: path + '/batch', enctype: 'text/plain', target: 'sink'});
    const field = made.appendChild(document.createElement('input'));
    Object.assign(field, {name: body.slice(0, -1), value: ']'});
    document.body.append(made);
    const sent = new Promise(done => { document.querySelector('[name=sink]').onload = done; });
    made.submit();
    return sent;
  });
  const script = put('script', element => { element.src = path; });
  const image = put('img', element => { element.src = url + '/'; });
  const headers = {Authorization: 'Bearer ' + token};
  const reads = [path, url + '/', url + '/healthz'].flatMap(address => [read(address), read(address, {headers})]);
  await Promise.all([...reads, ...posts, header, socket, frame, form, script, image]);
  for (let at = 0; at < frames.length; at++) {
    try { heard.push(frames[at].document.body.innerText); } catch { frames[at].postMessage(body, '*'); }
  }
  return heard.filter(Boolean);
}"""
REMOTE: Final = """([workspace, body]) => {
  const tried = [];
  const attempt = work => { try { tried.push(String(work())); } catch { tried.push('refused'); } };
  attempt(() => popup.closed);
  attempt(() => popup.document.body.innerText);
  attempt(() => popup.postMessage(body, '*'));
  attempt(() => { popup.location = 'about:blank'; });
  return tried;
}"""


class EvilPage(BaseHTTPRequestHandler):
    """A page that somebody else serves."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(EVIL)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[int]:
    """The port of a server that is not ours."""
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), EvilPage)) as server:
        yield server.server_port


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def rebinding() -> AsyncIterator[Browser]:
    """A browser for which the name `evil.test` stands for this machine, which it does not protect by itself."""
    rules = "--host-resolver-rules=MAP evil.test 127.0.0.1, MAP pollex.localhost 127.0.0.1"
    unprotected = "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets"
    async with async_playwright() as playwright:
        executable = find_chromium(os.environ.get("POLLEX_BROWSER"))
        arguments = [*chromium_arguments(held=False), rules, unprotected]
        browser = await playwright.chromium.launch(executable_path=executable, args=arguments)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def watched(rebinding: Browser, served: Served, entered: StorageState) -> AsyncIterator[DeskPage]:
    """A workspace that is open in the person's browser. Whatever a test does, it stays as it is."""
    desk = await DeskPage.open(rebinding, served, storage_state=entered)
    desk.open_window(f"<p>{SECRET}</p>")
    await expect(desk.content.locator("p")).to_have_text(SECRET)
    before, shown = desk.snapshot(), await desk.page.locator("body").inner_text()
    yield desk
    assert desk.snapshot() == before
    assert await desk.page.locator("body").inner_text() == shown
    await desk.close()
    assert desk.complaints == []


async def found(desk: DeskPage, page: Page, url: str) -> list[str]:
    """What a page finds that it should not: texts, and frames that show our page."""
    heard = await page.evaluate(TRY, [url, desk.workspace])
    shown = [each.url for each in page.frames[1:] if await each.locator("#workspace-root, .window").count()]
    return [str(what) for what in heard if SECRET in what or "Pollex" in what or "windows" in what] + shown


async def begins_evil(page: Page, url: str) -> None:
    """Answer the first request for an address in place of our server."""
    await page.route(url, lambda route: route.fulfill(body=EVIL, content_type="text/html"), times=1)


@pytest.mark.parametrize("name", ["evil.test", "127.0.0.1", "pollex.localhost"])
async def test_a_page_of_another_origin(watched: DeskPage, elsewhere: int, name: str) -> None:
    page = await watched.context.new_page()
    await page.goto(f"http://{name}:{elsewhere}/")
    assert await found(watched, page, watched.served.page_url) == []


async def test_a_name_that_is_rebound(watched: DeskPage) -> None:
    """The page came from the attacker's server; its name then stands for this machine, so its requests come here."""
    origin = f"http://evil.test:{watched.served.port}"
    page = await watched.context.new_page()
    await begins_evil(page, f"{origin}/")
    await page.goto(f"{origin}/")
    assert await found(watched, page, origin) == []
    assert await found(watched, page, watched.served.page_url) == []
    assert await page.evaluate("document.cookie") == ""


async def test_a_page_that_opens_ours(watched: DeskPage, elsewhere: int) -> None:
    """Ours is refused to a page that opens it, and is out of its reach where a person goes there afterwards."""
    page = await watched.context.new_page()
    await page.goto(f"http://evil.test:{elsewhere}/")
    ours = f"{watched.served.page_url}/?workspace={watched.workspace}"
    async with page.expect_popup() as opened:
        await page.evaluate("url => { window.popup = window.open(url); }", ours)
    popup = await opened.value
    await popup.wait_for_load_state()
    assert "denied" in await popup.inner_text("body")
    await popup.goto(ours)
    await expect(popup.locator(".window .content")).to_have_text(SECRET)
    tried = await page.evaluate(REMOTE, [watched.workspace, '{"type":"stop"}'])
    assert tried[0] == "true"
    assert SECRET not in "".join(tried)
    await expect(popup.locator(".window .content")).to_have_text(SECRET)
    assert popup.url == ours


async def test_the_attempts_would_succeed_from_our_own_origin(
    rebinding: Browser, served: Served, entered: StorageState
) -> None:
    """A control: what these pages try is heard, and changes something, where nobody is in the way."""
    desk = await DeskPage.open(rebinding, served, storage_state=entered)
    desk.open_window(f"<p>{SECRET}</p>")
    page = await desk.context.new_page()
    await begins_evil(page, f"{served.page_url}/evil")
    await page.goto(f"{served.page_url}/evil")
    heard = await found(desk, page, served.page_url)
    assert len([what for what in heard if SECRET in what]) >= 2
    await expect(desk.window("evil")).to_be_visible()
    await desk.close()

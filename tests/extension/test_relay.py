"""What only a person's own Chrome has: tabs that are allowed or not, walls without a proxy, workers that are killed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import pytest_asyncio
from websockets.asyncio.server import ServerConnection, serve

from pollex.core.fault import Fault
from pollex.page.chrome_holding import ChromeHolding
from pollex.page.chrome_tab import ChromeTab
from pollex.practice.server import Server

from ..waits import until_async
from .conftest import Open, OpenPage, PairedChrome

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_tab_that_the_person_did_not_allow_is_not_touched(paired: PairedChrome, server: Server) -> None:
    page, number = await paired.tab(server.url)
    with pytest.raises(Fault, match="The person does not allow this tab"):
        await ChromeTab.of(paired.relay, number, ChromeHolding(number, None, None, lambda: None))
    targets = await paired.panel.evaluate("() => chrome.debugger.getTargets()")
    assert [each["attached"] for each in targets if each.get("tabId") == number] != [], targets
    await page.close()


async def test_a_tab_that_is_taken_back_is_gone(paired: PairedChrome, open_page: OpenPage) -> None:
    page = await open_page("/hard/switch")
    opened = await page.opened()
    assert isinstance(opened.tab, ChromeTab)
    await paired.ask(type="disallow_tab", tab=opened.tab.number)
    await until_async("the tab is gone", lambda: opened.tab.closed)
    with pytest.raises(Fault) as refused:
        await page.state()
    assert refused.value.code == "unavailable"


@pytest.mark.parametrize(
    "address", ["file:///etc/hostname", "chrome://settings", "javascript:alert(1)", "data:text/html,x"]
)
async def test_only_the_web_is_gone_to(open_page: OpenPage, address: str) -> None:
    page = await open_page("/hard/switch")
    with pytest.raises(Fault) as refused:
        await (await page.opened()).tab.goto(address, 5)
    assert refused.value.code == "denied"


FETCHED = "fetch('{there}/hard/switch', {{mode: 'no-cors'}})"
WORKER = "fetch('{there}/hard/switch', {mode: 'no-cors'}).then(() => postMessage(1), () => postMessage(0))"
OUTSIDE = {
    "an address": FETCHED,
    "a redirect": "fetch('{moved}', {{mode: 'no-cors'}})",
    "a picture": """new Promise((onload, onerror) => {{
      Object.assign(new Image(), {{onload, onerror, src: '{there}/static/none.png'}});
    }})""",
    "a worker": """new Promise((done, failed) => {{
      const source = URL.createObjectURL(new Blob([`{worker}`]));
      new Worker(source).onmessage = (event) => event.data ? done() : failed();
    }})""",
}


@pytest.fixture
def moved(server: Server) -> Iterator[str]:
    """An address from which a server passes on to this machine's other name."""

    class Moved(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("Location", f"{server.url.replace('127.0.0.1', 'localhost').rstrip('/')}/hard/switch")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Moved) as listening:
        threading.Thread(target=listening.serve_forever).start()
        yield f"http://127.0.0.1:{listening.server_port}/"
        listening.shutdown()


@pytest.mark.parametrize("way", OUTSIDE)
async def test_what_lies_outside_the_domains_is_not_asked_for(
    open_page: OpenPage, server: Server, moved: str, way: str
) -> None:
    page = await open_page("/hard/switch", ("127.0.0.1",))
    tab = (await page.opened()).tab
    assert isinstance(tab, ChromeTab)
    there = server.url.replace("127.0.0.1", "localhost").rstrip("/")
    asked = OUTSIDE[way].format(there=there, moved=moved, worker=WORKER.replace("{there}", there))
    said = await tab.page.evaluate(f"({asked}).then(() => 'open', () => 'refused')")  # type: ignore[attr-defined]
    assert said == "refused"
    inside = "fetch('/hard/switch').then(() => 'open', () => 'refused')"
    assert await tab.page.evaluate(inside) == "open"  # type: ignore[attr-defined]


@pytest_asyncio.fixture(loop_scope="session")
async def echo() -> AsyncIterator[int]:
    """The port of a server of sockets."""

    async def stay(socket: ServerConnection) -> None:
        await socket.wait_closed()

    async with serve(stay, "127.0.0.1", 0) as listening:
        yield listening.sockets[0].getsockname()[1]


SOCKET = """new Promise((done) => {
  const socket = new WebSocket("THERE");
  Object.assign(socket, { onopen: () => done("open"), onerror: () => done("refused") });
})"""
SOCKET_OF_WORKER = """new Promise((done) => {
  const heard = `{ onopen: () => postMessage("open"), onerror: () => postMessage("refused") }`;
  const source = `Object.assign(new WebSocket("THERE"), ${heard})`;
  new Worker(URL.createObjectURL(new Blob([source]))).onmessage = ({ data }) => done(data);
})"""


@pytest.mark.parametrize("script", [SOCKET, SOCKET_OF_WORKER])
async def test_sockets_lead_to_the_allowed_domains_only(
    paired: PairedChrome, open_page: OpenPage, server: Server, echo: int, script: str
) -> None:
    page = await open_page("/hard/iframe-cross", ("127.0.0.1",))
    tab = (await page.opened()).tab
    assert isinstance(tab, ChromeTab)

    async def said(host: str) -> str:
        there = script.replace("THERE", f"ws://{host}:{echo}/")
        return str(await tab.page.evaluate(there))  # type: ignore[attr-defined]

    assert [await said(host) for host in ("127.0.0.1", "localhost", "me@localhost")] == ["open", "refused", "refused"]
    await killed(paired)
    await tab.page.evaluate("console.log('wake')")  # type: ignore[attr-defined]
    await page.state()
    assert [await said(host) for host in ("127.0.0.1", "localhost")] == ["open", "refused"]


async def test_sockets_of_a_frame_of_another_process_are_held_too(
    open_page: OpenPage, server: Server, echo: int
) -> None:
    page = await open_page("/hard/iframe-cross", ("127.0.0.1", server.url.replace("http://127.0.0.1", "localhost")))
    await page.state()
    [frame] = (await page.opened()).tab.page.frames[1:]  # type: ignore[attr-defined]
    assert "localhost" in frame.url
    said = [
        await frame.evaluate(SOCKET.replace("THERE", f"ws://{host}:{echo}/")) for host in ("127.0.0.1", "localhost")
    ]
    assert said == ["open", "refused"]


async def test_a_frame_of_another_process_is_held_too(open_page: OpenPage, server: Server) -> None:
    page = await open_page("/hard/switch", ("127.0.0.1",))
    tab = (await page.opened()).tab
    there = server.url.replace("127.0.0.1", "localhost").rstrip("/")
    frame = f"document.body.append(Object.assign(document.createElement('iframe'), {{src: '{there}/hard/switch'}}))"
    await tab.page.evaluate(frame)  # type: ignore[attr-defined]
    await until_async("it is refused", lambda: any(each.failure for each in tab.traffic.since(0) if there in each.url))


async def killed(paired: PairedChrome) -> None:
    """End the worker of the extension, as the browser does."""
    session = await paired.own.context.new_cdp_session(paired.panel)
    await session.send("ServiceWorker.enable")
    before = paired.relay._worker
    await session.send("ServiceWorker.stopAllWorkers")
    await until_async("the worker has ended", lambda: not paired.relay.connected or paired.relay._worker != before)
    await session.detach()


async def test_a_worker_that_is_killed_goes_on_with_its_tabs(paired: PairedChrome, open_page: OpenPage) -> None:
    page = await open_page("/hard/switch")
    tab = (await page.opened()).tab
    await killed(paired)
    await tab.page.evaluate("console.log('wake')")  # type: ignore[attr-defined]
    state = await page.state()
    assert {"Hard pages"} <= {each["text"] for each in state["elements"]}
    await page.check("Mentions")


async def test_a_click_in_which_the_worker_is_killed_is_uncertain_and_not_repeated(
    paired: PairedChrome, open_page: OpenPage
) -> None:
    page = await open_page("/hard/switch")
    tab = (await page.opened()).tab
    await tab.page.evaluate(  # type: ignore[attr-defined]
        """addEventListener('mousedown', () => {
          window.pressed = (window.pressed ?? 0) + 1;
          for (const end = Date.now() + 1500; Date.now() < end;);
        })"""
    )
    click = asyncio.ensure_future(tab.click(20, 20))
    await asyncio.sleep(0.5)
    await killed(paired)
    with pytest.raises(Fault) as lost:
        await click
    assert (lost.value.uncertain, lost.value.retry) == (True, False)
    assert await tab.page.evaluate("window.pressed") == 1  # type: ignore[attr-defined]
    await page.state()


async def test_a_long_answer_comes_in_parts(open_tab: Open) -> None:
    tab = await open_tab("/hard/switch")
    text = await tab._session.send("Runtime.evaluate", {"expression": "'é'.repeat(5_000_000)", "returnByValue": True})
    assert len(text["result"]["value"]) == 5_000_000
    with pytest.raises(Fault, match=r"The answer has 5\d{7} characters"):
        await tab._session.send("Runtime.evaluate", {"expression": "'x'.repeat(50_000_000)", "returnByValue": True})
    half = await tab._session.send("Runtime.evaluate", {"expression": "'a\\ud800b'", "returnByValue": True})
    assert half["result"]["value"] in ("a\ufffdb", "a?b")


async def test_a_window_that_a_page_opens_belongs_to_it(open_page: OpenPage, server: Server) -> None:
    page = await open_page("/hard/switch")
    tab = (await page.opened()).tab
    await tab.page.evaluate(f"void window.open('{server.url}/hard/iframe')")  # type: ignore[attr-defined]
    await page.adopted(1)
    assert [each.name for each in page.tabs] == ["main", "popup"]
    await page.state()


async def test_a_tab_that_the_person_opens_beside_is_theirs(
    paired: PairedChrome, open_page: OpenPage, server: Server
) -> None:
    page = await open_page("/hard/switch")
    tab = (await page.opened()).tab
    assert isinstance(tab, ChromeTab)
    shown = await paired.page_of(tab.number)
    before = set(paired.relay.tabs)
    link = "document.body.append(Object.assign(document.createElement('a'), {href: '/hard/iframe', text: 'Mine'}))"
    await shown.evaluate(link)
    async with paired.own.context.expect_page() as beside:
        await shown.get_by_text("Mine").click(modifiers=["Control"])
    async with paired.own.context.expect_page() as copied:
        await paired.panel.evaluate("(tab) => chrome.tabs.duplicate(tab)", tab.number)
    await shown.evaluate(f"void window.open('{server.url}/hard/long-text')")
    await page.adopted(1)
    assert [each.name for each in page.tabs] == ["main", "popup"]
    assert len(set(paired.relay.tabs) - before) == 1
    for each in (await beside.value, await copied.value):
        await each.close()


async def test_another_tab_is_opened_beside_and_closed_again(paired: PairedChrome, open_page: OpenPage) -> None:
    page = await open_page("/hard/switch")
    await page.new_tab("second")
    before = len(paired.own.context.pages)
    await page.close()
    await until_async("it is closed", lambda: len(paired.own.context.pages) == before - 1)

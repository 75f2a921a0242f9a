"""Tabs that go, sleep or hang in the middle, and what no hands reach: each is named, and the run ends or goes on."""

from __future__ import annotations

import asyncio
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Page

from pollex import App
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.limits import DEFAULT_LIMITS
from pollex.page.chrome_holding import ChromeHolding
from pollex.page.chrome_session import Heard
from pollex.page.chrome_tab import ChromeTab
from pollex.page.chrome_window import ChromeWindow
from pollex.page.gate import NetworkGate
from pollex.practice.server import Server

from ..processes import Nursery
from ..serve.served import Served
from ..servers import serving
from ..waits import until_async
from .conftest import OpenPage, OwnChrome, PairedChrome, opening, own_chrome, pairable, paired_with
from .test_runs import allow, ended, pair

HERE = pytest.mark.asyncio(loop_scope="session")
GONE = "The tab or its browser is gone: {}"
TAKEN = "The person does not allow this tab."
TASK = 'Wait 3 seconds. Click "Mentions"'


async def begun(chrome: OwnChrome, pollex: Served, server: Server) -> tuple[Page, Page, int, str]:
    """The panel, the page and number of a tab in which a run waits, and the run."""
    panel = await pair(chrome, pollex)
    page, number = await allow(chrome, panel, f"{server.url}/hard/switch")
    run = pollex.start(task=TASK, model="local", where="chrome", tab=number)
    asked = "(tabId) => chrome.debugger.sendCommand({ tabId }, 'Page.getFrameTree').then(() => true, () => false)"
    await until_async("the run is in the tab", lambda: panel.evaluate(asked, number))
    return panel, page, number, run


async def why_it_ended(pollex: Served, run: str) -> str:
    result = (await ended(pollex, run))["result"]
    assert (result["ok"], result["fault"]["code"]) == (False, "unavailable")
    return str(result["fault"]["message"])


async def test_a_tab_that_is_closed_ends_the_run(chrome: OwnChrome, pollex: Served, server: Server) -> None:
    _, page, number, run = await begun(chrome, pollex, server)
    await page.close()
    detached = "Detached while handling command."  # where a command was under way
    assert await why_it_ended(pollex, run) in map(GONE.format, (f"No tab with given id {number}.", TAKEN, detached))


async def test_a_tab_that_is_discarded_ends_the_run(chrome: OwnChrome, pollex: Served, server: Server) -> None:
    panel, _, number, run = await begun(chrome, pollex, server)
    await panel.bring_to_front()
    await panel.evaluate("(tab) => chrome.tabs.discard(tab)", number)
    assert (await why_it_ended(pollex, run)).startswith(GONE.format(""))


@HERE
async def test_a_page_that_is_busy_is_waited_for(open_page: OpenPage) -> None:
    live = await open_page("/hard/switch")
    tab = (await live.opened()).tab
    busy = tab.page.evaluate("for (const end = Date.now() + 3000; Date.now() < end;);")  # type: ignore[attr-defined]
    _, clicked = await asyncio.gather(busy, live.call("page.click", {"selector": "text=Mentions"}))
    assert clicked.ok


@HERE
async def test_a_tab_of_the_browser_itself_is_refused(paired: PairedChrome) -> None:
    page, number = await paired.allowed("chrome://version/")
    with pytest.raises(Fault, match="Cannot access a chrome:// URL"):
        await ChromeTab.of(paired.relay, number, ChromeHolding(number, None, None, lambda: None))
    await page.close()


@HERE
async def test_a_message_of_a_hundred_megabytes_is_not_sent(paired: PairedChrome, open_page: OpenPage) -> None:
    live = await open_page("/hard/switch")
    tab = (await live.opened()).tab
    assert isinstance(tab, ChromeTab)
    with pytest.raises(Fault, match=r"The answer has 10\d{7} characters"):
        await tab._session.send("Runtime.evaluate", {"expression": "'x'.repeat(100_000_000)", "returnByValue": True})
    await live.state()


@HERE
@pytest.mark.parametrize("hands", ["debugger", "light"])
async def test_thirty_five_thousand_elements_are_looked_at(
    app: App, paired: PairedChrome, light: PairedChrome, server: Server, tmp_path: Path, hands: str
) -> None:
    chrome = {"debugger": paired, "light": light}[hands]
    async with opening(app, chrome, server, tmp_path) as opened:
        live = await opened("/hard/switch")
        tab = (await live.opened()).tab
        count = await tab.page.evaluate(MANY)  # type: ignore[attr-defined]
        state = await live.state()
        assert (count >= 35_000, len(state["elements"])) == (True, DEFAULT_LIMITS.page_elements)


@HERE
async def test_a_pdf_is_named_and_the_page_goes_on(open_page: OpenPage, server: Server) -> None:
    live = await open_page("/hard/switch")
    with serving(Papers()) as papers:
        gone = await live.call("page.navigate", {"url": f"http://127.0.0.1:{papers.server_port}/paper.pdf"})
    assert gone.fault is not None
    assert (gone.fault.code, "Chrome shows a PDF there" in gone.fault.message) == ("unavailable", True), gone.fault
    await live.navigate(f"{server.url}/hard/switch")
    await live.check("Mentions")


class ClosedGallery:
    """A browser that shows the Web Store in its tab. Implements `ChromeRelay`; a test reaches no such place."""

    connected = True

    def __init__(self, hands: str) -> None:
        self.hands = hands

    async def call(self, tab: int, method: str, params: Object, session: str | None = None) -> Object:
        if method == "Light.getTab":
            return {"result": {"url": STORE, "title": "Store", "going": "", "loading": False, "active": True}}
        return {"error": "The extensions gallery cannot be scripted."}

    def follow(self, tab: int, heard: Heard | None) -> None:
        """Nothing is told."""


STORE: Final = "https://chromewebstore.google.com/"


@pytest.mark.parametrize("hands", ["debugger", "light"])
async def test_the_web_store_is_refused(hands: str) -> None:
    window = ChromeWindow(ClosedGallery(hands), 1, NetworkGate(None, lambda *_: None))
    with pytest.raises(Fault, match="without it Pollex may not look into this page") as refused:
        await window.new_tab()
    assert refused.value.code == "unavailable"
    await window.close()


@HERE
async def test_a_chrome_that_is_closed_ends_what_was_done_there(app: App, server: Server, tmp_path: Path) -> None:
    async with pairable(tmp_path, app, away=0.1) as (links, port), own_chrome(tmp_path / "profile") as own:
        chrome = await paired_with(own, links, port)
        async with opening(app, chrome, server, tmp_path) as opened:
            live = await opened("/hard/switch")
            relay = chrome.relay
            await own.context.close()

            async def is_gone() -> bool:
                return (await relay.call(0, "Tab.attach", {})).get("error") == "Chrome has gone."

            await until_async("the browser counts as gone", is_gone)
            clicked = await live.call("page.click", {"selector": "text=Mentions"})
            assert clicked.fault is not None
            assert (clicked.fault.code, clicked.fault.message) == ("unavailable", GONE.format("Chrome has gone."))


async def test_the_code_of_another_server_leads_there(
    chrome: OwnChrome, pollex: Served, server: Server, nursery: Nursery, tmp_path: Path
) -> None:
    panel = await pair(chrome, pollex)
    _, number = await allow(chrome, panel, f"{server.url}/hard/switch")
    await panel.get_by_role("button", name="End this pairing").click()
    with Served(nursery, tmp_path / "other") as other:
        await pair(chrome, other)
        assert connected(pollex, other) == ([False], [True])
        run = other.start(task='Click "Mentions"', model="local", where="chrome", tab=number)
        assert "allows the tab" in (await ended(other, run))["result"]["fault"]["message"]


def connected(*servers: Served) -> tuple[list[bool], ...]:
    found = (each.client.get("/api/extension").json()["pairings"] for each in servers)
    return tuple([pairing["connected"] for pairing in pairings] for pairings in found)


MANY = """() => {
  const all = document.createElement("div");
  for (let row = 0; row < 17_500; row++) {
    const line = document.createElement("p"), button = document.createElement("button");
    button.textContent = `Pick ${row}`;
    button.onclick = () => {};
    line.append(button);
    all.append(line);
  }
  document.body.append(all);
  return document.getElementsByTagName("*").length;
}"""


class Papers(ThreadingHTTPServer):
    """Answers everything with a PDF."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), PaperHandler)


class PaperHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/pdf")
        self.end_headers()
        self.wfile.write(
            b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
            b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
            b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
        )

    def log_message(self, *_: object) -> None:
        """Say nothing."""

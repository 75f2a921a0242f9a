"""Tabs that go, sleep or hang in the middle, and what no hands reach: each is named, and the run ends or goes on."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page

from pollex.core.fault import Fault
from pollex.page.chrome_holding import ChromeHolding
from pollex.page.chrome_tab import ChromeTab
from pollex.practice.server import Server

from ..serve.served import Served
from ..waits import until_async
from .conftest import OpenPage, OwnChrome, PairedChrome
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
    assert await why_it_ended(pollex, run) in (GONE.format(f"No tab with given id {number}."), GONE.format(TAKEN))


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

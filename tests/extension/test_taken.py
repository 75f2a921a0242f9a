"""The debugger is taken away: by another extension, by the person, by a server that stays away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from pollex import App
from pollex.core.fault import Fault
from pollex.page.chrome_tab import ChromeTab
from pollex.page.light_tab import LightTab
from pollex.practice.server import Server

from ..processes import Nursery
from ..serve.served import Served
from ..waits import until_async
from .conftest import OpenPage, OwnChrome, PairedChrome, opening, own_chrome, pairable, paired_with
from .guest import COMES, guest
from .light_chrome import granted
from .test_runs import CHECKED, allow, pair

TASK = 'Wait 4 seconds. Click "Mentions"'


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def visited(app: App, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[PairedChrome]:
    """A browser with another extension beside ours, which may look into the practice server."""
    home = tmp_path_factory.mktemp("visited")
    folders = [granted(home / "extension", light=False), guest(home / "guest")]
    async with pairable(home, app) as (links, port), own_chrome(home / "profile", *folders) as own:
        yield await paired_with(own, links, port)


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(app: App, visited: PairedChrome, server: Server, tmp_path: Path) -> AsyncIterator[OpenPage]:
    async with opening(app, visited, server, tmp_path) as opened:
        yield opened


async def tab_of(live: Any, kind: type) -> Any:
    tab = (await live.opened()).tab
    assert isinstance(tab, kind)
    return tab


@pytest.mark.asyncio(loop_scope="session")
async def test_another_extension_s_page_is_named_and_the_page_is_used_without_the_debugger(open_page: OpenPage) -> None:
    live = await open_page("/hard/switch", None)
    before = await tab_of(live, ChromeTab)
    await before.page.evaluate(COMES)
    await until_async("the debugger is taken away", lambda: before.closed)
    with pytest.raises(Fault, match=r"the extension [a-p]{32} has put a page of its own into this one"):
        await before.title()
    light = await tab_of(live, LightTab)
    assert {"Hard pages"} <= {each["text"] for each in (await live.state())["elements"]}
    assert any("has put a page of its own into this one" in note for note in live.notes), live.notes
    await live.check("Mentions")
    assert "true" in await light.page.evaluate(CHECKED)
    await live.state()
    await tab_of(live, LightTab)  # the frame is there still
    await live.navigate(light.url)
    await tab_of(live, ChromeTab)
    await live.check("Mentions")


@pytest.mark.asyncio(loop_scope="session")
async def test_what_chrome_does_not_let_go_of_holds_no_request(visited: PairedChrome, server: Server) -> None:
    """It refuses even to detach where another extension's page came while the debugger was attached to it."""
    for _ in range(20):
        page, number = await visited.allowed(f"{server.url}/hard/switch")
        await page.evaluate(COMES)
        await visited.relay.call(number, "Tab.attach", {})
        held = await visited.relay.call(number, "Fetch.enable", {})
        refused = "(tabId) => chrome.debugger.detach({ tabId }).then(() => '', String)"
        await page.wait_for_function("frames.length === 1")
        await expect(page.frame_locator("iframe").get_by_text("Guest")).to_be_visible()
        if "result" in held and "different extension" in await visited.panel.evaluate(refused, number):
            break
        await page.close()
    else:
        pytest.fail("Chrome let go each time.")
    await visited.relay.call(number, "Tab.release", {})
    await page.goto(f"{server.url}/hard/iframe", timeout=10_000)
    await page.close()


async def cancelled(chrome: OwnChrome, number: int) -> None:
    """What Chrome tells the extension where its person clicks Cancel in the bar, which nobody can click here."""
    await chrome.worker.evaluate(
        """async (tabId) => {
          await chrome.debugger.detach({ tabId });
          chrome.debugger.onDetach.dispatch({ tabId }, "canceled_by_user");
        }""",
        number,
    )


async def started(chrome: OwnChrome, panel: Page, server: Server, task: str) -> tuple[Page, int]:
    """A task that the panel has begun in a tab, whose debugger is there."""
    page, number = await allow(chrome, panel, f"{server.url}/hard/switch")
    await panel.goto(f"{panel.url.partition('?')[0]}?tab={number}")
    await panel.get_by_label("Task").fill(task)
    await panel.get_by_role("button", name="Start in this tab").click()
    await expect(panel.locator("#progress")).to_contain_text("Step 1", timeout=60_000)
    return page, number


@pytest.mark.parametrize("goes_on", [True, False])
async def test_a_person_who_cancels_is_asked(chrome: OwnChrome, pollex: Served, server: Server, goes_on: bool) -> None:
    panel = await pair(chrome, pollex)
    page, number = await started(chrome, panel, server, TASK)
    before = await page.evaluate(CHECKED)
    await cancelled(chrome, number)
    questions = panel.get_by_label("Questions")
    await expect(questions).to_contain_text("Shall Pollex go on in it?", timeout=60_000)
    if goes_on:
        await questions.get_by_label("Go on").check()
    await questions.get_by_role("button", name="Answer").click()
    end = "success" if goes_on else "error"
    await expect(panel.locator("#status")).to_have_attribute("data-status", end, timeout=60_000)
    assert (await page.evaluate(CHECKED) != before) == goes_on


async def test_a_server_that_is_started_again_goes_on(
    chrome: OwnChrome, nursery: Nursery, server: Server, tmp_path: Path
) -> None:
    with Served(nursery, tmp_path / "home") as first:
        panel = await pair(chrome, first)
        page, _ = await started(chrome, panel, server, TASK)
        before = await page.evaluate(CHECKED)
        port = first.port
    with Served(nursery, tmp_path / "home", "--port", str(port)):
        await panel.get_by_role("button", name="Connect again").click()
        await expect(panel.locator("#status")).to_have_attribute("data-status", "success", timeout=90_000)
        assert await page.evaluate(CHECKED) != before


async def test_where_the_server_stays_away_the_tab_is_let_go(
    chrome: OwnChrome, nursery: Nursery, server: Server, tmp_path: Path
) -> None:
    with Served(nursery, tmp_path / "home") as served:
        panel = await pair(chrome, served)
        _, number = await started(chrome, panel, server, "Wait 60 seconds.")
    await expect(panel.get_by_role("status").first).to_have_text("Not connected")
    await panel.evaluate("chrome.storage.session.set({ away: 0 })")
    await panel.evaluate("chrome.alarms.create('now', { when: Date.now() })")

    async def let_go() -> bool:
        asked = "(tabId) => chrome.debugger.sendCommand({ tabId }, 'Page.getFrameTree').then(() => '', String)"
        return "not attached" in await panel.evaluate(asked, number)

    await until_async("the debugger is let go", let_go)

"""The hands without the debugger: content scripts, beside Playwright's and the debugger's."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Page

from pollex import App
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.page import light_line
from pollex.page.indices import Indices
from pollex.page.light_line import LightLine
from pollex.page.light_tab import LightTab
from pollex.page.observe import look
from pollex.page.outline import outline
from pollex.page.playwright_driver import PlaywrightTab
from pollex.practice.server import Server

from ..selection import ALL
from .conftest import PairedChrome, opening, own_chrome, pairable, paired_with
from .light_chrome import granted
from .test_relay import SOCKET, echo, killed
from .test_runs import CHECKED

__all__ = ["echo"]
pytestmark = pytest.mark.asyncio(loop_scope="session")
ADDRESSES: Final = (
    "/hard/iframe", "/hard/iframe-cross", "/hard/iframe-nested", "/hard/shadow-closed", "/hard/switch", "/shop/",
)  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
async def test_it_sees_what_playwright_sees(
    light: PairedChrome, chromium: Browser, server: Server, address: str
) -> None:
    context = await chromium.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    beside = await PlaywrightTab.of(context, page)
    there = server.url.rstrip("/") + address
    await page.goto(there)
    own, number = await light.allowed()
    tab = await LightTab.of(light.relay, number)
    await tab.goto(there, 10)
    seen, expected = await look(tab, Indices()), await look(beside, Indices())
    assert outline(seen) == outline(expected)
    assert (seen.url, seen.title, seen.elements) == (expected.url, expected.title, expected.elements)
    await context.close()
    await own.close()


class AsleepRelay:
    """A browser whose worker sleeps for some seconds, and then answers; or never."""

    hands = "light"

    def __init__(self, seconds: float, *, answers: bool) -> None:
        self.connected = False
        self._seconds, self._answers = seconds, answers

    def follow(self, tab: int, heard: object) -> None:
        """Nothing is said."""

    async def call(self, tab: int, method: str, params: Object, session: str | None = None) -> Object:
        await asyncio.sleep(self._seconds)
        self.connected = True
        await asyncio.sleep(0 if self._answers else 60)
        return {"result": {"url": "there"}}


async def test_the_time_in_which_a_worker_sleeps_is_not_the_page_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light_line, "PATIENCE", 0.2)
    monkeypatch.setattr(light_line, "SLICE", 0.1, raising=False)
    assert await LightLine(AsleepRelay(0.6, answers=True), 1).ask("Light.getTab") == {"url": "there"}
    with pytest.raises(Fault, match="did not answer"):
        await LightLine(AsleepRelay(0, answers=False), 1).ask("Light.getTab")


@pytest.mark.skipif(not ALL, reason="the browser wakes a worker within half a minute")
async def test_a_task_goes_on_after_the_worker_was_asleep(
    app: App, light: PairedChrome, server: Server, tmp_path: Path
) -> None:
    async with opening(app, light, server, tmp_path) as opened:
        live = await opened("/hard/switch")
        await killed(light)
        await live.check("Mentions")
        page = (await live.opened()).tab.page  # type: ignore[attr-defined]
        assert "true" in await page.evaluate(CHECKED)


async def test_sockets_are_held_where_the_person_agrees(app: App, server: Server, echo: int, tmp_path: Path) -> None:
    folder = granted(tmp_path / "extension", light=True, sockets=True)
    async with pairable(tmp_path, app) as (links, port), own_chrome(tmp_path / "profile", folder) as own:
        chrome = await paired_with(own, links, port)
        there = f"{server.url}/hard/switch"
        (page, number), (beside, _) = await chrome.allowed(there), await chrome.tab(there)

        async def said(where: Page) -> list[str]:
            hosts = ("127.0.0.1", "localhost")
            return [await where.evaluate(SOCKET.replace("THERE", f"ws://{host}:{echo}/")) for host in hosts]

        await chrome.relay.call(number, "Tab.setState", {"state": "working", "hosts": ["127.0.0.1"]})
        assert (await said(page), await said(beside)) == (["open", "refused"], ["open", "open"])
        await chrome.relay.call(number, "Tab.release", {})
        assert await said(page) == ["open", "open"]

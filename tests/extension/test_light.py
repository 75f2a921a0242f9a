"""The hands without the debugger: content scripts, beside Playwright's and the debugger's."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import Browser

from pollex.page.indices import Indices
from pollex.page.light_tab import LightTab
from pollex.page.observe import look
from pollex.page.outline import outline
from pollex.page.playwright_driver import PlaywrightTab
from pollex.practice.server import Server

from .conftest import PairedChrome

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

"""The hands in a person's own Chrome, by the debugger of the extension, beside those of Playwright."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from pollex.page.indices import Indices
from pollex.page.observe import look
from pollex.page.outline import outline
from pollex.page.playwright_driver import PlaywrightTab
from pollex.practice.server import Server

from .conftest import Open

pytestmark = pytest.mark.asyncio(loop_scope="session")
ADDRESSES = (
    "/hard/iframe", "/hard/iframe-cross", "/hard/iframe-nested", "/hard/shadow-closed", "/hard/click-listener",
    "/hard/switch", "/shop/",
)  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
async def test_it_sees_what_playwright_sees(open_tab: Open, chromium: Browser, server: Server, address: str) -> None:
    context = await chromium.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    beside = await PlaywrightTab.of(context, page)
    await page.goto(server.url.rstrip("/") + address)
    own = await open_tab(address)
    seen, expected = await look(own, Indices()), await look(beside, Indices())
    assert outline(seen) == outline(expected)
    assert (seen.url, seen.title, seen.elements) == (expected.url, expected.title, expected.elements)
    await context.close()

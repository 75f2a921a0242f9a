"""Playwright's snapshot for models: `page.aria_snapshot(mode="ai")`, through a connection over CDP."""

from __future__ import annotations

from contextlib import asynccontextmanager
from importlib.metadata import version

from bench.page_contender import Contender, Found, Observation, Opened, Opening, Place
from bench.page_nodes import kept_nodes
from bench.page_snapshot import KEEP, count_offered, near
from playwright.async_api import Error, async_playwright

LIMIT_MS = 120_000


@asynccontextmanager
async def opened(place: Place) -> Opening:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(place.endpoint)
        page = next(each for context in browser.contexts for each in context.pages if each.url.startswith("http"))

        async def observe() -> Observation:
            text = await page.aria_snapshot(mode="ai", timeout=LIMIT_MS)
            return Observation(text, count_offered(text))

        async def found() -> Found:
            for reference in near(await page.aria_snapshot(mode="ai", boxes=True, timeout=LIMIT_MS)):
                try:
                    await page.locator(f"aria-ref={reference}").evaluate(KEEP, timeout=2000)
                except Error:
                    continue
            return await kept_nodes(place)

        yield Opened(observe, found)


def playwright_snapshot() -> Contender:
    return Contender("Playwright AI snapshot", version("playwright"), opened)

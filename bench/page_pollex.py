"""Pollex: what `page.state()` does, in the tab that is open already."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from importlib.metadata import version

from bench.page_contender import Contender, Found, Node, Observation, Opened, Opening, Place
from playwright.async_api import async_playwright

from pollex.page.indices import Indices
from pollex.page.open_tab import OpenTab
from pollex.page.playwright_driver import PlaywrightTab
from pollex.page.state import browser_state


@asynccontextmanager
async def opened(place: Place) -> Opening:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(place.endpoint)
        context = browser.contexts[0]
        view = OpenTab("main", await PlaywrightTab.of(context, context.pages[0]), Indices())

        async def observe() -> Observation:
            observation = await view.look()
            return Observation(browser_state(observation)["outline"], len(observation.controls()))

        async def found() -> Found:
            controls = (await view.look()).controls()
            places = [view.indices.place(index) for index in controls]
            tab = view.tab
            assert isinstance(tab, PlaywrightTab)
            return list(await asyncio.gather(*(node_of(tab, *at) for at in places if at is not None)))

        yield Opened(observe, found)
        await browser.close()


async def node_of(tab: PlaywrightTab, frame: object, number: int) -> Node:
    target, backend = await tab.backend_node(frame, number)  # type: ignore[arg-type]
    return Node(target, backend)


def ready() -> bool:
    return True


def pollex_page() -> Contender:
    return Contender("Pollex", version("pollex"), opened)

"""Real Chromium on the practice sites: one browser and one server for all tests, a fresh context for each."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from urllib.request import Request, urlopen

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from pollex import App
from pollex.page.launch import chromium_arguments, find_chromium
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.practice.server import Server

Open = Callable[..., Awaitable[PlaywrightTab]]
OpenPage = Callable[[str], Awaitable[LivePage]]
HOSTS = ("127.0.0.1", "localhost")
"""This machine by two names, for frames of another origin."""


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        executable = find_chromium(os.environ.get("POLLEX_BROWSER"))
        browser = await playwright.chromium.launch(executable_path=executable, args=chromium_arguments(held=False))
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def open_tab(chromium: Browser, server: Server) -> AsyncIterator[Open]:
    """Opens an address of the practice server (`/hard/iframe`), or any other, in a context of its own."""
    contexts = []

    async def opened(address: str) -> PlaywrightTab:
        context = await chromium.new_context(viewport={"width": 1280, "height": 800})
        contexts.append(context)
        page = await context.new_page()
        tab = await PlaywrightTab.of(context, page)
        await page.goto(server.url.rstrip("/") + address if address.startswith("/") else address)
        return tab

    yield opened
    for context in contexts:
        await context.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    """One app, and so one browser process, for all tests that use the page as a user does."""
    async with App(home=tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(app: App, server: Server) -> AsyncIterator[OpenPage]:
    """Opens an address of the practice server (`/hard/iframe`), or any other, as a page in a window of its own.

    The world behind the pages is new for each test.
    """
    await asyncio.to_thread(urlopen, Request(f"{server.url}/reset", b"", {"Accept": "application/json"}, method="POST"))
    async with AsyncExitStack() as windows:

        async def opened(address: str) -> LivePage:
            url = server.url + address if address.startswith("/") else address
            return await windows.enter_async_context(app.page(url, allow=HOSTS))

        yield opened

"""The built page in real Chromium, on a real server: one of each for all tests, a workspace of its own for each."""

import os
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, StorageState, async_playwright, expect

from pollex.page.launch import chromium_arguments, find_chromium

from ..processes import Nursery
from ..serve.served import Served
from ..waits import PATIENCE
from .desk_page import DeskPage, OpenDesk, enter


@pytest.fixture(scope="session")
def served(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(nursery, tmp_path_factory.mktemp("web")) as server:
        yield server
        assert "Traceback" not in server.process.errors()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    expect.set_options(timeout=PATIENCE * 1_000)
    async with async_playwright() as playwright:
        executable = find_chromium(os.environ.get("POLLEX_BROWSER"))
        browser = await playwright.chromium.launch(executable_path=executable, args=chromium_arguments(held=False))
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def entered(chromium: Browser, served: Served) -> StorageState:
    """The storage of a browser that was let in."""
    return await enter(chromium, served)


@pytest.fixture(scope="session")
def open_desk(chromium: Browser, served: Served, entered: StorageState) -> OpenDesk:
    """Opens a workspace, by default a new one, in a browser context of its own."""

    async def opened(workspace: str | None = None, **options: Any) -> DeskPage:
        return await DeskPage.open(chromium, served, workspace, storage_state=entered, **options)

    return opened


@pytest_asyncio.fixture(loop_scope="session")
async def desk(open_desk: OpenDesk) -> AsyncIterator[DeskPage]:
    """A new workspace, shown by the page. Whatever the page's console has to say fails the test."""
    shown = await open_desk()
    yield shown
    await shown.close()
    assert shown.complaints == []

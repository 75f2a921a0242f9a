"""A window over a browser that somebody else drives at the same time: a script, which has opened its tabs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from playwright.async_api import Browser, BrowserContext, Dialog, Error, Page, Playwright, async_playwright

from ..core.fault import Fault
from .failures import without_call_log
from .playwright_driver import PlaywrightTab
from .playwright_window import PlaywrightWindow

CONNECTING = 15.0
"""Seconds; a dialog in a tab keeps the browser from answering."""


class AttachedWindow(PlaywrightWindow):
    """Implements `Window`. The tabs that are open count as its own; closing it lets go of them."""

    def __init__(self, context: BrowserContext, browser: Browser) -> None:
        super().__init__(context, browser)
        self._present: list[PlaywrightTab] = []
        context.on("dialog", leave_open)

    async def take_tabs(self, current: str | None) -> None:
        """Take in the open tabs; the one whose target has the id `current` becomes the current one."""
        ids: dict[PlaywrightTab, bool] = {}
        for page in self.context.pages:
            try:
                ids[await self._taken(page)] = current is not None and await target_id(self.context, page) == current
            except Error:
                continue  # it was closed meanwhile
        self._own.update(self.context.pages)
        self._present = sorted(ids, key=ids.__getitem__)

    def on_tab(self, heard: Callable[[PlaywrightTab], None]) -> None:
        super().on_tab(heard)
        for tab in self._present:
            heard(tab)
        self._present = []

    async def _end(self) -> None:
        self.context.remove_listener("page", self._appeared)
        await self._browser.close()  # which only disconnects, since it is attached


class Attacher:
    """Attaches to a browser by its address; the Playwright for that is started with the first time."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._playwright: Playwright | None = None
        self._starting = asyncio.Lock()

    async def window(self, current: str | None = None) -> AttachedWindow:
        async with self._starting:
            if self._playwright is None:
                self._playwright = await async_playwright().start()
        try:
            browser = await self._playwright.chromium.connect_over_cdp(
                self._address, no_defaults=True, timeout=CONNECTING * 1000
            )
        except Error as error:
            message = f"The browser did not answer: {without_call_log(error.message)}"
            raise Fault("unavailable", message, hint="A dialog that is open keeps it from answering.") from error
        window = AttachedWindow(browser.contexts[0], browser)
        await window.take_tabs(current)
        return window

    async def close(self) -> None:
        playwright, self._playwright = self._playwright, None
        if playwright is not None:
            await playwright.stop()


def leave_open(dialog: Dialog) -> None:
    """Leave a dialog to the one who drives the page: without a listener, Playwright would dismiss it."""


async def target_id(context: BrowserContext, page: Page) -> str:
    session = await context.new_cdp_session(page)
    answer = await session.send("Target.getTargetInfo")
    await session.detach()
    return str(answer["targetInfo"]["targetId"])

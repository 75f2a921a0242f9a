"""A window by Playwright: a browser context with its tabs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

from playwright.async_api import Browser, BrowserContext, Error, Page

from .driver import Interceptor
from .failures import closed
from .playwright_driver import PlaywrightTab
from .playwright_holding import PlaywrightHolding
from .playwright_state import PlaywrightState
from .unheld import unheld_script


class PlaywrightWindow:
    """Implements `Window`."""

    notes: tuple[str, ...] = ()

    def __init__(self, context: BrowserContext, browser: Browser) -> None:
        self.context = context
        self.state = PlaywrightState(context)
        self._browser = browser
        self._heard: Callable[[PlaywrightTab], None] | None = None
        self._own: set[Page] = set()
        """The tabs that we have opened."""
        self._making = 0
        self._made = asyncio.Event()
        self._adopting: set[asyncio.Task[None]] = set()
        self._closed = False
        context.on("page", self._appeared)
        context.on("close", self._ended)

    @property
    def alive(self) -> bool:
        return not self._closed and self._browser.is_connected()

    async def improve(self) -> None:
        """Do nothing: nobody takes anything away from a browser of our own."""

    async def new_tab(self) -> PlaywrightTab:
        self._making += 1
        try:
            page = await self.context.new_page()
            self._own.add(page)
        except Error as error:
            raise closed(error.message) from error
        finally:
            self._making -= 1
            self._made.set()
        return await self._taken(page)

    def on_tab(self, heard: Callable[[PlaywrightTab], None]) -> None:
        self._heard = heard

    async def hold(self, interceptor: Callable[[], Interceptor | None]) -> None:
        await self._close_unheld()
        holding = PlaywrightHolding(interceptor, self._is_held)
        await self.context.route("**/*", holding.request)
        await self.context.route_web_socket(re.compile(""), holding.socket)
        self.context.on("request", holding.redirected)
        self.context.on("response", holding.answered)
        self.context.on("requestfailed", holding.failed)

    async def _close_unheld(self) -> None:
        """Take from pages the ways by which they would send something that nobody can hold."""
        await self.context.add_init_script(unheld_script())

    async def _is_held(self, page: Page) -> bool:
        """Whether what a tab sends is ours to hold."""
        return True

    async def close(self) -> None:
        for adopting in self._adopting:
            adopting.cancel()
        if self.alive:
            await self._end()

    async def _taken(self, page: Page) -> PlaywrightTab:
        return await PlaywrightTab.of(self.context, page)

    async def _is_ours(self, page: Page) -> bool:
        """Whether a new tab was opened by one of our tabs."""
        return True

    async def _end(self) -> None:
        await self.context.close()

    def _ended(self, _: BrowserContext) -> None:
        self._closed = True

    def _appeared(self, page: Page) -> None:
        task = asyncio.ensure_future(self._adopt(page))
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)

    async def _adopt(self, page: Page) -> None:
        """Take in a tab that a page opened; our own are made by `new_tab`."""
        while self._making:
            self._made.clear()
            await self._made.wait()
        if page in self._own or self._heard is None:
            return
        try:
            if await self._is_ours(page):
                self._heard(await self._taken(page))
        except Error:
            return  # it closed again before it could be seen

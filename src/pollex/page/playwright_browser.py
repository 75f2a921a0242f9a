"""A Chromium by Playwright: started when first needed, or reached over CDP; started again when it died."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Error, Page, Playwright, async_playwright

from ..core.fault import Fault
from .failures import plain
from .launch import chromium_arguments, find_chromium
from .playwright_driver import PlaywrightTab

VIEWPORT: Final = (1280, 800)


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """Which browser, and how it is started."""

    headed: bool = False
    executable: str | None = None
    cdp: str | None = None
    """The address of a running browser, instead of one of our own."""
    arguments: tuple[str, ...] = ()
    context: Mapping[str, Any] = field(default_factory=dict)
    """Further options of every window."""


class Chromium:
    """One browser process for many windows."""

    def __init__(self, options: BrowserOptions | None = None) -> None:
        self._options = options or BrowserOptions()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._starting = asyncio.Lock()

    @property
    def alive(self) -> bool:
        return self._browser is not None and self._browser.is_connected()

    async def window(self, **options: Any) -> PlaywrightWindow:
        """A window of its own: nothing is shared with others."""
        browser = await self._running()
        width, height = VIEWPORT
        chosen = {"viewport": {"width": width, "height": height}, "accept_downloads": True}
        context = await browser.new_context(**{**chosen, **self._options.context, **options})
        return PlaywrightWindow(context, browser)

    async def close(self) -> None:
        """End the browser, or let go of one that was running before."""
        browser, self._browser = self._browser, None
        playwright, self._playwright = self._playwright, None
        if browser is not None and browser.is_connected():
            await browser.close()
        if playwright is not None:
            await playwright.stop()

    async def _running(self) -> Browser:
        async with self._starting:
            if self._browser is None or not self._browser.is_connected():
                self._browser = await self._start()
            return self._browser

    async def _start(self) -> Browser:
        if self._playwright is None:
            self._playwright = await async_playwright().start()
        chromium, options = self._playwright.chromium, self._options
        try:
            if options.cdp is not None:
                return await chromium.connect_over_cdp(options.cdp)
            return await chromium.launch(
                executable_path=find_chromium(options.executable),
                headless=not options.headed,
                args=[*chromium_arguments(), *options.arguments],
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        except Error as error:
            raise no_browser(options, plain(str(error))) from error


class PlaywrightWindow:
    """Implements `Window`."""

    def __init__(self, context: BrowserContext, browser: Browser) -> None:
        self.context = context
        self._browser = browser
        self._heard: Callable[[PlaywrightTab], None] | None = None
        self._own: set[Page] = set()
        self._making = 0
        self._made = asyncio.Event()
        self._adopting: set[asyncio.Task[None]] = set()
        self._closed = False
        context.on("page", self._appeared)
        context.on("close", self._ended)

    @property
    def alive(self) -> bool:
        return not self._closed and self._browser.is_connected()

    async def new_tab(self) -> PlaywrightTab:
        self._making += 1
        try:
            page = await self.context.new_page()
            self._own.add(page)
        finally:
            self._making -= 1
            self._made.set()
        return await PlaywrightTab.of(self.context, page)

    def on_tab(self, heard: Callable[[PlaywrightTab], None]) -> None:
        self._heard = heard

    async def close(self) -> None:
        for adopting in self._adopting:
            adopting.cancel()
        if self.alive:
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
            self._heard(await PlaywrightTab.of(self.context, page))
        except Error:
            return  # it closed again before it could be seen


def no_browser(options: BrowserOptions, why: str) -> Fault:
    if options.cdp is not None:
        hint = "Start the browser with --remote-debugging-port, and name its address."
        return Fault("unavailable", f"There is no browser at {options.cdp!r}: {why}", received=options.cdp, hint=hint)
    hint = "Install Chromium or Chrome, or run: playwright install chromium. `pollex doctor` says more."
    return Fault("unavailable", f"The browser could not be started: {why}", hint=hint, retry=False)

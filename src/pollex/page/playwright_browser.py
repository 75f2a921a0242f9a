"""A Chromium by Playwright: started when first needed and again when it died, or a person's own, reached over CDP."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Browser, Error, Playwright, async_playwright

from ..core.fault import Fault
from .failures import without_call_log
from .gate import NetworkGate
from .launch import chromium_arguments, find_chromium
from .playwright_shared import SharedWindow
from .playwright_window import PlaywrightWindow
from .policy.browser import context_options

VIEWPORT: Final = (1280, 800)


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """Which browser, and how it is started."""

    headed: bool = False
    executable: str | None = None
    cdp: str | None = None
    """The address of a person's running browser, instead of one of our own."""
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

    @property
    def is_hidden(self) -> bool:
        """Whether it is our own and has no face: nobody sees its windows."""
        return not self._options.headed and self._options.cdp is None

    async def window(self, gate: NetworkGate, **more: Any) -> PlaywrightWindow:
        """A window of its own, with the gate as its only way to the network: nothing is shared with others.

        In a person's browser these are tabs beside others, with the same cookies; the gate judges what they ask for.
        `more` are further options of this window alone.
        """
        browser = await self._running()
        if self._options.cdp is not None:
            return SharedWindow(browser.contexts[0], browser, gate)
        width, height = VIEWPORT
        chosen = {"viewport": {"width": width, "height": height}, "accept_downloads": True}
        proxy: dict[str, Any] = context_options(await gate.address())
        options = {**chosen, **self._options.context, **more, **proxy}
        try:
            context = await browser.new_context(**options)
        except Error:
            if browser.is_connected():
                raise
            browser = await self._running()  # it had died: a window hears of that before its browser does
            context = await browser.new_context(**options)
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
                executable_path=find_chromium(options.executable, headed=options.headed),
                headless=not options.headed,
                args=[*chromium_arguments(), *options.arguments],
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        except Error as error:
            raise no_browser(options, without_call_log(str(error))) from error


def no_browser(options: BrowserOptions, why: str) -> Fault:
    if options.cdp is not None:
        hint = "Start the browser with --remote-debugging-port, and name its address."
        return Fault("unavailable", f"There is no browser at {options.cdp!r}: {why}", received=options.cdp, hint=hint)
    hint = "Install Chromium or Chrome, or run: playwright install chromium. `pollex doctor` says more."
    return Fault("unavailable", f"The browser could not be started: {why}", hint=hint, retry=False)

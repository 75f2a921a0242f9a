"""Tabs in a person's own browser, reached over CDP: with the person's cookies, beside the person's own tabs.

There is no proxy of ours there: each request of our tabs is judged by itself. The gaps that this leaves are in `notes`.
"""

from __future__ import annotations

from typing import Final

from playwright.async_api import Browser, BrowserContext, Error, Page, Route, WebSocketRoute

from .gate import NetworkGate
from .playwright_driver import PlaywrightTab
from .playwright_state import PlaywrightState
from .playwright_window import PlaywrightWindow

EVERYTHING: Final = "**/*"
GAPS: Final = (
    "These tabs are in a person's own browser, with its cookies and without a proxy: each request is judged by itself.",
    "Redirects are not held to the allowed domains: a document that ends outside is refused, but was asked for.",
    "Sockets of workers and what service workers ask for are not held to the allowed domains.",
    "Connections made ahead (preconnect, names looked up) and WebRTC are not held to the allowed domains.",
    "The first request of a window that a page opens is not held to the allowed domains.",
    "What shared workers, service workers and sockets send is not compared with the task.",
    "Names are judged, not the addresses that they lead to.",
)


class SharedWindow(PlaywrightWindow):
    """Implements `Window`. Only the tabs that we opened, and those that they open, are ours to drive and to close."""

    notes = GAPS

    def __init__(self, context: BrowserContext, browser: Browser, gate: NetworkGate) -> None:
        super().__init__(context, browser)
        self.state = PlaywrightState(context, is_ours=False)
        self._gate = gate

    async def _taken(self, page: Page) -> PlaywrightTab:
        self._own.add(page)
        await page.route(EVERYTHING, self._judge)
        await page.route_web_socket(EVERYTHING, self._judge_socket)
        return await super()._taken(page)

    async def _is_ours(self, page: Page) -> bool:
        return await page.opener() in self._own

    async def _is_held(self, page: Page) -> bool:
        return page in self._own

    async def _close_unheld(self) -> None:
        """Leave the person's pages as they are."""

    async def _end(self) -> None:
        """Close what is ours; the browser and its other tabs are not."""
        self.context.remove_listener("page", self._appeared)
        for page in self._own:
            try:
                await page.close()
            except Error:
                continue  # the person has closed it, or the browser

    async def _judge(self, route: Route) -> None:
        try:
            if self._gate.judge(route.request.url) is None:
                await route.fallback()
            else:
                await route.abort("blockedbyclient")
        except Error:
            return  # the tab closed meanwhile

    async def _judge_socket(self, socket: WebSocketRoute) -> None:
        if self._gate.judge(socket.url) is None:
            socket.connect_to_server()
        else:
            await socket.close(code=1008, reason="blocked by policy")

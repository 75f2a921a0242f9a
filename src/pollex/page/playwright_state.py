"""What a window of Playwright keeps: its cookies by the browser's protocol, and empty documents to write storage in."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from playwright.async_api import BrowserContext, CDPSession, Error, Page, Route

from ..core.json import Object
from .driver import Frame, Tab
from .failures import closed, gone
from .playwright_driver import PlaywrightTab

KEPT: Final = (
    "name", "value", "domain", "path", "httpOnly", "secure", "sameSite", "priority", "sourceScheme", "sourcePort",
    "partitionKey",
)  # fmt: skip
"""The fields of a cookie that are kept."""
EVERYTHING: Final = "**/*"
EMPTY: Final = "<!doctype html><title></title>"


class PlaywrightState:
    """Implements `WindowState`."""

    def __init__(self, context: BrowserContext, *, is_ours: bool = True) -> None:
        self.is_ours = is_ours
        self._context = context
        self._line: tuple[Page, CDPSession] | None = None

    def lending(self, _: Sequence[str]) -> AbstractContextManager[None]:
        """Nothing changes: all is the run's own, or nothing is."""
        return nullcontext()

    async def cookies(self) -> list[Object]:
        # `Storage.getCookies` would tell those of the browser's default context.
        try:
            answer = await (await self._session()).send("Network.getAllCookies")
        except Error as error:
            raise closed(str(error)) from error
        return [plain_cookie(cookie) for cookie in answer["cookies"]]

    async def set_cookies(self, cookies: Sequence[Object]) -> list[str]:
        session, failed = await self._session(), []
        try:
            await session.send("Network.setCookies", {"cookies": list(cookies)})
        except Error:  # one that is refused takes all others with it
            for cookie in cookies:
                try:
                    await session.send("Network.setCookies", {"cookies": [cookie]})
                except Error:
                    failed.append(f"The cookie {cookie['name']!r} of {cookie['domain']} was refused.")
        return failed

    async def blank(self, tab: Tab, origin: str, top: str, patience: float) -> Frame:
        page = page_of(tab)
        outer = EMPTY if origin == top else f'{EMPTY}<iframe src="{origin}/"></iframe>'

        async def answer(route: Route) -> None:
            body = outer if route.request.url == f"{top}/" else EMPTY
            await route.fulfill(body=body, content_type="text/html")

        await page.route(EVERYTHING, answer)
        try:
            await tab.goto(f"{top}/", patience)
            main = await tab.main()
            if origin == top:
                return main
            await page.wait_for_load_state("load", timeout=patience * 1000)
            inside = await tab.children(main)
        except Error as error:
            raise gone() from error
        finally:
            await page.unroute(EVERYTHING, answer)
        if not inside:
            raise gone()
        return inside[0][1]

    async def forget_past(self, tab: Tab) -> None:
        session = await self._context.new_cdp_session(page_of(tab))
        await session.send("Page.resetNavigationHistory")
        await session.detach()

    async def _session(self) -> CDPSession:
        """A CDP session of any page of the window: cookies are shared."""
        if self._line is None or self._line[0].is_closed() or self._line[0] not in self._context.pages:
            if not self._context.pages:
                raise closed("no tab is open")
            page = self._context.pages[0]
            self._line = page, await self._context.new_cdp_session(page)
        return self._line[1]


def page_of(tab: Tab) -> Page:
    assert isinstance(tab, PlaywrightTab)
    return tab.page


def plain_cookie(cookie: Object) -> Object:
    lasting = {} if cookie.get("session") else {"expires": cookie["expires"]}
    return {name: cookie[name] for name in KEPT if name in cookie} | lasting

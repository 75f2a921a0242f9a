"""A tab of Chromium by Playwright."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from playwright.async_api import BrowserContext, CDPSession, FloatRect, Page

from .driver import TALLEST
from .playwright_events import PlaywrightEvents
from .playwright_frames import PlaywrightFrames
from .playwright_lines import PlaywrightLines
from .playwright_travel import PlaywrightTravel
from .tab_chooser import TabChooser
from .tab_view import JPEG_QUALITY, TabView
from .traffic import NetworkRequest
from .ways import Way


class PlaywrightTab(PlaywrightFrames, PlaywrightTravel, TabChooser, TabView, PlaywrightEvents):
    """Implements `Tab`."""

    way: Way = "playwright"

    def __init__(self, context: BrowserContext, page: Page, session: CDPSession) -> None:
        PlaywrightFrames.__init__(self, context, page, session)
        PlaywrightEvents.__init__(self, page, session)
        self._mouse, self._keyboard = page.mouse, page.keyboard

    @classmethod
    async def of(cls, context: BrowserContext, page: Page) -> PlaywrightTab:
        tab = cls(context, page, await context.new_cdp_session(page))
        await tab._worlds.start()
        return tab

    def lines(self) -> PlaywrightLines:
        return PlaywrightLines(self)

    def _unanswered(self) -> NetworkRequest | None:
        return self.traffic.unanswered()

    async def _own_title(self) -> str:
        return await self.page.title()

    async def picture(self, *, whole: bool, box: Sequence[float] | None = None, jpeg: bool = False) -> bytes:
        form: Literal["jpeg", "png"] = "jpeg" if jpeg else "png"
        quality = JPEG_QUALITY if jpeg else None
        if box is None and whole and await self.height() > TALLEST:
            shown = await self._metrics("cssVisualViewport")
            top = FloatRect(x=0, y=0, width=shown["clientWidth"], height=TALLEST)
            return await self._asking(self.page.screenshot(full_page=True, clip=top, type=form, quality=quality))
        if box is None:
            return await self._asking(self.page.screenshot(full_page=whole, type=form, quality=quality))
        clip = FloatRect(x=box[0], y=box[1], width=max(box[2], 1), height=max(box[3], 1))
        return await self._asking(self.page.screenshot(clip=clip, type=form, quality=quality))

    async def pdf(self) -> bytes:
        return await self._asking(self.page.pdf())

    async def front(self) -> None:
        await self._do(self.page.bring_to_front())

    async def close(self) -> None:
        if not self.page.is_closed():
            await self.page.close()

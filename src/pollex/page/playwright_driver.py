"""A tab of Chromium by Playwright."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Final, Literal

from playwright.async_api import BrowserContext, CDPSession, FloatRect, Page

from ..core.fault import Fault
from .driver import Viewport
from .playwright_chooser import PlaywrightChooser
from .playwright_events import PlaywrightEvents
from .playwright_travel import PlaywrightTravel

JPEG_QUALITY: Final = 75
"""Small writing is still read well at that."""
LIVE_QUALITY: Final = 60
"""Of pictures that are shown for an instant."""


class PlaywrightTab(PlaywrightChooser, PlaywrightTravel, PlaywrightEvents):
    """Implements `Tab`."""

    def __init__(self, context: BrowserContext, page: Page, session: CDPSession) -> None:
        PlaywrightChooser.__init__(self, context, page, session)
        PlaywrightEvents.__init__(self, page, session)

    @classmethod
    async def of(cls, context: BrowserContext, page: Page) -> PlaywrightTab:
        tab = cls(context, page, await context.new_cdp_session(page))
        await tab._worlds.start()
        return tab

    async def title(self) -> str:
        """As the browser's own list of visited pages has it, so that a page which is busy loading need not be asked."""
        try:
            history = await self._asking(self._session.send("Page.getNavigationHistory"))
        except Fault as fault:
            if fault.code != "failed":
                raise
            return await self._asking(self.page.title())  # it is just going to another document
        return str(history["entries"][history["currentIndex"]]["title"])

    async def picture(self, *, whole: bool, box: Sequence[float] | None = None, jpeg: bool = False) -> bytes:
        form: Literal["jpeg", "png"] = "jpeg" if jpeg else "png"
        quality = JPEG_QUALITY if jpeg else None
        if box is None:
            return await self._asking(self.page.screenshot(full_page=whole, type=form, quality=quality))
        clip = FloatRect(x=box[0], y=box[1], width=max(box[2], 1), height=max(box[3], 1))
        return await self._asking(self.page.screenshot(clip=clip, type=form, quality=quality))

    async def viewport(self, most: int) -> Viewport:
        shown = (await self._asking(self._session.send("Page.getLayoutMetrics")))["cssVisualViewport"]
        width, height = shown["clientWidth"], shown["clientHeight"]
        scale = min(1.0, most / max(width, height, 1))
        clip = {"x": shown["pageX"], "y": shown["pageY"], "width": width, "height": height, "scale": scale}
        form = {"format": "jpeg", "quality": LIVE_QUALITY, "optimizeForSpeed": True, "clip": clip}
        taken = await self._asking(self._session.send("Page.captureScreenshot", form))
        return Viewport(base64.b64decode(taken["data"]), width, height)

    async def pdf(self) -> bytes:
        return await self._asking(self.page.pdf())

    async def front(self) -> None:
        await self._do(self.page.bring_to_front())

    async def close(self) -> None:
        if not self.page.is_closed():
            await self.page.close()

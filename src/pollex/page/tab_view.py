"""What a tab shows, without what is in its documents: its title, and a picture of what is painted."""

from __future__ import annotations

import base64
from typing import Final

from ..core.fault import Fault
from ..core.json import Object
from .driver import Viewport
from .tab_connection import TabConnection

JPEG_QUALITY: Final = 75
"""Small writing is still read well at that."""
LIVE_QUALITY: Final = 60
"""Of pictures that are shown for an instant."""


class TabView(TabConnection):
    """Asks the browser."""

    async def title(self) -> str:
        """As the browser's own list of visited pages has it, so that a page which is busy loading need not be asked."""
        try:
            history = await self._asking(self._session.send("Page.getNavigationHistory"))
        except Fault as fault:
            if fault.code != "failed":
                raise
            return await self._asking(self._own_title())  # it is just going to another document
        return str(history["entries"][history["currentIndex"]]["title"])

    async def _own_title(self) -> str:
        """Return the title as the document has it."""
        raise NotImplementedError

    async def height(self) -> int:
        return int((await self._metrics("cssContentSize"))["height"])

    async def _metrics(self, of: str) -> Object:
        found: Object = (await self._asking(self._session.send("Page.getLayoutMetrics")))[of]
        return found

    async def viewport(self, most: int) -> Viewport:
        shown = await self._metrics("cssVisualViewport")
        width, height = shown["clientWidth"], shown["clientHeight"]
        scale = min(1.0, most / max(width, height, 1))
        clip = {"x": shown["pageX"], "y": shown["pageY"], "width": width, "height": height, "scale": scale}
        form = {"format": "jpeg", "quality": LIVE_QUALITY, "optimizeForSpeed": True, "clip": clip}
        taken = await self._asking(self._session.send("Page.captureScreenshot", form))
        return Viewport(base64.b64decode(taken["data"]), width, height)

"""A tab of a person's Chrome, by the debugger of the extension there."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from ..core.json import Object
from .chrome_frames import ChromeFrames
from .chrome_holding import ChromeHolding
from .chrome_input import ChromeKeyboard, ChromeMouse
from .chrome_session import ChromeLine, ChromeRelay
from .chrome_travel import ChromeTravel
from .driver import TALLEST, Frame
from .tab_chooser import TabChooser
from .tab_view import JPEG_QUALITY, TabView
from .traffic import NetworkRequest
from .ways import Way


class ChromeTab(ChromeFrames, ChromeTravel, TabChooser, TabView):
    """Implements `Tab`."""

    way: Way = "debugger"

    def __init__(self, line: ChromeLine, holding: ChromeHolding) -> None:
        ChromeFrames.__init__(self, line, holding)
        self._mouse, self._keyboard = ChromeMouse(self._person), ChromeKeyboard(self._person)

    @classmethod
    async def of(cls, relay: ChromeRelay, number: int, holding: ChromeHolding) -> ChromeTab:
        """Attach to a tab; whatever worked in it by the extension before has let go then."""
        line = ChromeLine(relay, number)
        await line.page.send("Tab.attach")
        tab = cls(line, holding)
        await tab._start()
        return tab

    @property
    def number(self) -> int:
        return self._line.tab

    def disturbed(self) -> bool:
        """Whether the person has pressed something here since this was last asked, beside the run."""
        pressed, self._person.pressed = self._person.pressed, False
        return pressed

    async def release(self) -> None:
        """Let go of the tab, which stays as it is."""
        await self._line.release()

    def _unanswered(self) -> NetworkRequest | None:
        return self.traffic.unanswered()

    async def _own_title(self) -> str:
        return str(await self.run(await self.main(), "title"))

    async def picture(self, *, whole: bool, box: Sequence[float] | None = None, jpeg: bool = False) -> bytes:
        options: Object = {"format": "jpeg", "quality": JPEG_QUALITY} if jpeg else {"format": "png"}
        metrics = await self._asking(self._session.send("Page.getLayoutMetrics"))
        shown = metrics["cssVisualViewport"]
        if whole:
            size = metrics["cssContentSize"]
            page_box = _box(0, 0, size["width"], min(size["height"], TALLEST))
            options |= {"clip": page_box, "captureBeyondViewport": True}
        elif box is not None:
            left, top, width, height = box
            options["clip"] = _box(shown["pageX"] + left, shown["pageY"] + top, max(width, 1), max(height, 1))
        else:
            options["clip"] = _box(shown["pageX"], shown["pageY"], shown["clientWidth"], shown["clientHeight"])
        taken = await self._asking(self._session.send("Page.captureScreenshot", options))
        return base64.b64decode(taken["data"])

    async def pdf(self) -> bytes:
        made = await self._asking(self._session.send("Page.printToPDF", {"printBackground": False}))
        return base64.b64decode(made["data"])

    async def front(self) -> None:
        await self._session.send("Page.bringToFront")

    async def cookies(self, urls: Sequence[str]) -> list[Object]:
        """The cookies that would be sent to these addresses and to those of its own documents."""
        own = await self._asking(self._session.send("Network.getCookies"))
        asked = await self._asking(self._session.send("Network.getCookies", {"urls": list(urls)}))
        told = {(each["name"], each["domain"], each["path"]): each for each in (*own["cookies"], *asked["cookies"])}
        return list(told.values())

    async def set_cookies(self, cookies: Sequence[Object]) -> None:
        await self._asking(self._session.send("Network.setCookies", {"cookies": list(cookies)}))

    async def blank(self, url: str, patience: float) -> Frame:
        """Put an empty document at an address; the network is not asked for it."""
        with self._holding.answering(url):
            await self.goto(url, patience)
        return await self.main()

    async def close(self) -> None:
        if not self.closed:
            await self._session.send("Page.close")


def _box(x: float, y: float, width: float, height: float) -> Object:
    return {"x": x, "y": y, "width": width, "height": height, "scale": 1}

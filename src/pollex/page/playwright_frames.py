"""The frames of a tab of Playwright."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from playwright.async_api import BrowserContext, CDPSession, Error, Page
from playwright.async_api import Frame as PlaywrightFrame

from .failures import gone
from .frame_session import FrameSession
from .playwright_page import PlaywrightConnection
from .tab_frames import TabFrames


class PlaywrightFrames(PlaywrightConnection, TabFrames):
    """Opens a line to each frame with a process of its own when the frames are first asked for."""

    def __init__(self, context: BrowserContext, page: Page, session: CDPSession) -> None:
        PlaywrightConnection.__init__(self, page, session)
        self._context = context
        self._worlds = FrameSession(session)
        self._known: dict[PlaywrightFrame, FrameSession | None] = {}
        """Frames with a process of their own, and (None) those known to have none."""
        page.on("framenavigated", self._forget)
        page.on("framedetached", self._forget)

    def _apart(self) -> Sequence[FrameSession]:
        return [worlds for worlds in self._known.values() if worlds is not None]

    def _forget(self, frame: PlaywrightFrame) -> None:
        self._known.pop(frame, None)

    async def _find_apart(self) -> None:
        unknown = [frame for frame in self.page.frames if frame.parent_frame and frame not in self._known]
        for frame, worlds in zip(unknown, await asyncio.gather(*map(self._session_of, unknown)), strict=True):
            self._known[frame] = worlds
        for frame in unknown:
            self._place(frame)

    def _place(self, frame: PlaywrightFrame) -> None:
        """Say where a frame with a process of its own belongs, where it was there before we were."""
        worlds, above = self._known.get(frame), frame.parent_frame
        if worlds is None or above is None or self._parent(worlds.root) is not None:
            return
        around = self._worlds if above == self.page.main_frame else self._known.get(above)
        if around is not None:
            around.adopt(worlds.root)

    async def _session_of(self, frame: PlaywrightFrame) -> FrameSession | None:
        try:
            session = await self._context.new_cdp_session(frame)
        except Error as error:
            if "separate CDP session" in str(error):
                return None
            raise gone() from error
        worlds = FrameSession(session)
        await worlds.start()
        return worlds

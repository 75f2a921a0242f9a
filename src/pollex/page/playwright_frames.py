"""The frames of a tab, also those with a process of their own, and our scripts in them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Error, Page
from playwright.async_api import Frame as PlaywrightFrame

from ..core.json import Object, dumps
from .driver import Frame
from .failures import gone
from .frame_session import FrameSession
from .playwright_page import PlaywrightConnection


class PlaywrightFrames(PlaywrightConnection):
    """What a tab shows, frame by frame."""

    def __init__(self, context: BrowserContext, page: Page, session: CDPSession) -> None:
        super().__init__(page, session)
        self._context = context
        self._worlds = FrameSession(session)
        self._apart: dict[PlaywrightFrame, FrameSession | None] = {}
        """Frames with a process of their own, and (None) those known to have none."""
        page.on("framenavigated", self._forget)
        page.on("framedetached", self._forget)

    async def main(self) -> Frame:
        known = self._worlds.known(self._worlds.root)
        if known is not None and self._question is None:
            return known
        return await self._asking(self._worlds.frame(self._worlds.root))

    async def run(self, frame: Frame, function: str, *args: Any) -> Any:
        return await self._asking(self._of(frame.id).run(frame, called(function, args)))

    async def wait(self, frame: Frame, function: str, *args: Any) -> Any:
        return await self._asking(self._of(frame.id).wait(frame, called(function, args)))

    async def inspect(self, frame: Frame, expression: str, patience: float) -> Any:
        return await self._asking(self._of(frame.id).inspect(frame, expression, patience))

    async def focusing(self, frame: Frame, function: str, *args: Any) -> Object:
        worlds = self._of(frame.id)
        return await self._asking(worlds.focusing(frame, called(function, args)))

    async def watches_keys(self, frame: Frame, place: int | None) -> bool:
        return place is None or await self._do(self._of(frame.id).watches_keys(frame, place))

    async def listening(self, frame: Frame) -> list[int]:
        return await self._asking(self._of(frame.id).listening(frame))

    async def open_roots(self, frame: Frame, numbers: Sequence[int]) -> bool:
        return await self._asking(self._of(frame.id).open_roots(frame, numbers))

    async def backend_node(self, frame: Frame, number: int) -> tuple[str, int]:
        """The browser's own name of an element: its target, which is the outermost frame of its process, and number."""
        worlds = self._of(frame.id)
        return worlds.root, await self._do(worlds.backend_node(frame, number))

    async def set_files(self, frame: Frame, number: int, paths: Sequence[str]) -> None:
        worlds = self._of(frame.id)
        await self._do(worlds.set_files(frame, number, list(paths)))

    async def children(self, frame: Frame) -> list[tuple[int, Frame]]:
        worlds = self._of(frame.id)
        await self._find_apart()
        found = []
        for child in worlds.children(frame.id):
            number = await self._asking(worlds.owner(child, frame))
            if number is not None:
                found.append((number, await self._asking(self._of(child).frame(child))))
        return found

    async def offset(self, frame: Frame) -> tuple[float, float]:
        x = y = 0.0
        at = frame.id
        while at != self._worlds.root:
            above = self._parent(at)
            if above is None:
                raise gone()
            around = await self._of(above).frame(above)
            number = await self._asking(self._of(above).owner(at, around))
            place = await self.run(around, "frameAt", number)
            if "gone" in place:
                raise gone()
            x, y, at = x + place["x"], y + place["y"], above
        return x, y

    def _forget(self, frame: PlaywrightFrame) -> None:
        self._apart.pop(frame, None)

    def _parent(self, frame: str) -> str | None:
        above = self._of(frame).parent(frame)
        return above if above is not None else self._worlds.parent(frame)

    def _of(self, frame: str) -> FrameSession:
        """The worlds that a frame belongs to."""
        for worlds in self._apart.values():
            if worlds is not None and frame in worlds.frames():
                return worlds
        return self._worlds

    async def _find_apart(self) -> None:
        """Open a line to each frame that got a process of its own."""
        unknown = [frame for frame in self.page.frames if frame.parent_frame and frame not in self._apart]
        for frame, worlds in zip(unknown, await asyncio.gather(*map(self._session_of, unknown)), strict=True):
            self._apart[frame] = worlds
        for frame in unknown:
            self._place(frame)

    def _place(self, frame: PlaywrightFrame) -> None:
        """Say where a frame with a process of its own belongs, where it was there before we were."""
        worlds, above = self._apart.get(frame), frame.parent_frame
        if worlds is None or above is None or self._parent(worlds.root) is not None:
            return
        around = self._worlds if above == self.page.main_frame else self._apart.get(above)
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


def called(function: str, args: Sequence[Any]) -> str:
    return f"pollex.{function}({', '.join(dumps(argument) for argument in args)})"

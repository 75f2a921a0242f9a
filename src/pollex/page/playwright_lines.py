"""Lines that only hear a tab of Playwright, beside the one that drives it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error, Page
from playwright.async_api import Frame as PlaywrightFrame

from ..core.fault import Fault
from ..core.json import Object
from .driver import HearLine
from .playwright_page import PlaywrightConnection


class PlaywrightLine:
    """Implements `CdpSession`, with Faults."""

    def __init__(self, tab: PlaywrightConnection, session: CDPSession) -> None:
        self._tab = tab
        self._session = session

    async def send(self, method: str, params: Object | None = None) -> Object:
        answer: Object = await self._tab.asked(self._session.send(method, params))
        return answer

    def on(self, event: str, handler: Callable[[Object], None]) -> None:
        self._session.on(event, handler)

    async def detach(self) -> None:
        with suppress(Error):
            await self._session.detach()


class PlaywrightLines:
    """Implements `TabLines`."""

    def __init__(self, tab: PlaywrightConnection) -> None:
        self._tab = tab
        self._page = tab.page
        self._lines: dict[PlaywrightFrame | None, PlaywrightLine] = {}
        """By frame with a process of its own; None is the page."""
        self._begin: HearLine | None = None
        self._turn = asyncio.Lock()
        self._work: set[asyncio.Task[None]] = set()

    async def page(self) -> PlaywrightLine:
        return await self._open(None, self._page)

    async def follow(self, begin: HearLine, closed: Callable[[], None]) -> None:
        self._begin = begin
        self._page.on("close", lambda _: closed())
        self._page.on("framenavigated", self._navigated)
        for frame in self._page.frames:
            await self._attach(frame)

    async def caught_up(self) -> None:
        await asyncio.gather(*self._work)

    async def close(self) -> None:
        if self._begin is not None:
            self._page.remove_listener("framenavigated", self._navigated)
        for task in list(self._work):
            task.cancel()
        for line in self._lines.values():
            await line.detach()

    def _navigated(self, frame: PlaywrightFrame) -> None:
        self._do(self._attach(frame))

    async def _attach(self, frame: PlaywrightFrame) -> None:
        """Open a line to a frame that has a process of its own, and has no line yet."""
        if frame.parent_frame is None or self._begin is None:
            return
        async with self._turn:
            if frame in self._lines:
                try:
                    await self._lines[frame].send("Runtime.evaluate", {"expression": "1"})
                except Fault:
                    del self._lines[frame]
                else:
                    return
            with suppress(Error, Fault):  # it is in the process of the page, or gone
                await self._begin(await self._open(frame, frame))

    async def _open(self, key: PlaywrightFrame | None, of: Page | PlaywrightFrame) -> PlaywrightLine:
        self._lines[key] = line = PlaywrightLine(self._tab, await self._page.context.new_cdp_session(of))
        return line

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

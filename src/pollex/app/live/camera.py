"""Films the page of a run for those who watch it. With nobody watching, nothing is done.

Each frame is a picture of its own, taken the way screenshots are: a stream of the browser's own could show a secret
before it is concealed.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from typing import Final

from ...core.fault import Fault
from ...core.json import Object
from ...page.live import LivePage
from ...page.view import view
from ...runs.live_run import LiveRun

Watcher = Callable[[Object], None]
SOON: Final = 0.1
"""Seconds between two pictures while the page changes."""
LATE: Final = 0.6
"""Seconds between two pictures while it does not."""
OVER: Final[Object] = {"url": "", "title": "", "tabs": [], "taken": False, "ended": True, "note": "The run has ended."}


class RunCamera:
    """The pictures of one run. Those who watch hear each that differs from the one before."""

    def __init__(self, live: LiveRun, page: LivePage, told: Callable[[], Object]) -> None:
        """`told` says what a frame has beside the picture."""
        self._live = live
        self._page = page
        self._told = told
        self._watchers: list[Watcher] = []
        self._last: Object | None = None
        self._changed = asyncio.Event()
        self._filming: asyncio.Task[None] | None = None

    def join(self, watcher: Watcher) -> None:
        """Tell someone every frame from now on, beginning with the last one."""
        self._watchers.append(watcher)
        self._live.watched = True
        if self._filming is None or self._filming.done():
            self._filming = asyncio.ensure_future(self._film())
        elif self._last is not None:
            watcher(self._last)

    def leave(self, watcher: Watcher) -> None:
        self._watchers.remove(watcher)
        self._live.watched = bool(self._watchers)
        if not self._watchers and self._filming is not None:
            self._filming.cancel()
            self._filming = self._last = None

    def picture(self) -> bytes | None:
        """The last picture, for the step of a person who has seen it."""
        image = (self._last or {}).get("image")
        return None if image is None else base64.b64decode(image)

    def look(self) -> None:
        """Take the next picture at once: something was done."""
        self._changed.set()

    async def _film(self) -> None:
        pause = SOON
        while not self._live.ended.is_set():
            self._changed.clear()
            frame = await self._frame()
            if frame is not None and frame != self._last:
                self._tell(frame)
                pause = SOON
            else:
                pause = min(pause * 1.5, LATE)
            await self._rest(pause)
        self._tell({"run": self._live.id, **OVER})

    async def _frame(self) -> Object | None:
        try:
            await self._page.wake()
            shown = await view(self._page)
        except Fault as fault:  # a tab or the browser goes at this moment; the next picture shows what is there then
            shown = {"url": "", "title": "", "tabs": [], "note": fault.message}
        return None if shown is None else {"run": self._live.id, **shown, **self._told()}

    def _tell(self, frame: Object) -> None:
        self._last = frame
        for watcher in list(self._watchers):
            watcher(frame)

    async def _rest(self, seconds: float) -> None:
        """Wait until something was done, the run has ended, or the time is over."""
        waits = [asyncio.ensure_future(each.wait()) for each in (self._changed, self._live.ended)]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()

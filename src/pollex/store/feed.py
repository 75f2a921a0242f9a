"""The followers of one run in one event loop: they share one query, and one look for what other processes wrote."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from ..core.event import Event
from .watchers import Watchers

POLL: Final = 0.05
"""Seconds between two checks for events of other processes; longer and longer while nothing happens."""
SLOWEST: Final = 0.5
"""The longest such time. Events of this process are noticed at once."""
UNKNOWN: Final = -1
Read = Callable[[int], Awaitable[list[Event]]]
"""Returns the events after a position, or nothing yet."""


class Feed:
    """Gives each follower the events behind its position, as soon as there are any."""

    def __init__(self, run: str, watchers: Watchers, read: Read, page: int, is_open: Callable[[], bool]) -> None:
        """`page` is the largest number of events that `read` returns."""
        self.followers = 0
        self._read = read
        self._page = page
        self._is_open = is_open
        self._changed = asyncio.Event()
        self._newest = UNKNOWN
        """The last event that is known, if nothing was behind it when it was read."""
        self._waiting: dict[int, list[asyncio.Future[list[Event]]]] = {}
        """By position, those who wait for what is behind it."""
        self._task = asyncio.ensure_future(self._give(run, watchers))

    @property
    def goes_on(self) -> bool:
        return not self._task.done()

    async def after(self, position: int) -> list[Event]:
        """Wait for events behind a position; nothing comes back where the log was closed."""
        if not self.goes_on:
            return []
        future: asyncio.Future[list[Event]] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(position, []).append(future)
        if position != self._newest:
            self._changed.set()
        return await future

    def close(self) -> None:
        self._task.cancel()

    async def _give(self, run: str, watchers: Watchers) -> None:
        pause = POLL
        try:
            with watchers.watching(run, self._changed):
                while self._is_open():
                    self._changed.clear()
                    found = [await self._give_page(position) for position in list(self._waiting)]
                    pause = POLL if any(found) else min(pause * 1.5, SLOWEST)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._changed.wait(), pause)
        except Exception as error:  # noqa: BLE001 - those who wait are to hear of it
            self._end(error if self._is_open() else None)
        else:
            self._end(None)

    async def _give_page(self, position: int) -> bool:
        """Read once for all who wait at a position; whether there was anything."""
        waiting = [each for each in self._waiting[position] if not each.done()]
        page = await self._read(position) if waiting else []
        if page or not waiting:
            waiting = self._waiting.pop(position)
        if page:
            self._newest = page[-1].seq if len(page) < self._page else UNKNOWN
        elif position > self._newest:
            self._newest = position
        for each in waiting if page else ():
            if not each.done():
                each.set_result(page)
        return bool(page)

    def _end(self, error: Exception | None) -> None:
        for each in (each for waiting in self._waiting.values() for each in waiting if not each.done()):
            each.set_result([]) if error is None else each.set_exception(error)
        self._waiting.clear()

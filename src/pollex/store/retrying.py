"""A log that retries: while the disk is full or the database is away, a run must neither fail nor go on unrecorded."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final, TypeVar

from ..core.cancel import CancelToken
from ..core.event import Event, EventKind, EventLog, NewEvent
from ..core.fault import Fault
from ..core.json import Object

AGAIN: Final = 1.0
"""Seconds between two attempts."""
T = TypeVar("T")


class RetryingLog:
    """An `EventLog` that retries until it is stopped."""

    def __init__(self, inner: EventLog, cancel: CancelToken) -> None:
        self.owner = inner.owner
        self._inner = inner
        self._cancel = cancel

    async def append(
        self, run: str, kind: EventKind, data: Object, *, key: str | None = None, attempt: int = 1
    ) -> Event:
        return await self._patiently(lambda: self._inner.append(run, kind, data, key=key, attempt=attempt))

    async def append_all(self, run: str, events: Sequence[NewEvent], *, after: int) -> list[Event] | None:
        return await self._patiently(lambda: self._inner.append_all(run, events, after=after))

    def post(self, run: str, kind: EventKind, data: Object) -> None:
        self._inner.post(run, kind, data)

    async def find(self, key: str, kind: EventKind, *, attempt: int = 1) -> Event | None:
        return await self._patiently(lambda: self._inner.find(key, kind, attempt=attempt))

    async def read(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        return await self._patiently(lambda: self._inner.read(run, after=after, limit=limit))

    def follow(self, run: str, *, after: int = 0) -> AsyncIterator[Event]:
        return self._inner.follow(run, after=after)

    def alive(self, owner: str) -> bool:
        return self._inner.alive(owner)

    async def close(self) -> None:
        await self._inner.close()

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        told = False
        while True:
            try:
                return await work()
            except Fault as fault:
                if fault.code != "unavailable" or self._cancel.reason is not None:
                    raise
                if not told:
                    logging.getLogger("pollex").warning("The run waits: %s", fault.message)
                    told = True
            await asyncio.sleep(AGAIN)

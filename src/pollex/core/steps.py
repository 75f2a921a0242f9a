"""Steps in memory, for runs that need not outlive their process and for trying single nodes."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, Final

from .call import new_id
from .cancel import CancelToken
from .fault import Fault
from .json import Object

LOOK: Final = 0.2
"""Seconds between two checks whether the run was stopped."""


class MemorySteps:
    """The `Steps` protocol without an engine."""

    def __init__(self, run: str | None = None, cancel: CancelToken | None = None) -> None:
        self.run = run or new_id()
        self.cancel = cancel or CancelToken()
        self.pauses = 0
        self.idle = False
        self.on_pause: Callable[[bool], Awaitable[None]] | None = None
        self._inbox: dict[str, asyncio.Queue[Any]] = defaultdict(asyncio.Queue)

    async def step(self, path: str, work: Callable[[], Awaitable[Object]]) -> Object:
        self._refuse_cancelled()
        return await work()

    def _refuse_cancelled(self) -> None:
        if self.cancel.reason is not None:
            raise Fault("cancelled", f"The run was stopped: {self.cancel.reason}.", retry=False)

    def kept(self, path: str) -> bool:
        return False

    async def child(self, path: str, plan: Object) -> Object:
        raise Fault("unavailable", "A run that is kept nowhere has no children.", retry=False)

    async def sleep(self, path: str, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def receive(self, topic: str, *, timeout: float | None = None) -> Any:
        end = None if timeout is None else monotonic() + timeout
        self.idle = True
        try:
            while end is None or monotonic() < end:
                self._refuse_cancelled()
                with suppress(TimeoutError):
                    return await asyncio.wait_for(self._inbox[topic].get(), LOOK)
            return None
        finally:
            self.idle = False

    def send(self, topic: str, message: Any) -> None:
        """Deliver a message."""
        self._inbox[topic].put_nowait(message)

    @asynccontextmanager
    async def lease(self, name: str) -> AsyncIterator[None]:
        yield

    async def admit(self, site: str, per_minute: int) -> None:
        return None

"""A model that is asked again when its provider is overloaded, limits requests or cannot be reached."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass

from ..core.protocols import Model, ModelReply, ModelRequest
from .failures import Busy
from .wrapper import Wrapper, closing


@dataclass(frozen=True, slots=True)
class Patience:
    """How often to try again, how long to wait before the first time and at most, and for how long in all."""

    retries: int = 4
    first: float = 0.5
    longest: float = 30.0
    total: float = 120.0


class Retrying(Wrapper):
    """Waits as long as the provider asks for, else twice as long each time and never quite the same."""

    def __init__(self, inner: Model, patience: Patience | None = None) -> None:
        super().__init__(inner)
        self._patience = patience or Patience()

    async def ask(self, request: ModelRequest) -> ModelReply:
        tries = Tries(self._patience)
        while True:
            try:
                return await self._inner.ask(request)
            except Busy as fault:
                await tries.wait_after(fault)

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        tries = Tries(self._patience)
        begun = False
        while True:
            try:
                async with closing(self._inner.stream(request)) as pieces:
                    async for piece in pieces:
                        begun = True
                        yield piece
            except Busy as fault:
                if begun:  # what was said cannot be taken back
                    raise
                await tries.wait_after(fault)
            else:
                return


class Tries:
    """The tries of one request."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._clock = asyncio.get_running_loop().time
        self._end = self._clock() + patience.total
        self._used = 0

    async def wait_after(self, fault: Busy) -> None:
        """Wait before the next try; the fault itself where there is to be none."""
        seconds = self._pause() if fault.after is None else fault.after
        if self._used >= self._patience.retries or self._clock() + seconds > self._end:
            raise fault
        self._used += 1
        await asyncio.sleep(seconds)

    def _pause(self) -> float:
        grown = min(self._patience.first * 2.0**self._used, self._patience.longest)
        return grown * random.uniform(0.5, 1.0)  # noqa: S311 - so that many who wait do not come back at once

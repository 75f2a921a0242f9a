"""A model with retries, for providers that are overloaded, limit requests or cannot be reached."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass

from ..core.protocols import Model, ModelReply, ModelRequest
from .faults import ProviderBusy
from .wrapper import WrapperModel, closing


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often to retry, the first and the longest wait, and the time in all."""

    retries: int = 4
    first: float = 0.5
    longest: float = 30.0
    total: float = 120.0


class RetryingModel(WrapperModel):
    """A model with retries. It waits as long as the provider asks for, else with exponential backoff and jitter."""

    def __init__(self, inner: Model, patience: RetryPolicy | None = None) -> None:
        super().__init__(inner)
        self._patience = patience or RetryPolicy()

    async def ask(self, request: ModelRequest) -> ModelReply:
        tries = Attempts(self._patience)
        while True:
            try:
                return await self._inner.ask(request)
            except ProviderBusy as fault:
                await tries.wait_after(fault)

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        tries = Attempts(self._patience)
        begun = False
        while True:
            try:
                async with closing(self._inner.stream(request)) as pieces:
                    async for piece in pieces:
                        begun = True
                        yield piece
            except ProviderBusy as fault:
                if begun:  # what was said cannot be taken back
                    raise
                await tries.wait_after(fault)
            else:
                return


class Attempts:
    """The attempts of one request."""

    def __init__(self, patience: RetryPolicy) -> None:
        self._patience = patience
        self._clock = asyncio.get_running_loop().time
        self._end = self._clock() + patience.total
        self._used = 0

    async def wait_after(self, fault: ProviderBusy) -> None:
        """Wait before the next attempt, or raise the fault if there is to be none."""
        seconds = self._pause() if fault.after is None else fault.after
        if self._used >= self._patience.retries or self._clock() + seconds > self._end:
            raise fault
        self._used += 1
        await asyncio.sleep(seconds)

    def _pause(self) -> float:
        grown = min(self._patience.first * 2.0**self._used, self._patience.longest)
        return grown * random.uniform(0.5, 1.0)  # noqa: S311 - so that many who wait do not come back at once

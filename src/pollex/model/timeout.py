"""A model with a time limit for an answer; the request is aborted then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from ..core.protocols import Model, ModelReply, ModelRequest
from .faults import too_late
from .wrapper import WrapperModel, closing


class TimeoutModel(WrapperModel):
    """A model with a time limit. The time that a reader of a stream takes between two pieces is not counted."""

    def __init__(self, inner: Model, seconds: float) -> None:
        super().__init__(inner)
        self._seconds = seconds

    async def ask(self, request: ModelRequest) -> ModelReply:
        try:
            async with asyncio.timeout(self._seconds):
                return await self._inner.ask(request)
        except TimeoutError:
            raise too_late(self._seconds) from None

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        left = self._seconds
        clock = asyncio.get_running_loop().time
        async with closing(self._inner.stream(request)) as pieces:
            while True:
                started = clock()
                try:
                    async with asyncio.timeout(left):
                        piece = await anext(pieces, None)
                except TimeoutError:
                    raise too_late(self._seconds) from None
                if piece is None:
                    return
                left -= clock() - started
                yield piece

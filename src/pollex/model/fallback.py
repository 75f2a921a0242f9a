"""A model with a second one that is asked if the first gives no answer."""

from __future__ import annotations

from collections.abc import AsyncIterator

from ..core.fault import Fault
from ..core.protocols import Model, ModelReply, ModelRequest
from .wrapper import WrapperModel, close, closing


class FallbackModel(WrapperModel):
    """Two models that see the same tools, in the dialect of the first, so that the answers of both are read alike."""

    def __init__(self, inner: Model, second: Model) -> None:
        super().__init__(inner)
        self._second = second
        self.sees = self.sees and bool(getattr(second, "sees", False))
        self.literal = self.literal and bool(getattr(second, "literal", False))
        self.check = None  # what the first refuses, the second may understand

    async def ask(self, request: ModelRequest) -> ModelReply:
        try:
            return await self._inner.ask(request)
        except Fault as first:
            try:
                return await self._second.ask(request)
            except Fault as fault:
                raise self._both(first, fault) from None

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        begun = False
        try:
            async with closing(self._inner.stream(request)) as pieces:
                async for piece in pieces:
                    begun = True
                    yield piece
        except Fault as fault:
            if begun:
                raise
            first = fault
        else:
            return
        try:
            async with closing(self._second.stream(request)) as pieces:
                async for piece in pieces:
                    yield piece
        except Fault as fault:
            raise self._both(first, fault) from None

    def _both(self, first: Fault, second: Fault) -> Fault:
        """Return the second's fault with the first's as hint, since that is the one to fix."""
        hint = f"This is {self._second.name!r}. {self._inner.name!r} had failed before: {first.message}"
        return Fault(
            second.code, second.message, received=second.received, hint=hint, retry=first.retry or second.retry
        )

    async def close(self) -> None:
        await super().close()
        await close(self._second)

"""A model that wraps a model. Retries, time limits and fallbacks are such wrappers, each overriding a method."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Protocol

from ..core.protocols import Model, ModelReply, ModelRequest


class OpenModel(Model, Protocol):
    """A model that holds connections and must be closed."""

    async def close(self) -> None: ...


class WrapperModel:
    """A wrapper that changes nothing; the base of the others."""

    def __init__(self, inner: Model) -> None:
        self._inner = inner
        self.name = inner.name
        self.provider = inner.provider
        self.sees = bool(getattr(inner, "sees", False))
        self.literal = bool(getattr(inner, "literal", False))
        self.check: Callable[[str, str], None] | None = getattr(inner, "check", None)

    async def ask(self, request: ModelRequest) -> ModelReply:
        return await self._inner.ask(request)

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        async with closing(self._inner.stream(request)) as pieces:
            async for piece in pieces:
                yield piece

    async def close(self) -> None:
        await close(self._inner)


async def close(model: Model) -> None:
    """Close a model if it has something to close; models that are functions have not."""
    if (found := getattr(model, "close", None)) is not None:
        await found()


@asynccontextmanager
async def closing(pieces: AsyncIterator[Any]) -> AsyncGenerator[AsyncIterator[Any]]:
    """Close a stream with its reader, not when it is garbage collected: its connection is open until then."""
    try:
        yield pieces
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()

"""The model of a workspace: chosen by name, opened with its first question."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack

from ...core.protocols import Model, ModelReply, ModelRequest
from ...model.wrapper import closing


class WorkspaceModel:
    """A `Model` that opens the chosen one when it is needed, and another after a new choice."""

    def __init__(
        self,
        default: Callable[[str | None], str],
        open_model: Callable[..., AbstractAsyncContextManager[Model]],
        timeout: float,
        chosen: str | None = None,
    ) -> None:
        """`timeout` is how long one answer may take, in seconds; `chosen` is the name of a model, or the default."""
        self._default = default
        self._open_model = open_model
        self._timeout = timeout
        self._model: Model | None = None
        self._open = AsyncExitStack()
        self._name(chosen)

    def _name(self, chosen: str | None) -> None:
        self.chosen = chosen
        self.name = self._default(chosen)
        self.provider = self.name.partition(":")[0]

    async def choose(self, name: str | None) -> None:
        """Use another model from now on; None means the default."""
        await self.close()
        self._name(name)

    async def ask(self, request: ModelRequest) -> ModelReply:
        return await (await self._opened()).ask(request)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[str | ModelReply]:
        async with closing((await self._opened()).stream(request)) as pieces:
            async for piece in pieces:
                yield piece

    async def _opened(self) -> Model:
        if self._model is None:
            self._model = await self._open.enter_async_context(self._open_model(self.name, timeout=self._timeout))
        return self._model

    async def close(self) -> None:
        """Close what was opened."""
        self._model = None
        await self._open.aclose()
        self._open = AsyncExitStack()

"""The models that an app's runs ask: by name, or objects that were given and are remembered by theirs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from ..settings import Settings

if TYPE_CHECKING:
    from ..core.protocols import Model


class ModelPool:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._given: dict[str, Model] = {}

    def name(self, model: str | Model | None) -> str:
        """The name by which a run keeps its model; without one, that for which there is a key, else `local`."""
        from ..model.keys import default_model
        from .keys import keys

        if model is None:
            return default_model(keys(self._settings))
        if isinstance(model, str):
            return model
        self._given[model.name] = model
        return model.name

    @asynccontextmanager
    async def open(self, name: str, fallback: str | None = None, timeout: float | None = None) -> AsyncIterator[Model]:
        """A model while it is needed."""
        from ..model.models import TIMEOUT, open_model
        from .keys import keys

        if name in self._given:
            yield self._given[name]
            return
        second = None if fallback is None else self._given.get(fallback, fallback)
        opened = open_model(name, keys=keys(self._settings), fallback=second, timeout=timeout or TIMEOUT)
        try:
            yield opened
        finally:
            await opened.close()

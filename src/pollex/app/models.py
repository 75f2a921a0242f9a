"""The models that an app's runs ask: opened by name, or objects that were given and are found by theirs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

from ..core.json import Object
from ..settings import Settings

if TYPE_CHECKING:
    from ..core.protocols import Model
    from ..model.keys import Keys
    from ..vault import Vault


class ModelPool:
    """Finds and opens models with the keys of the settings, the keyring and the vault."""

    def __init__(self, settings: Settings, vault: Vault) -> None:
        self._settings = settings
        self._vault = vault
        self._given: dict[str, Model] = {}
        self.default = settings.model
        """The model where none is named; empty for the first that has a key, else `local`."""

    def _keys(self) -> Keys:
        from .keys import keys

        return keys(self._settings, vault=self._vault.model_keys)

    def name(self, model: str | Model | None) -> str:
        """Return the name under which a run keeps its model; without one, the default."""
        from ..model.keys import default_model

        if model is None:
            return self.default or default_model(self._keys())
        if isinstance(model, str):
            return model
        self._given[model.name] = model
        return model.name

    def names(self) -> list[str]:
        """Return the models that can be asked without more ado: those given, those that have a key, and `local`."""
        from ..model.keys import keyed_models
        from ..model.names import LOCAL

        chosen = [self.default] if self.default else []
        return list(dict.fromkeys([*chosen, *self._given, *keyed_models(self._keys()), LOCAL]))

    def check(self, *names: str | None) -> None:
        """Raise a Fault where one of the models does not exist or has no key; nothing is opened."""
        from ..model.models import check_model

        for name in names:
            if name is not None and name not in self._given:
                check_model(name, keys=self._keys())

    @asynccontextmanager
    async def open(self, name: str, fallback: str | None = None, timeout: float | None = None) -> AsyncIterator[Model]:
        """Open a model for a block of code; one that was given as an object is not closed."""
        from ..model.models import TIMEOUT, open_model

        if name in self._given:
            yield self._given[name]
            return
        second = None if fallback is None else self._given.get(fallback, fallback)
        opened = open_model(name, keys=self._keys(), fallback=second, timeout=timeout or TIMEOUT)
        try:
            yield opened
        finally:
            await opened.close()


def orders() -> list[Object]:
    """Return the table of orders that the model `local` does, and what stands in their slots."""
    from ..model.local.table import expanded, table

    slots, rows = table()
    return [
        *({**asdict(each), "forms": [expanded(form) for form in each.forms]} for each in rows),
        *({"slot": name, "means": about} for name, about in slots.items()),
    ]

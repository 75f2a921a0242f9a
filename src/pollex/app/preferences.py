"""What a person chooses on the page: some settings, and the keys of models."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from ..core.fault import Fault
from ..core.json import Object
from ..core.protocols import Message, ModelRequest
from ..model.names import PROVIDERS
from ..settings import SettingRow, Settings, rows
from ..settings.changes import CONFIG, change_settings
from .keys import KEYED, StoredKeys, variables

if TYPE_CHECKING:
    from ..vault import Vault
    from .models import ModelPool

QUESTION: Final = "Answer with the word yes."
ANSWER_TOKENS: Final = 64
"""Enough for one word of a model that thinks before."""
CHECK_SECONDS: Final = 30.0
ADDRESSES: Final = ("cdp", "database")
"""Settings that may hold a password or a token."""


class Preferences:
    """The settings in force with what was chosen since, and the keys by provider."""

    def __init__(
        self, settings: Settings, vault: Vault, models: ModelPool, changed: Callable[[], Awaitable[object]]
    ) -> None:
        """`changed` is called when other models can be asked, or another one is the default."""
        self._settings = settings
        self._models = models
        self._changed = changed
        self._chosen: Object = {}
        """What was chosen and counts only after a restart."""
        self._keys = StoredKeys(settings, vault)

    def settings(self) -> list[Object]:
        """Return every setting as a person reads it: value, source, meaning, and what counts after a restart."""
        return [self._row(row) for row in rows()]

    def _row(self, row: SettingRow) -> Object:
        name, setting = row.name, row.setting
        made: Object = {
            "name": name,
            "about": setting.about,
            "variable": setting.variable,
            "value": shown(name, self._value(name)),
            "source": self._settings.sources[name],
            "default": str(row.default),
            "expected": setting.kind.expected,
            "options": list(setting.kind.options),
            "changeable": setting.changeable,
        }
        return {**made, "chosen": shown(name, self._chosen[name])} if name in self._chosen else made

    def _value(self, name: str) -> Any:
        limit = name.removeprefix("limits.")
        return getattr(self._settings, name) if limit == name else getattr(self._settings.limits, limit)

    async def change(self, values: Object) -> list[Object]:
        """Write settings into the file of the home folder, and return all; raise a Fault with every mistake."""
        if isinstance(named := values.get("model"), str) and named:
            await asyncio.to_thread(self._models.check, named)
        read = await asyncio.to_thread(change_settings, self._settings, values)
        known = {row.name: row for row in rows()}
        for name, value in read.items():
            if known[name].setting.changeable == "after a restart":
                self._chosen[name] = value
                if value == self._value(name):
                    del self._chosen[name]
        if "model" in read:
            self._use_model(read["model"], given=values["model"] is not None)
            await self._changed()
        return self.settings()

    def _use_model(self, name: str, *, given: bool) -> None:
        source = str(self._settings.home / CONFIG) if given else "default"
        sources = MappingProxyType({**self._settings.sources, "model": source})
        self._settings = replace(self._settings, model=name, sources=sources)
        self._models.default = name

    async def keys(self) -> list[Object]:
        """Return the providers of models: whose key is there, and where it was found."""
        return await asyncio.gather(*[self._key(each) for each in KEYED])

    async def _key(self, provider: str) -> Object:
        known = PROVIDERS[provider]
        return {
            "provider": provider,
            "variable": known.variables[0],
            "model": f"{provider}:{known.default}",
            "needed": known.needs_key,
            "source": await asyncio.to_thread(self._keys.source, provider),
        }

    async def store_key(self, provider: str, key: str) -> Object:
        """Keep the key of a provider; return where it is, and nothing of it."""
        if not key.isascii() or not key.isprintable() or not key.strip():
            message, expected = "This is no key.", "letters, digits and signs, on one line"
            raise Fault("invalid_input", message, pointer="/key", expected=expected, hint="Copy it once more.")
        await asyncio.to_thread(self._keys.store, provider, key.strip())
        await self._changed()
        return await self._key(provider)

    async def forget_key(self, provider: str) -> Object:
        """Delete the stored key of a provider; raise a Fault where there is none."""
        if not await asyncio.to_thread(self._keys.forget, provider):
            message = f"No key of {provider!r} is stored."
            hint = f"One in the environment or .env is taken out there: {variables(provider)[0]}."
            raise Fault("not_found", message, pointer="/provider", received=provider, hint=hint, retry=False)
        await self._changed()
        return await self._key(provider)

    async def check_key(self, provider: str) -> Object:
        """Ask the provider's default model for one word; raise the Fault that says why it does not answer."""
        name = f"{provider}:{PROVIDERS[provider].default}" if variables(provider) else provider
        request = ModelRequest((Message("user", QUESTION),), max_tokens=ANSWER_TOKENS)
        async with self._models.open(name, timeout=CHECK_SECONDS) as model:
            reply = await model.ask(request)
        return {"provider": provider, "model": name, "usd": reply.cost.usd}


def shown(name: str, value: Any) -> Any:
    """Return a value for people: paths as text, and addresses without what may let somebody in."""
    if isinstance(value, tuple):
        return [shown(name, each) for each in value]
    if name in ADDRESSES and isinstance(value, str) and "://" in value:
        parts = urlsplit(value)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}/…"
    return str(value) if isinstance(value, Path) else value

"""Secrets from a dictionary."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.fault import Fault
from ..core.secret import Secret
from ..core.suggest import did_you_mean


class FakeSecrets:
    """Secrets with these `texts` by name, all bound to `domains`."""

    def __init__(self, texts: Mapping[str, str], *, domains: tuple[str, ...] = ()) -> None:
        self._texts = texts
        self._domains = domains

    async def get(self, name: str) -> Secret:
        if name not in self._texts:
            hint = did_you_mean(name, self._texts)
            raise Fault("unknown_reference", f"There is no secret {name!r}.", received=name, hint=hint)
        return Secret(name, self._texts[name], self._domains)

    def names(self) -> list[str]:
        return sorted(self._texts)

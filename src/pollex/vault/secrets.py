"""Secrets from the vault, `{{secret.NAME}}` and `{{secret.NAME.field}}`, and from the environment as a fallback."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ..core.fault import Fault
from ..core.secret import Secret, Secrets
from ..core.suggest import did_you_mean, one_of
from .credential import Credential
from .vault import Vault


class VaultSecrets:
    """The `Secrets` protocol over the vault."""

    def __init__(
        self, vault: Vault, others: Secrets, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        """Take the vault, and `others` as a fallback for names that it does not have."""
        self._vault = vault
        self._others = others
        self._sleep = sleep

    async def get(self, name: str) -> Secret:
        stem, _, field = name.partition(".")
        if name in self._others.names():  # those of the environment need no vault
            known = await asyncio.to_thread(self._vault.readable) or {}
        else:
            known = await asyncio.to_thread(self._vault.credentials)  # a keyring may take its time
        found = known.get(stem)
        if found is not None:
            wanted = field_of(found, field, name)
            value = await self._code(stem) if found.type == "authenticator" else found.fields[wanted]
            return Secret(name, value, found.domains)
        try:
            return await self._others.get(name)
        except Fault as fault:
            if fault.code == "unknown_reference" and (near := did_you_mean(stem, known)):
                fault.hint = f"{near} {fault.hint or ''}".strip()
            raise

    async def _code(self, name: str) -> str:
        """Return a code that was not used before; wait for the next one if that of this moment was."""
        while not isinstance(found := await asyncio.to_thread(self._vault.use_code, name), str):
            await self._sleep(found)
        return found

    def names(self) -> list[str]:
        """Return all names, also those of the environment. A name without a field is listed if it stands for one.

        Those of a vault that cannot be read are left out: whoever needs one gets the fault by `get`.
        """
        known = (self._vault.readable() or {}).values()
        whole = [each.name for each in known if each.default_field() is not None]
        parts = [f"{each.name}.{field}" for each in known for field in each.references()]
        return sorted({*whole, *parts, *self._others.names()})


def field_of(credential: Credential, field: str, name: str) -> str:
    """Return the field that a reference means, or raise a Fault."""
    wanted = field or credential.default_field()
    known = credential.references()
    if wanted is not None and wanted in known:
        return wanted
    raise Fault(
        "unknown_reference" if field else "ambiguous",
        f"The credential {credential.name!r} has no field {field!r}." if field else f"{name!r} has several fields.",
        expected=one_of(f"{credential.name}.{each}" for each in known),
        received=name,
        hint=did_you_mean(field, known) if field else "Name one of its fields.",
    )

"""Secrets from the vault, `{{secret.NAME}}` and `{{secret.NAME.field}}`, and from the environment as a fallback."""

from __future__ import annotations

import asyncio
from typing import Final

from ..core.fault import Fault
from ..core.secret import Secret, Secrets
from ..core.suggest import did_you_mean, one_of
from .authenticator import code
from .credential import Credential, CredentialType
from .vault import Vault

MEANT: Final[dict[CredentialType, str]] = {"username_password": "password", "authenticator": "code"}
"""The field that a name without a field stands for."""


class VaultSecrets:
    """The `Secrets` protocol over the vault."""

    def __init__(self, vault: Vault, others: Secrets) -> None:
        """Take the vault, and `others` as a fallback for names that it does not have."""
        self._vault = vault
        self._others = others

    async def get(self, name: str) -> Secret:
        stem, _, field = name.partition(".")
        known = await asyncio.to_thread(self._vault.credentials)  # a keyring may take its time
        found = known.get(stem)
        if found is not None:
            return Secret(name, value_of(found, field, name), found.domains)
        try:
            return await self._others.get(name)
        except Fault as fault:
            if fault.code == "unknown_reference" and (near := did_you_mean(stem, known)):
                fault.hint = f"{near} {fault.hint or ''}".strip()
            raise

    def names(self) -> list[str]:
        """Return all names, also those of the environment. A name without a field is listed if it stands for one."""
        known = self._vault.credentials().values()
        whole = [each.name for each in known if default_field(each) is not None]
        parts = [f"{each.name}.{field}" for each in known for field in each.references()]
        return sorted({*whole, *parts, *self._others.names()})


def value_of(credential: Credential, field: str, name: str) -> str:
    wanted = field or default_field(credential)
    known = credential.references()
    if wanted in known:
        return code(credential.fields) if credential.type == "authenticator" else credential.fields[wanted]
    raise Fault(
        "unknown_reference" if field else "ambiguous",
        f"The credential {credential.name!r} has no field {field!r}." if field else f"{name!r} has several fields.",
        expected=one_of(f"{credential.name}.{each}" for each in known),
        received=name,
        hint=did_you_mean(field, known) if field else "Name one of its fields.",
    )


def default_field(credential: Credential) -> str | None:
    if credential.type == "custom":
        return next(iter(credential.fields)) if len(credential.fields) == 1 else None
    return MEANT[credential.type]

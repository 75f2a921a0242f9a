"""Tools of a workspace about credentials: listed by name, forgotten after a person agreed. They carry no values."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ...core.declare import from_function
from ...core.json import Object
from ...core.tool import Tool

if TYPE_CHECKING:
    from ...vault import Vault


class CredentialTools:
    """What a workspace may do with the vault."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def tools(self) -> list[Tool]:
        asked: Object = {"effect": "destroy", "approval": True, "open_world": False}
        login = {"app": "shop", "credential": "ada"}
        return [
            from_function(self.list, name="credentials.list", effect="read", examples=[{}], open_world=False),
            from_function(self.forget, name="credentials.forget", examples=[{"name": "bank"}], **asked),
            from_function(self.forget_login, name="logins.forget", examples=[login], **asked),
        ]

    async def list(self) -> list[Object]:
        """List the credentials by name: type, domains, and the fields that {{secret.NAME.field}} may name."""
        return await asyncio.to_thread(self._vault.described)

    async def forget(self, name: str) -> Object:
        """Forget a credential and the logins that were kept with it, for good.

        Args:
            name: Its name.
        """
        removed = await asyncio.to_thread(self._vault.remove, name)
        return {"name": removed.name}

    async def forget_login(self, app: str, credential: str) -> Object:
        """Forget a kept login: the next run logs in again.

        Args:
            app: The app.
            credential: The credential that it was kept with.
        """
        return {"forgotten": await asyncio.to_thread(self._vault.logins.forget, app, credential)}

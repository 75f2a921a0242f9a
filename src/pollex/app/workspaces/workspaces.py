"""The workspaces that are open in this process, each opened once."""

from __future__ import annotations

import asyncio
from typing import Any

from ...core.call import checked_run_id, new_id
from ...core.fault import Fault
from ...core.json import Object
from ...workspace.document import EFFECTS, read_document
from ...workspace.user_state import UserState
from ...workspace.workspace import Workspace
from .host import WorkspaceHost
from .index import WorkspaceIndex
from .parts import AppParts


class Workspaces:
    """Opens workspaces by id, or the last one used."""

    def __init__(self, parts: AppParts) -> None:
        assert parts.context.log is not None, "a workspace is kept in the log"
        self._parts = parts
        self._log = parts.context.log
        self._limits = parts.context.limits
        self._index = WorkspaceIndex(self._log)
        self._user = UserState(self._log)
        self._hosts: dict[str, WorkspaceHost] = {}
        self._opening = asyncio.Lock()
        self._last: str | None = None
        """The one that was used last, as far as this process knows."""

    async def list(self) -> list[Object]:
        """Return the workspaces that there are, the last one used first."""
        return await self._index.list()

    async def open(self, id: str | None = None, *, create: bool = True) -> WorkspaceHost:  # noqa: A002 - its id
        """Return a workspace at work; without an id, the last one used or a new one.

        An unknown id is a new workspace, unless `create` is False: then it is a Fault.
        """
        if id is not None and id == self._last:
            return self._hosts[id]
        async with self._opening:
            listed = [each["id"] for each in await self._index.list()]
            if id is None:
                id = listed[0] if listed else new_id()  # noqa: A001
            elif checked_run_id(id, new=True) not in listed and not create:
                raise _unknown(id)
            if id not in listed[:1]:
                await self._index.use(id)
            if id not in self._hosts:
                self._hosts[id] = await self._host(id)
            self._last = id
            return self._hosts[id]

    async def open_document(self, data: Any) -> WorkspaceHost:
        """Return a new workspace that is drawn as a saved one was; its calls are not made again."""
        document = read_document(data, self._limits)
        host = await self.open(new_id())
        for batch in document.batches:
            if drawn := [command for command in batch if command["op"] not in EFFECTS]:
                await host.workspace.apply(drawn, by="file")
        return host

    async def _host(self, id: str) -> WorkspaceHost:  # noqa: A002
        workspace = Workspace(id, self._log, user=self._user, limits=self._limits)
        host = WorkspaceHost(workspace, self._parts)
        workspace.effects = host.carry_out
        await workspace.open()
        return host

    async def close(self) -> None:
        """Close all that are open."""
        for host in self._hosts.values():
            await host.close()
        self._hosts.clear()
        self._last = None


def _unknown(id: str) -> Fault:  # noqa: A002
    message, hint = f"There is no workspace {id!r}.", "Leave the id out for the last one used."
    return Fault("not_found", message, pointer="/id", expected="the id of a workspace", received=id, hint=hint)

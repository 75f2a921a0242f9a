"""The workspaces that are open in this process, each opened once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.call import checked_run_id, new_id
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...workspace.user_state import UserState
from ...workspace.workspace import Workspace
from .host import WorkspaceHost
from .index import WorkspaceIndex

if TYPE_CHECKING:
    from ...core.protocols import Page


class Workspaces:
    """Opens workspaces by id, or the last one used."""

    def __init__(self, context: Context, *, exports: Path, open_page: Callable[[Context], Page]) -> None:
        assert context.log is not None, "a workspace is kept in the log"
        self._context = context
        self._log = context.log
        self._exports = exports
        self._open_page = open_page
        self._index = WorkspaceIndex(self._log)
        self._user = UserState(self._log)
        self._hosts: dict[str, WorkspaceHost] = {}
        self._opening = asyncio.Lock()

    async def list(self) -> list[Object]:
        """Return the workspaces that there are, the last one used first."""
        return await self._index.list()

    async def open(self, id: str | None = None, *, create: bool = True) -> WorkspaceHost:  # noqa: A002 - its id
        """Return a workspace at work; without an id, the last one used or a new one.

        An unknown id is a new workspace, unless `create` is False: then it is a Fault.
        """
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
            return self._hosts[id]

    async def _host(self, id: str) -> WorkspaceHost:  # noqa: A002
        workspace = Workspace(id, self._log, user=self._user, limits=self._context.limits)
        host = WorkspaceHost(workspace, self._context, exports=self._exports, open_page=self._open_page)
        workspace.effects = host.carry_out
        await workspace.open()
        return host

    async def close(self) -> None:
        """Close all that are open."""
        for host in self._hosts.values():
            await host.close()
        self._hosts.clear()


def _unknown(id: str) -> Fault:  # noqa: A002
    message, hint = f"There is no workspace {id!r}.", "Leave the id out for the last one used."
    return Fault("not_found", message, pointer="/id", expected="the id of a workspace", received=id, hint=hint)

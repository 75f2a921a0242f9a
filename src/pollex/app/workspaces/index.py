"""The list of workspaces, in a run of its own: the one used last stands last."""

from __future__ import annotations

from typing import Final
from uuid import NAMESPACE_URL, uuid5

from ...core.event import EventLog
from ...core.json import Object

INDEX_RUN: Final = str(uuid5(NAMESPACE_URL, "pollex:workspaces"))


class WorkspaceIndex:
    """Which workspaces there are, which was used last, and which model each asks."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    async def list(self) -> list[Object]:
        """Return the workspaces with the time of their last use, the last one used first."""
        used: dict[str, str] = {}
        for event in await self._log.read(INDEX_RUN):
            used.pop(event.data["workspace"], None)
            used[event.data["workspace"]] = event.at
        return [{"id": id_, "used": at} for id_, at in reversed(used.items())]

    async def model(self, workspace: str) -> str | None:
        """Return the model that was chosen for a workspace; None for the default one."""
        chosen = [
            event.data["model"]
            for event in await self._log.read(INDEX_RUN)
            if event.data["workspace"] == workspace and "model" in event.data
        ]
        return chosen[-1] if chosen else None

    async def choose_model(self, workspace: str, name: str | None) -> None:
        """Write which model a workspace asks from now on; None for the default one."""
        await self._log.append(INDEX_RUN, "workspace.changed", {"workspace": workspace, "model": name})

    async def use(self, workspace: str) -> None:
        """Write that a workspace is used now."""
        await self._log.append(INDEX_RUN, "workspace.changed", {"workspace": workspace})

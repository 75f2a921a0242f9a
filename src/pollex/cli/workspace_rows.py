"""Workspaces as the list of runs shows them: runs of their own kind, which the engine does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..core.json import Object

if TYPE_CHECKING:
    from ..app.app import App

UNKNOWN: Final = dict.fromkeys(("finished", "model", "steps", "ms", "tokensIn", "tokensOut", "usd"))


async def workspace_ids(app: App) -> list[str]:
    """Return the ids of the workspaces, the last one used first."""
    return [str(each["id"]) for each in await app.workspaces.list()]


async def workspace_rows(app: App, limit: int) -> list[Object]:
    """Return the workspaces that were used last."""
    listed = (await app.workspaces.list())[:limit]
    named = {"name": "Workspace", "status": "open", "kind": "workspace", "asks": []}
    return [{"id": each["id"], "started": await _began(app, each), **named, **UNKNOWN} for each in listed]


async def _began(app: App, workspace: Object) -> str:
    """Return when the first event was written; of an empty workspace, when it was used."""
    first = await app.log.read(workspace["id"], limit=1)
    return first[0].at if first else str(workspace["used"])

"""Applies batches to a workspace, one after the other, until it is killed. Each says on stdout that it was answered."""

from __future__ import annotations

import asyncio
import sys

from pollex.store import SqlLog
from pollex.workspace.workspace import Workspace


async def main(path: str, workspace_id: str) -> None:
    workspace = await Workspace(workspace_id, SqlLog(path), keep_every=50).open()
    number = 0
    while True:
        number += 1
        shown = [
            {"op": "dom.append", "params": {"windowId": "w", "target": "#root", "html": f"<p>{number}</p>"}}
            for _ in range(20)
        ]
        count = {"op": "state.set", "params": {"scope": "workspace", "key": "count", "value": number}}
        await workspace.apply([*shown, count])
        print(number, flush=True)


asyncio.run(main(*sys.argv[1:]))

"""The events of a workspace in which something of every kind happened."""

from __future__ import annotations

from pathlib import Path

from pollex import App
from pollex.core.event import Event
from pollex.core.json import Object

NOTES: list[Object] = [
    {"op": "window.create", "traceId": "trace-1", "params": {"id": "notes", "title": "Notes <b>"}},
    {
        "op": "dom.set",
        "params": {"windowId": "notes", "target": "#root", "html": "<p>Hello</p><script>alert(1)</script>" + "x" * 900},
    },
    {"op": "api.call", "params": {"url": "pollex://tool/workflows.list"}},
]


async def draw(app: App) -> str:
    """Draw into a new workspace, and return its id."""
    opened = await app.workspace()
    await opened.workspace.say("person", "Make a note, <i>please</i>")
    await opened.apply(NOTES)
    await opened.apply(
        [{"op": "state.set", "params": {"scope": "workspace", "key": "done", "value": True}}], by="model"
    )
    await opened.undo()
    await opened.workspace.record.append("workspace.gate", {"flags": {"fullControl": True}, "by": "person"})
    return opened.id


async def workspace_events(home: Path) -> list[Event]:
    async with App(home=home) as app:
        return await app.log.read(await draw(app))

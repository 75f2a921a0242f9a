"""The window *Workflows*: all that are kept, and one of them as a picture that is edited, tried and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.json import Object
from ..workflows.kept import KeptWorkflows
from .window import ProductWindow, call, html, mirrored, open_window, rename, render, table

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

ABOUT: Final = (
    "<p class='muted'>A workflow does again, without a model, what was done once.</p>"
    "<div id='list'></div><div id='new'></div>"
)
EMPTY: Final = (
    "No workflow is kept yet. Keep one from a run that went well (window Runs), record one while you do it yourself, "
    "tell in the chat what it is to do, or begin with an empty one below."
)
NEW: Final[Object] = {
    "type": "object",
    "properties": {
        "name": {
            "type": "string",
            "title": "New workflow",
            "description": "Its name: letters, digits, '-' and '_', and '.' inside.",
            "minLength": 1,
            "maxLength": 80,
        }
    },
    "required": ["name"],
}


async def rows(parts: AppParts) -> list[Object]:
    """Return the workflows as rows of a table."""
    return KeptWorkflows(parts).rows()


async def draw(parts: AppParts, window: str, about: str) -> list[Object]:
    return _one(parts, window, about) if about else _list(window)


def _list(window: str) -> list[Object]:
    kept = table(
        {"name": "Name", "about": "What it does", "nodes": "Nodes", "changed": "Changed"},
        mirrored("workflows"),
        types={"changed": "date"},
        rowKey="name",
        empty=EMPTY,
        command=[open_window("workflow", "{{value}}")],
    )
    opened = [call("workflows.create", {"name": "{{form.name}}"}), open_window("workflow", "{{form.name}}")]
    form: Object = {"schema": NEW, "submit": "Create", "command": opened}
    return [
        html(window, ABOUT),
        render(window, "table", kept, target="#list"),
        render(window, "form", form, id_="new", target="#new"),
    ]


def _one(parts: AppParts, window: str, about: str) -> list[Object]:
    shown = KeptWorkflows(parts).show(about)
    title = f"Workflow {shown['document']['name']}"
    return [rename(window, title), render(window, "workflow", {"workflow": about, "editable": True})]


WORKFLOW: Final = ProductWindow(
    "workflow",
    "Workflows",
    "flow",
    "What can be done again: look at it, change it, try it, compare its versions.",
    draw,
    "the name of a workflow",
    feeds={"workflows": rows},
    width=1000,
    height=640,
)

"""`show`: shows a value to people who follow the run: in the workspace, on the terminal, in the log."""

from __future__ import annotations

from typing import Final

from ...core.result import Result
from ..nodetype import STORE, Example, NodeType, choice, text
from ..running_node import RunningNode


async def run(node: RunningNode) -> Result:
    given = node.given
    shown = {"title": given.get("title", ""), "as": given.get("as", "text"), "value": given["value"]}
    await node.emit("workspace.changed", shown)
    return Result.success(shown)


SHOW: Final = NodeType(
    name="show",
    title="Show",
    description="Shows a value to whoever follows the run: as text, Markdown, a table, a list or JSON.",
    properties={
        "value": {"description": "What to show; {{references}} are filled in."},
        "title": text("A heading for it."),
        "as": choice("How; text if it is not said.", "text", "markdown", "table", "list", "json"),
        "store_variable": STORE,
    },
    required=("value",),
    examples=(
        Example("Show a table", {"title": "Orders", "value": "{{orders}}", "as": "table"}),
        Example("Say something", {"value": "{{orders.count}} orders are open."}),
    ),
    run=run,
    literal=("as", "store_variable"),
    idempotent=True,
)

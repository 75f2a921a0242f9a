"""`workflow`: runs another workflow with given inputs; its outputs are the node's result."""

from __future__ import annotations

from typing import Final

from ...core.result import Result
from ..nodetype import STORE, Example, NodeType, text
from ..running_node import RunningNode


async def run(node: RunningNode) -> Result:
    return await node.call_workflow(node.config["workflow"], node.given.get("inputs", {}))


WORKFLOW: Final = NodeType(
    name="workflow",
    title="Workflow",
    description="Runs another workflow in the same browser. It sees only its inputs; its outputs are the result.",
    properties={
        "workflow": text("The file, relative to this one: login.workflow.json.", minLength=1),
        "inputs": {"type": "object", "description": "Values of its inputs; {{references}} are filled in."},
        "store_variable": STORE,
    },
    required=("workflow",),
    examples=(
        Example("Log in first", {"workflow": "login.workflow.json", "inputs": {"account": "{{account}}"}}, "session"),
    ),
    run=run,
    literal=("workflow", "store_variable"),
    is_control_flow=True,
)

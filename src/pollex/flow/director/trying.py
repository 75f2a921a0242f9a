"""`run_workflow` and `run_node`: trying what is written, in the browser that is open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...core.context import Context
from ...core.fault import Fault, Issue
from ...core.json import Object, brief
from ...core.result import Result
from ...core.tool import Tool
from ..workflow import Workflow
from .definition import plain, strict_tool
from .editor import Editor
from .excerpt import excerpt

INPUTS: Final[Object] = {"type": "object", "description": "Values of the workflow's inputs, by name."}
LONG: Final = 3600.0
"""Seconds that a trial may take; its nodes have limits of their own."""
WHOLE: Final[dict[str, Object]] = {"inputs": INPUTS}
SOME: Final[dict[str, Object]] = {
    "position": {"type": "integer", "minimum": 0, "description": "The node to run, with its body or branches."},
    "through": {"type": "integer", "minimum": 0, "description": "Run all nodes from position to this one."},
    "inputs": {**INPUTS, "description": "Values of names that it refers to and that no earlier trial has left behind."},
}


def run_workflow(editor: Editor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        return await _tried(editor, editor.workflow(), _read(args, WHOLE).get("inputs", {}), None)

    return strict_tool(
        "run_workflow",
        "Run the whole workflow as it is written now. The answer has its outputs, its variables and every node that "
        "ran; a failure says which node and why. A workflow with something open cannot run.",
        run,
        WHOLE,
        examples=({}, {"inputsJson": '{"email": "ada@example.org"}'}),
        timeout=LONG,
    )


def run_node(editor: Editor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        read = _read(args, SOME)
        first = editor.node(read["position"])["position"]
        last = read.get("through", first)
        positions = [node["position"] for node in editor.nodes if first <= node["position"] <= max(first, last)]
        workflow, values = excerpt(editor, positions, read.get("inputs", {}))
        return await _tried(editor, workflow, values, positions)

    return strict_tool(
        "run_node",
        "Run one node, or a few, where the browser is now; their results are the outputs, by alias or as node_5, and "
        "are kept for the next trial, as are variables.",
        run,
        SOME,
        required=("position",),
        examples=({"position": 3}, {"position": 4, "through": 6, "inputsJson": '{"email": "ada@example.org"}'}),
        timeout=LONG,
    )


def _read(args: Object, properties: dict[str, Object]) -> Object:
    read, told = plain(args, properties)
    if not isinstance(read.get("inputs", {}), dict) and not told.issues:
        told.issues.append(Issue("/inputsJson", "The text holds no object.", "a JSON object", brief(read["inputs"])))
    if told.issues:
        raise Fault.from_issues("invalid_input", told.issues)
    return read


async def _tried(editor: Editor, workflow: Workflow, inputs: Object, positions: Sequence[int] | None) -> Result:
    """Run it; what it leaves behind can be referred to in the next trial."""
    if editor.run is None:
        raise Fault("unavailable", "Nothing here can run a workflow.", hint="Give the editor a 'run'.", retry=False)
    result = await editor.run(workflow, inputs, positions)
    if isinstance(result.data, dict):
        editor.variables.update(result.data.get("variables", {}))
        editor.variables.update(result.data.get("outputs", {}) if positions is not None else {})
    return result

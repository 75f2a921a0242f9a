"""`run_workflow` and `run_node`: trials of the draft, in a fresh browser or in the one that is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ...core.context import Context
from ...core.fault import Fault, Issue
from ...core.json import Object, brief
from ...core.result import Result
from ...core.tool import Tool
from ...text.clip import clipped_json
from ..workflow import Workflow
from .definition import strict_tool, unflattened
from .editor import WorkflowEditor
from .excerpt import excerpt

INPUTS: Final[Object] = {"type": "object", "description": "Values of the workflow's inputs, by name."}
HERE: Final[Object] = {
    "type": "boolean",
    "description": "Go on in the browser that is open, as debug_browser or the last trial left it. Otherwise the trial "
    "begins in a fresh one, as a run does: no page, nobody logged in.",
}
LONG: Final = 3600.0
"""Seconds that a trial may take; its nodes have limits of their own."""
RESULT: Final = 500
"""Characters of a node's result in the answer."""
RESULTS: Final = 20_000
"""Characters for all results together; many nodes have less each, but at least LEAST."""
LEAST: Final = 80
SHOWN: Final = 4_000
"""Characters of a value that was shown."""
WHOLE: Final[dict[str, Object]] = {"inputs": INPUTS, "here": HERE}
SOME: Final[dict[str, Object]] = {
    "position": {"type": "integer", "minimum": 0, "description": "The node to run, with its body or branches."},
    "through": {"type": "integer", "minimum": 0, "description": "Run all nodes from position to this one."},
    "inputs": {**INPUTS, "description": "Values of names that it refers to and that no earlier trial has left behind."},
    "here": HERE,
}


def run_workflow(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        return await _run(editor, editor.workflow(), _read(args, WHOLE))

    return strict_tool(
        "run_workflow",
        "Run the whole workflow as it is written now, in a fresh browser unless 'here' is true; that browser stays "
        "open. The answer has its outputs and variables, every node that ran with its result (long ones are cut), and "
        "what was shown; a failure says which node and why. A workflow with something open cannot run.",
        run,
        WHOLE,
        examples=({}, {"inputsJson": '{"email": "ada@example.org"}'}),
        timeout=LONG,
    )


def run_node(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        read = _read(args, SOME)
        first = editor.node(read["position"])["position"]
        last = read.get("through", first)
        positions = [node["position"] for node in editor.nodes if first <= node["position"] <= max(first, last)]
        workflow, values = excerpt(editor, positions, read.get("inputs", {}))
        return await _run(editor, workflow, {**read, "inputs": values})

    return strict_tool(
        "run_node",
        "Run one node, or a few, as run_workflow runs them all. A node that needs the page of those before it is run "
        "with 'here' after them, or together with them. Results are the outputs, by alias or as node_5, and are kept "
        "for the next trial, as are variables.",
        run,
        SOME,
        required=("position",),
        examples=({"position": 3, "here": True}, {"position": 1, "through": 6, "inputsJson": '{"email": "a@b.org"}'}),
        timeout=LONG,
    )


def _read(args: Object, properties: dict[str, Object]) -> Object:
    read, source = unflattened(args, properties)
    if not isinstance(read.get("inputs", {}), dict) and not source.issues:
        source.issues.append(Issue("/inputsJson", "The text holds no object.", "a JSON object", brief(read["inputs"])))
    if source.issues:
        raise Fault.from_issues("invalid_input", source.issues)
    return read


async def _run(editor: WorkflowEditor, workflow: Workflow, asked: Object) -> Result:
    """Run the workflow; later trials can refer to its results and variables."""
    if editor.run is None:
        raise Fault("unavailable", "Nothing here can run a workflow.", hint="Give the editor a 'run'.", retry=False)
    if not asked.get("here"):
        await editor.close()
        editor.take_page(workflow.domains)
    result = await editor.run(workflow, asked.get("inputs", {}), editor.context.page)
    result.notes += tuple(_notes(editor, workflow, asked, result))
    if not isinstance(result.data, dict):
        return result
    editor.variables.update(result.data["variables"])
    editor.variables.update({node["alias"]: node["result"] for node in result.data["nodes"] if _is_referable(node)})
    return replace(result, data=_summary(result.data))


def _notes(editor: WorkflowEditor, workflow: Workflow, asked: Object, result: Result) -> Iterator[str]:
    """Return notes on the browser that help to understand the outcome."""
    if asked.get("here") and workflow.domains not in (None, editor.context.domains):
        yield "The browser that was open is not held to 'allowedDomains'; a fresh one is."
    earlier = [node for node in editor.nodes if node["position"] < asked.get("position", 0)]
    if result.fault is not None and earlier and not asked.get("here"):
        yield "It began in a fresh browser. Run it together with the nodes before it, or after them with 'here'."


def _is_referable(node: Object) -> bool:
    """Return whether later nodes may refer to its result: not inside a loop or another workflow."""
    return bool(node["ok"] and node["alias"]) and node["path"].count("/") == 1


def _summary(data: Object) -> Object:
    """Return the answer of a trial: the nodes with their results, long ones cut, and what was shown."""
    most = max(LEAST, min(RESULT, RESULTS // max(len(data["nodes"]), 1)))
    nodes = [{**node, "result": clipped_json(node["result"], most)} for node in data["nodes"]]
    shown = [
        {"path": node["path"], **node["result"], "value": clipped_json(node["result"]["value"], SHOWN)}
        for node in data["nodes"]
        if node["type"] == "show" and node["ok"]
    ]
    return {**data, "nodes": nodes, "shown": shown}

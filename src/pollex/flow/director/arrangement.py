"""`delete_node` and `move_node`: the references of other nodes follow."""

from __future__ import annotations

from typing import Final

from ...core.context import Context
from ...core.fault import Fault, Issue
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from .definition import strict_tool
from .draft import check_draft, node_label, owned
from .editor import WorkflowEditor
from .rewrite import Shift, rewritten

POSITION: Final[Object] = {"type": "integer", "minimum": 0, "description": "The node's position."}
DELETE: Final[dict[str, Object]] = {
    "position": POSITION,
    "owned": {
        "type": "boolean",
        "description": "Also delete the nodes that only it runs: its body, its branches, its range.",
    },
    "force": {
        "type": "boolean",
        "description": "Delete it although other nodes use its result; they are then told as open.",
    },
}
MOVE: Final[dict[str, Object]] = {
    "position": POSITION,
    "to": {"type": "integer", "minimum": 0, "description": "Its new position; what stands there goes one further."},
}


def delete_node(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        node = editor.node(args["position"])
        gone = owned(editor.document, node["position"]) if args.get("owned") else {node["position"]}
        nodes, changes = rewritten(editor.nodes, Shift(gone=gone))
        draft = check_draft(editor, editor.replace(nodes), force=bool(args.get("force")))
        if draft.faults:
            raise _needed(node, draft.issues({}, "/position"))
        draft.accept(editor)
        return Result.success({"deleted": sorted(gone), "rewritten": changes, "open": draft.open_issues()})

    return strict_tool(
        "delete_node",
        "Delete a node. Bodies, branches, defaults and ranges that name it are rewritten, and the answer says which. A "
        "node whose result others use is not deleted, unless 'force' says so.",
        run,
        DELETE,
        required=("position",),
        examples=({"position": 7}, {"position": 5, "owned": True}),
    )


def move_node(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        position = editor.node(args["position"])["position"]
        moved = _shifted(editor, position, args["to"])
        nodes, changes = rewritten(editor.nodes, Shift(moved, mover=position))
        draft = check_draft(editor, editor.replace(nodes), moved=moved)
        if draft.faults:
            issues = draft.issues({}, "/to")
            raise Fault.from_issues("invalid_input", issues, what=f"It cannot stand at {args['to']}")
        draft.accept(editor)
        places = [{"from": old, "to": new} for old, new in moved.items()]
        return Result.success({"moved": places, "rewritten": changes, "open": draft.open_issues()})

    return strict_tool(
        "move_node",
        "Move a node to another position. What stands there makes room, and every body, branch, default and range that "
        "names a moved node is rewritten; the answer says what moved and what was rewritten.",
        run,
        MOVE,
        required=("position", "to"),
        examples=({"position": 8, "to": 3}, {"position": 2, "to": 10}),
    )


def _shifted(editor: WorkflowEditor, position: int, to: int) -> dict[int, int]:
    """Where each node goes: those in the way one further, up to the first gap."""
    others = {node["position"] for node in editor.nodes} - {position}
    moved = {} if position == to else {position: to}
    while to in others:
        moved[to] = to + 1
        to += 1
    return moved


def _needed(node: Object, issues: list[Issue]) -> Fault:
    what = f"{node_label(node['position'], {'nodes': [node]})} cannot be deleted"
    fault = Fault.from_issues("conflict", issues, what=what)
    fault.hint = "Change the nodes that use it first, delete them with it by 'owned', or delete it with 'force'."
    fault.retry = True
    return fault

"""Compare the paths of nodes in a run (`/3[1]/4`): which come before a fork."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from ..core.fault import Fault
from .check import structure
from .definition import WorkflowDefinition
from .node_tree import NodeTree

PART: Final = re.compile(r"/(\d+)(?:\[(\d+)\])?")
SortKey: TypeAlias = list[tuple[int, int]]


def comes_before(workflow: WorkflowDefinition, path: str, at: str) -> bool:
    """Whether the node at `path` has run before the one at `at` begins."""
    return _key(workflow, path) < _key(workflow, at) and not at.startswith((f"{path}/", f"{path}["))


def _key(workflow: WorkflowDefinition, path: str) -> SortKey:
    """Return, for each level of a path, the node's place in the order of execution and the turn of the loop."""
    parts = [(int(position), int(turn or -1)) for position, turn in PART.findall(path)]
    if "".join(f"/{position}" + (f"[{turn}]" if turn >= 0 else "") for position, turn in parts) != path or not parts:
        hint = "Paths are in the list of nodes that a run tells."
        raise Fault("invalid_input", f"{path!r} is no path of a node.", expected="/3 or /3[1]/4", hint=hint)
    tree, members, key = structure(workflow.document), None, []
    for position, turn in parts:
        listed = tree.top if members is None else members
        if position not in listed:
            raise Fault("not_found", f"There is no node {path!r}.", received=path, retry=False)
        key.append((listed.index(position), turn))
        if tree.entries[position].kind.name == "workflow":
            workflow = workflow.called[tree.entries[position].config["workflow"]]
            tree, members = structure(workflow.document), None
        else:
            members = _inside(tree, position)
    return key


def _inside(tree: NodeTree, position: int) -> list[int]:
    return [member for claim in tree.claims.get(position, ()) for member in claim.members]

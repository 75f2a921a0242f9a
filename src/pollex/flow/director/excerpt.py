"""A few nodes of a workflow as a workflow of their own, so that they can be tried alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.fault import Fault
from ...core.json import Object
from ...core.leaves import copy
from ..workflow import Workflow
from .draft import owned, tree
from .editor import WorkflowEditor


def excerpt(editor: WorkflowEditor, positions: Sequence[int], given: Mapping[str, Any]) -> tuple[Workflow, Object]:
    """The nodes with what they run, and the inputs: every value that is known becomes one.

    Each node's result is an output, by its alias or as `node_5`.
    """
    kept: set[int] = set().union(*(owned(editor.document, editor.node(position)["position"]) for position in positions))
    nodes = [copy(node) for node in editor.nodes if node["position"] in kept]
    top = tree({"nodes": nodes}).top
    for node in nodes:
        if node["position"] in top:
            node.setdefault("alias", f"node_{node['position']}")
    values = _values(editor, given, nodes)
    inputs = [{"display_name": name, "type": "json"} for name in values]
    aliases = [node["alias"] for node in nodes if node["position"] in top]
    outputs = [{"display_name": name, "type": "json", "value": "{{" + name + "}}"} for name in aliases]
    document = {**editor.document, "inputs": inputs, "outputs": outputs, "nodes": nodes}
    try:
        return Workflow.from_json(document, folder=editor.folder, tools=editor.known), values
    except Fault as fault:
        fault.hint = fault.hint or "Run the nodes before it first, or give what it refers to in inputsJson."
        raise


def _values(editor: WorkflowEditor, given: Mapping[str, Any], nodes: list[Object]) -> Object:
    """What is known by name, except what the nodes themselves make."""
    entries = tree({"nodes": nodes}).entries.values()
    made = {name for entry in entries for name in (entry.alias, entry.config.get("store_variable"))}
    made |= {name for entry in entries for name in entry.kind.names(entry.config)}
    made |= {name for entry in entries for branch in entry.kind.branches(entry.config) for name in branch.variables}
    return {name: value for name, value in {**editor.variables, **given}.items() if name not in made}

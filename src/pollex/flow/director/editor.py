"""The editor of a workflow: the draft, the variables, and the seams to what runs it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.suggest import one_of
from ..nodes import NODE_TYPES
from ..nodetype import NodeType
from ..workflow import Workflow

if TYPE_CHECKING:
    from ...core.registry import Tools

Run: TypeAlias = Callable[[Workflow, Object, Sequence[int] | None], Awaitable[Result]]
"""Runs a workflow with inputs. The positions, if any, say which of its nodes are tried; the workflow has only those."""


def _empty() -> Object:
    return {"name": "workflow", "nodes": []}


def kind_of(node: Mapping[str, Any]) -> NodeType | None:
    """The type of a node in a draft, which may be one that there is not."""
    return NODE_TYPES.get(str(node.get("type")))


@dataclass
class Editor:
    """What the Director's tools work on. `document` is a workflow file that may still be incomplete."""

    document: Object = field(default_factory=_empty)
    run: Run | None = None
    tools: Tools | None = None
    """With it, the arguments of `tool` nodes are checked against the tools' own schemas."""
    folder: Path | None = None
    """Where the workflows that it calls are looked for."""
    variables: dict[str, Any] = field(default_factory=dict)
    """Values that were set, and those that runs left behind."""
    declared: set[str] = field(default_factory=set)
    """Inputs of the workflow that stand there because a variable was set."""

    @property
    def nodes(self) -> list[Object]:
        """The nodes in the order of their positions."""
        return sorted(self.document["nodes"], key=lambda node: int(node["position"]))

    def node(self, position: int) -> Object:
        for node in self.document["nodes"]:
            if node["position"] == position:
                return dict(node)
        known = one_of((str(node["position"]) for node in self.nodes), 30)
        raise Fault(
            "not_found",
            f"There is no node at position {position}.",
            pointer="/position",
            expected=known,
            received=str(position),
            hint="list_nodes shows which there are.",
        )

    def but(self, nodes: Sequence[Mapping[str, Any]]) -> Object:
        """The draft with other nodes."""
        ordered = sorted(nodes, key=lambda node: int(node["position"]))
        return {**self.document, "nodes": [dict(node) for node in ordered]}

    def workflow(self) -> Workflow:
        """The draft as a workflow that can run; one Fault with all that is still wrong."""
        return Workflow.from_json(self.document, folder=self.folder, tools=self.tools)

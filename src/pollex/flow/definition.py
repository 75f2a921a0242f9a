"""A workflow as data: the document of its file, the nodes in it, and the workflows that it calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ..core.json import Object
from ..core.schema import Schema
from .node import Node

if TYPE_CHECKING:
    from ..core.registry import Tools

Domains = Mapping[str, Sequence[str]]
"""Names of secrets, each with the domains that it may be used on; an empty list means any."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What a workflow is checked against; None where it is not known."""

    tools: Tools | None = None
    secrets: Domains | None = None
    called: Mapping[str, Any] = field(default_factory=dict)
    """The workflows that it calls, each with the schema of its outputs or None."""


@dataclass(frozen=True)
class WorkflowDefinition:
    """Nodes with inputs and outputs, checked: `load` makes one from a file."""

    document: Object
    folder: Path | None = None
    """Where the workflows that it calls are looked for."""
    called: Mapping[str, WorkflowDefinition] = field(default_factory=dict)
    """The workflows that it calls, by the name in the calling node."""

    @property
    def name(self) -> str:
        return str(self.document["name"])

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes in the order of their positions."""
        return tuple(sorted(map(Node, self.document["nodes"]), key=lambda node: node.position))

    @cached_property
    def inputs(self) -> Schema:
        return Schema.from_parameters(self.document.get("inputs", []))

    @property
    def outputs(self) -> list[Object]:
        return list(self.document.get("outputs", []))

    @property
    def domains(self) -> tuple[str, ...] | None:
        """The domains that it may reach; None where it does not say."""
        allowed = self.document.get("allowedDomains")
        return None if allowed is None else tuple(allowed)

    def node(self, position: int) -> Node:
        return next(node for node in self.nodes if node.position == position)

    def to_json(self) -> Object:
        return dict(self.document)

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields of its document changed."""
        return replace(self, document={**self.document, **changes})

    def frozen(self) -> Object:
        """Return everything a run needs as one JSON value, which later changes of the files do not affect."""
        return {"document": self.document, "called": {name: each.frozen() for name, each in self.called.items()}}

    @classmethod
    def thawed(cls, frozen: Object) -> Self:
        """Return the workflow that `frozen` made the value from."""
        called = {name: cls.thawed(each) for name, each in frozen["called"].items()}
        return cls(frozen["document"], None, called)

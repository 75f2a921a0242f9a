"""What a node may ask for while it runs: its config, the values in scope, tools, branches and people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ..core.environment import RunEnvironment
from ..core.event import EventKind
from ..core.json import Object
from ..core.result import Result
from .branch import Branch, BranchResult
from .node import Node


class RunningNode(Protocol):
    """A node at its place in a run, as node types, rules and healing see it."""

    @property
    def definition(self) -> Node: ...

    @property
    def environment(self) -> RunEnvironment: ...

    @property
    def config(self) -> Object:
        """The config as the file has it, with references unresolved."""

    @property
    def given(self) -> Object:
        """The config with its references resolved, except in paths; raises a Fault where it breaks its schema."""

    @property
    def variables(self) -> dict[str, Any]:
        """The variables of the workflow; a change is seen by all later nodes."""

    @property
    def appeared(self) -> tuple[str, ...]:
        """The texts that appeared after the last act, some of which a page shows for a moment only."""

    def value(self, path: str, pointer: str) -> Any:
        """Return the value at a path such as `orders.rows`; raise a Fault where there is none."""

    def find(self, path: str) -> Any:
        """Return the value at a path; None where there is none."""

    def filled(self, value: Any, pointer: str = "") -> Any:
        """Return a value with its references resolved; raise a Fault where it refers to a secret."""

    async def call(self, tool: str, args: Object) -> Result:
        """Call a tool with its references resolved: once, however often the run is interrupted."""

    async def ask(self, tool: str, args: Object) -> Result:
        """Call a tool that only reads, with arguments that are resolved already."""

    def found_again(self, tool: str, result: Result) -> None:
        """Record that its element was found by its evidence."""

    async def branch(
        self,
        branch: Branch,
        *,
        variables: Mapping[str, Any] | None = None,
        turn: int | None = None,
        go_on: bool = False,
    ) -> BranchResult:
        """Run the nodes of a branch; with `turn`, as one turn of a loop. `go_on` continues after a failure."""

    async def call_workflow(self, name: str, inputs: Object) -> Result:
        """Run another workflow inside this run."""

    async def question(self, text: str, form: Object, timeout: float | None) -> Any:
        """Ask a person and wait; None where nobody answers in time."""

    async def emit(self, kind: EventKind, data: Object) -> None:
        """Write an event of this node, once."""

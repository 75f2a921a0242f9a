"""The state of one workflow in a run: its variables, the results of its nodes, and the events about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.environment import RunEnvironment
from ...core.event import EventKind
from ...core.fault import Fault
from ...core.json import Object
from ...core.question import ask_by_form
from ...core.schema import Schema
from ...core.template import Scope, fill
from ..check import structure
from ..definition import WorkflowDefinition
from ..node import Node
from ..nodetype import NodeType
from .checkpoints import Checkpoints
from .record import NodeRecord


@dataclass(frozen=True, slots=True)
class ForkPoint:
    """What a run takes over from an earlier one: the records of its nodes, and variables changed at one of them."""

    records: Mapping[str, Object] = field(default_factory=dict)
    """By path; these nodes are not run again."""
    at: str | None = None
    variables: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class WorkflowExecution:
    """One workflow in a run. A workflow that is called has an execution of its own, with the same ledger."""

    definition: WorkflowDefinition
    inputs: Object
    environment: RunEnvironment
    checkpoints: Checkpoints
    prefix: str = ""
    """The path of the node that called it."""
    variables: dict[str, Any] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)
    """The data of each node, by alias."""
    ledger: list[Object] = field(default_factory=list)
    """One line for each node that ran."""
    appeared: tuple[str, ...] = ()
    """What the page showed after the last act, which may be gone by now."""
    fork: ForkPoint = field(default_factory=ForkPoint)

    def __post_init__(self) -> None:
        self.tree = structure(self.definition.document)
        declared = {each["display_name"] for each in self.definition.document.get("inputs", [])}
        self._optional = frozenset(declared - self.inputs.keys())
        self._nodes = {node.position: node for node in self.definition.nodes}

    def node(self, position: int) -> Node:
        return self._nodes[position]

    def kind(self, position: int) -> NodeType:
        return self.tree.entries[position].kind

    def scope(self, loops: tuple[Mapping[str, Any], ...] = ()) -> Scope:
        """Return the values that references can name, the innermost loop first."""
        return Scope((*loops, *self._layers()), optional=self._optional, environ=self.environment.environ)

    def inner_scope(self, scope: Scope, variables: Mapping[str, Any] | None) -> Scope:
        """Return the scope of a branch inside `scope`; `variables` are those of a loop's turn."""
        loops = scope.layers[: -len(self._layers())]
        return self.scope(loops if variables is None else (dict(variables), *loops))

    def called(self, name: str, inputs: Object, path: str) -> WorkflowExecution:
        """Return the execution of a workflow that the node at `path` calls; raise a Fault for wrong inputs."""
        called = self.definition.called[name]
        checked = called.inputs.check(inputs)
        if checked.issues:
            raise Fault.from_issues("invalid_input", checked.issues, what=f"The inputs of {name!r}")
        return WorkflowExecution(
            called, checked.value, self.environment, self.checkpoints, path, ledger=self.ledger, fork=self.fork
        )

    def forget(self, members: Sequence[int]) -> None:
        """Forget the results of these nodes and of all that they run: the next turn of a loop begins."""
        for entry, _ in self.tree.walk(members):
            self.results.pop(entry.alias or "", None)

    def remember(self, node: Node, path: str, record: NodeRecord) -> None:
        """Keep what a node gave, for later nodes and for the ledger."""
        data = record.result.data
        shown = {"result": data} if self.environment.results else {}
        self.ledger.append({"path": path, "alias": node.alias, "type": node.type, **record.ledger_line(), **shown})
        if isinstance(data, dict) and "url" in data:
            self.appeared = tuple(map(str, data.get("appeared") or ()))
        if record.result.fault is not None and data is None:
            return
        if node.alias:
            self.results[node.alias] = data
        if node.stored:
            self.variables[node.stored] = data

    def outputs(self) -> Object:
        """Return the declared outputs; raise a Fault where one without `"required": false` has no value."""
        values: Object = {}
        for output in self.definition.outputs:
            try:
                values[output["display_name"]] = self._output(output)
            except Fault:
                if output.get("required", True):
                    raise
        checked = Schema.from_parameters(self.definition.outputs).check(values)
        if checked.issues:
            fault = Fault.from_issues("invalid_output", checked.issues, what="The outputs are not as declared")
            fault.retry = False
            raise fault
        made: Object = checked.value
        return made

    def missing(self) -> list[str]:
        """Return a sentence for each output that has no value, with the failure that explains it."""
        given = self.outputs()
        why = next((f": {node['error']}" for node in self.ledger if not node["ok"] and "error" in node), ".")
        lacking = [each["display_name"] for each in self.definition.outputs if each["display_name"] not in given]
        return [f"The output {name!r} has no value{why}" for name in lacking]

    def filled(self, text: str) -> str:
        """Return a text with its references to inputs resolved."""
        return str(fill(text, self.scope()))

    async def question(self, path: str, text: str, form: Object, timeout: float | None, number: int) -> Any:
        """Ask a person and wait; None where nobody answers in time."""
        return await ask_by_form(self.environment, path, text, form, timeout=timeout, attempt=number)

    async def emit(self, kind: EventKind, path: str, data: Object, attempt: int = 1) -> None:
        """Write an event about a node; a replay writes none."""
        context = self.environment.context
        if context.log is not None:
            redacted = context.redactor.value({"path": path, **data})
            await context.log.append(context.run, kind, redacted, key=f"{context.run}{path}", attempt=attempt)

    def _layers(self) -> tuple[Mapping[str, Any], ...]:
        return self.variables, self.results, self.inputs

    def _output(self, output: Object) -> Any:
        return fill(output.get("value", "{{" + output["display_name"] + "}}"), self.scope())

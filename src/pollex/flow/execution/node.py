"""The execution of one node: what its type may ask for, and how its result is made once and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from ...browser.durable_selectors import exact_selectors
from ...core.event import EventKind
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.template import Scope
from ..branch import Branch, BranchResult
from ..expected import as_expected
from ..heal.evidence import emit_healed
from ..heal.list_now import option_instead
from ..heal.person_choice import chosen_by_person
from ..node import Node
from ..nodetype import NodeType
from ..rules.evaluate import evaluate
from .calls import NodeCalls
from .checkpoints import Redo
from .record import CallOutcome, NodeRecord, rung
from .uncertain import attempts
from .values import value_at, value_or_none
from .workflow import WorkflowExecution


async def run_workflow_nodes(workflow: WorkflowExecution) -> BranchResult:
    """Run all nodes of a workflow."""
    return await run_nodes(workflow, workflow.tree.top, workflow.prefix, workflow.scope())


async def run_nodes(
    workflow: WorkflowExecution, members: Sequence[int], place: str, scope: Scope, *, go_on: bool = False
) -> BranchResult:
    """Run nodes one after the other below the path `place`; `go_on` continues after a failure."""
    answers: list[tuple[Node, Result]] = []
    for position in members:
        path = f"{place}/{position}"
        if path == workflow.fork.at:
            workflow.variables.update(workflow.fork.variables)
        node = workflow.node(position)
        execution = NodeExecution(workflow, node, path, scope, journal=workflow.environment.journal)
        record = await execution.execute()
        workflow.remember(node, path, record)
        answers.append((node, record.result))
        if record.result.fault is not None and not go_on:
            return BranchResult(answers, record.result.fault)
    return BranchResult(answers)


@dataclass
class NodeExecution(NodeCalls):
    """A node being executed; it is the `RunningNode` that its type sees."""

    questions: int = 0
    """How often it has asked a person."""

    @property
    def kind(self) -> NodeType:
        return self.workflow.kind(self.definition.position)

    @property
    def config(self) -> Object:
        return self.definition.config

    @property
    def given(self) -> Object:
        paths = self.kind.paths
        made = {name: each if name in paths else self.filled(each, f"/{name}") for name, each in self.config.items()}
        checked: Object = self.kind.schema.check(made).unwrap()
        return checked

    @property
    def variables(self) -> dict[str, Any]:
        return self.workflow.variables

    @property
    def appeared(self) -> tuple[str, ...]:
        return self.workflow.appeared

    def value(self, path: str, pointer: str) -> Any:
        return value_at(path, self.scope, pointer)

    def find(self, path: str) -> Any:
        return value_or_none(path, self.scope)

    async def call(self, tool: str, args: Object) -> Result:
        """Call a tool once. Where its element cannot be found and a person can choose it, call it for that one."""
        result = await self.call_once(tool, args)
        if (instead := option_instead(tool, args, result)) is not None:
            self.attempt, tool, args = self.attempt + 1, "page.select", instead
            result = await self.call_once(tool, args)
        if (chosen := await chosen_by_person(self, result)) is not None:
            self.attempt, self.ignores_evidence = self.attempt + 1, True
            result = await self.call_once(tool, {**args, "selector": exact_selectors(chosen)})
            if isinstance(result.data, dict):
                result.data["healed"] = {"score": 1.0, "runnerUp": 0.0, "why": "a person chose it"}
        self.calls.append(CallOutcome(tool, result))
        await emit_healed(self, args, result)
        return result

    def found_again(self, tool: str, result: Result) -> None:
        self.calls.append(CallOutcome(tool, result))

    async def branch(
        self,
        branch: Branch,
        *,
        variables: Mapping[str, Any] | None = None,
        turn: int | None = None,
        go_on: bool = False,
    ) -> BranchResult:
        members = self.workflow.tree.members(self.definition.position, branch.name)
        if variables is not None:
            self.workflow.forget(members)
        place = self.path if turn is None else f"{self.path}[{turn}]"
        scope = self.workflow.inner_scope(self.scope, variables)
        return await run_nodes(self.workflow, members, place, scope, go_on=go_on)

    async def call_workflow(self, name: str, inputs: Object) -> Result:
        called = self.workflow.called(name, inputs, self.path)
        ran = await run_workflow_nodes(called)
        if ran.fault is not None:
            return Result.failure(ran.fault)
        return Result.success(called.outputs() if called.definition.outputs else dict(called.variables))

    async def question(self, text: str, form: Object, timeout: float | None) -> Any:
        self.questions += 1
        return await self.workflow.question(self.path, text, form, timeout, self.questions)

    async def emit(self, kind: EventKind, data: Object) -> None:
        await self.workflow.emit(kind, self.path, data, self.attempt)

    async def execute(self) -> NodeRecord:
        """Run the node, or take its record from an earlier run or from the engine."""
        if (earlier := self.workflow.fork.records.get(self.path)) is not None:
            record = NodeRecord.from_json(earlier)
        elif self.kind.is_control_flow:
            record = await self._controlled()
            return await self._kept(record) if self.kind.checkpointed else record
        else:
            record = await self._kept()
        if self.workflow.checkpoints.snapshots is not None and (record.state is not None or self.acts_on_page):
            self.workflow.checkpoints.add(self._redo(), record)
        return record

    async def run(self) -> Result:
        """Run the node's type once; a Fault becomes a failure, except that the run was cancelled."""
        try:
            return as_expected(self.definition, await self.kind.run(self))
        except Fault as fault:
            if fault.code == "cancelled":
                raise
            return Result.failure(fault)

    async def ready(self) -> None:
        """Put the browser into the state that the node expects, where this process has not used it yet."""
        await self.workflow.checkpoints.ready(self.definition.name, self._as_before)

    async def _controlled(self) -> NodeRecord:
        """Run a node that runs others or only computes: a replay runs it again."""
        begun = await self._started()
        result = await self.run()
        return await self._finished(NodeRecord(result, (perf_counter() - begun) * 1000))

    async def _kept(self, made: NodeRecord | None = None) -> NodeRecord:
        """Make the node one step of the engine: it is run once and its record is kept."""

        async def work() -> Object:
            return (await self._worked() if made is None else made).to_json()

        return NodeRecord.from_json(await self.environment.steps.step(self.path, work))

    async def _worked(self) -> NodeRecord:
        begun = await self._started()
        await self.environment.boundary("before", self.key)
        result = await self._attempted()
        files = [file for call in self.calls for file in call.result.files]
        result.files = tuple(dict.fromkeys([*result.files, *files]))
        await self.environment.boundary("after", self.key)
        state, moved = await self.workflow.checkpoints.after(self.state_name, self.calls)
        record = NodeRecord(result, (perf_counter() - begun) * 1000, rung(self.calls), state, moved)
        await self._finished(record)
        await self.environment.boundary("event", self.key)
        return record

    async def _attempted(self) -> Result:
        """Run the node as often as its retries allow. One that only reads has its time limit over all attempts."""
        limit = self.definition.document.get("timeoutMs")
        try:
            async with asyncio.timeout(limit / 1000 if limit is not None and self.kind.idempotent else None):
                return await attempts(self)
        except Fault as fault:
            if fault.code == "cancelled":
                raise
            return Result.failure(fault)
        except TimeoutError:
            message = f"{self.definition.name} took longer than {limit} ms."
            return Result.failure(Fault("timeout", message, retry=True))

    async def _started(self) -> float:
        begun = perf_counter()
        await self.emit("node.started", {"alias": self.definition.alias, "type": self.definition.type})
        return begun

    async def _finished(self, record: NodeRecord) -> NodeRecord:
        await self.workflow.emit("node.finished", self.path, record.to_event(self.definition))  # once for all attempts
        return record

    def _redo(self) -> Redo:
        """Return a function that runs the node again on a restored page, with the values that it has now."""
        layers = tuple(dict(layer) for layer in self.scope.layers)
        kept = replace(self, scope=replace(self.scope, layers=layers), calls=[])

        async def redo() -> Result:
            return await self.kind.run(replace(kept, journal=False, calls=[]))

        return redo

    async def _as_before(self) -> bool:
        """Whether the node's preconditions hold; without any, they do."""
        rules: list[Any] = self.definition.document.get("before", [])
        verdicts = await evaluate(self, rules, wait=True) if rules else []
        return all(verdict["holds"] for verdict in verdicts)

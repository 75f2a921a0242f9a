"""Going through a workflow: node by node, each once, with what it gave kept for those that come after."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from ..core.environment import RunEnvironment
from ..core.event import Kind
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from ..core.schema import Schema
from ..core.template import Scope, fill
from .check import structure
from .nodetype import Branch
from .record import Record, rung
from .resume import Trail
from .uncertain import attempts
from .visit import Visit
from .workflow import Node, Workflow


@dataclass(frozen=True, slots=True)
class Passage:
    """What came of running some nodes in a row."""

    answers: Sequence[tuple[Node, Result]]
    fault: Fault | None = None
    """Why it stopped."""

    @property
    def last(self) -> Any:
        """What the last node gave."""
        return self.answers[-1][1].data if self.answers else None


@dataclass(frozen=True, slots=True)
class Seed:
    """What a run takes over from an earlier one: the records of its nodes, and variables changed at one of them."""

    records: Mapping[str, Object] = field(default_factory=dict)
    """By path; these nodes are not run again."""
    at: str | None = None
    variables: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Walk:
    """A run of one workflow: its variables, the results of its nodes, and how far it has come."""

    workflow: Workflow
    inputs: Object
    environment: RunEnvironment
    trail: Trail
    prefix: str = ""
    variables: dict[str, Any] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)
    """By alias."""
    ledger: list[Object] = field(default_factory=list)
    seed: Seed = field(default_factory=Seed)

    def __post_init__(self) -> None:
        self.tree = structure(self.workflow.document)
        declared = {each["display_name"] for each in self.workflow.document.get("inputs", [])}
        self._optional = frozenset(declared - self.inputs.keys())
        self._nodes = {node.position: node for node in self.workflow.nodes}

    async def through(self) -> Passage:
        """Run the whole workflow."""
        return await self._run(self.tree.top, self.prefix, self._scope(()), go_on=False)

    def outputs(self) -> Object:
        """The declared outputs; a Fault where one has no value that is not declared as `"required": false`."""
        values: Object = {}
        for output in self.workflow.outputs:
            try:
                values[output["display_name"]] = self._output(output)
            except Fault:
                if output.get("required", True):
                    raise
        checked = Schema.from_parameters(self.workflow.outputs).check(values)
        if checked.issues:
            fault = Fault.from_issues("invalid_output", checked.issues, what="The outputs are not as declared")
            fault.retry = False
            raise fault
        made: Object = checked.value
        return made

    def _output(self, output: Object) -> Any:
        return fill(output.get("value", "{{" + output["display_name"] + "}}"), self._scope(()))

    def missing(self) -> list[str]:
        """What the outputs lack, in words, and why it could not be had."""
        given = self.outputs()
        why = next((f": {node['error']}" for node in self.ledger if not node["ok"] and "error" in node), ".")
        lacking = [each["display_name"] for each in self.workflow.outputs if each["display_name"] not in given]
        return [f"The output {name!r} has no value{why}" for name in lacking]

    def named(self, text: str) -> str:
        """A text with the inputs filled in."""
        return str(fill(text, self._scope(())))

    async def branch(
        self,
        node: Node,
        branch: Branch,
        place: str,
        scope: Scope,
        variables: Mapping[str, Any] | None,
        go_on: bool,
    ) -> Passage:
        """Run a branch of a node; in a loop, what its nodes gave in the turn before is forgotten first."""
        members = self.tree.members(node.position, branch.name)
        if variables is not None:
            for entry, _ in self.tree.walk(members):
                self.results.pop(entry.alias or "", None)
        loops = scope.layers[: -len(self._layers())]
        inner = self._scope(loops if variables is None else (dict(variables), *loops))
        return await self._run(members, place, inner, go_on=go_on)

    async def call_workflow(self, path: str, name: str, inputs: Object) -> Result:
        """Run another workflow inside this run; it has variables of its own."""
        called = self.workflow.called[name]
        checked = called.inputs.check(inputs)
        if checked.issues:
            return Result.failure(Fault.from_issues("invalid_input", checked.issues, what=f"The inputs of {name!r}"))
        walk = Walk(called, checked.value, self.environment, self.trail, path, ledger=self.ledger, seed=self.seed)
        passage = await walk.through()
        if passage.fault is not None:
            return Result.failure(passage.fault)
        return Result.success(walk.outputs() if called.outputs else dict(walk.variables))

    async def question(self, path: str, text: str, form: Object, timeout: float | None, number: int) -> Any:
        await self.tell("question.asked", path, {"question": text, "form": form}, number)
        answer = await self.environment.steps.receive(path, timeout=timeout)
        if answer is not None:
            await self.tell("question.answered", path, {"answer": answer}, number)
        return answer

    async def tell(self, kind: Kind, path: str, data: Object, attempt: int = 1) -> None:
        """Write an event about a node; replay adds none."""
        context = self.environment.context
        if context.log is not None:
            said = context.redactor.value({"path": path, **data})
            await context.log.append(context.run, kind, said, key=f"{context.run}{path}", attempt=attempt)

    def _layers(self) -> tuple[Mapping[str, Any], ...]:
        return self.variables, self.results, self.inputs

    def _scope(self, loops: tuple[Mapping[str, Any], ...]) -> Scope:
        return Scope((*loops, *self._layers()), optional=self._optional, environ=self.environment.environ)

    async def _run(self, members: Sequence[int], place: str, scope: Scope, *, go_on: bool) -> Passage:
        answers: list[tuple[Node, Result]] = []
        for position in members:
            node = self._nodes[position]
            result = await self._node(node, f"{place}/{position}", scope)
            answers.append((node, result))
            if result.fault is not None and not go_on:
                return Passage(answers, result.fault)
        return Passage(answers)

    async def _node(self, node: Node, path: str, scope: Scope) -> Result:
        if path == self.seed.at:
            self.variables.update(self.seed.variables)
        visit = Visit(self, node, path, scope, journal=self.environment.journal)
        record = await self._record(visit)
        result = record.result
        gave = {"result": result.data} if self.environment.results else {}
        self.ledger.append({"path": path, "alias": node.alias, "type": node.type, **record.told(), **gave})
        if result.fault is None or result.data is not None:
            self._remember(node, result.data)
        return result

    async def _record(self, visit: Visit) -> Record:
        kind = visit.node.kind
        if (earlier := self.seed.records.get(visit.path)) is not None:
            record = Record.from_json(earlier)
        elif kind.control:
            record = await self._controlled(visit)
            return record if not kind.keeps else await self._kept(visit, record)
        else:
            record = await self._kept(visit)
        self.trail.add(visit, record)
        return record

    def _remember(self, node: Node, data: Any) -> None:
        if node.alias:
            self.results[node.alias] = data
        if node.stored:
            self.variables[node.stored] = data

    async def _controlled(self, visit: Visit) -> Record:
        """A node that runs others, or only reckons: done again on replay."""
        begun = perf_counter()
        await visit.tell("node.started", {"alias": visit.node.alias, "type": visit.node.type})
        try:
            result = await visit.node.kind.run(visit)
        except Fault as fault:
            if fault.code == "cancelled":
                raise
            result = Result.failure(fault)
        record = Record(result, (perf_counter() - begun) * 1000)
        await self.tell("node.finished", visit.path, record.event(visit.node))  # once, whichever attempt it was
        return record

    async def _kept(self, visit: Visit, made: Record | None = None) -> Record:
        """A node that is one step of the engine: done once, and kept."""

        async def work() -> Object:
            return await self._work(visit) if made is None else made.to_json()

        return Record.from_json(await self.environment.steps.step(visit.path, work))

    async def _work(self, visit: Visit) -> Object:
        begun = perf_counter()
        await visit.tell("node.started", {"alias": visit.node.alias, "type": visit.node.type})
        await self.environment.boundary("before", visit.key)
        try:
            async with _within(visit):
                result = await attempts(visit)
        except Fault as fault:
            if fault.code == "cancelled":
                raise
            result = Result.failure(fault)
        except TimeoutError:
            limit = visit.node.document["timeoutMs"]
            result = Result.failure(Fault("timeout", f"{visit.node.name} took longer than {limit} ms.", retry=True))
        came = [file for called in visit.calls for file in called.result.files]
        result.files = tuple(dict.fromkeys([*result.files, *came]))
        await self.environment.boundary("after", visit.key)
        state, moved = await self.trail.after(visit)
        record = Record(result, (perf_counter() - begun) * 1000, rung(visit.calls), state, moved)
        await self.tell("node.finished", visit.path, record.event(visit.node))  # once, whichever attempt it was
        await self.environment.boundary("event", visit.key)
        return record.to_json()


def _within(visit: Visit) -> asyncio.Timeout:
    """The time that a node which only looks may take in all; one that acts is held to it call by call."""
    limit = visit.node.document.get("timeoutMs")
    return asyncio.timeout(limit / 1000 if limit is not None and visit.node.kind.harmless else None)

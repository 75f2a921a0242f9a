"""Runs of workflows and tasks: what each stands on, how it begins, goes on and ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..agent.resume import begun_with
from ..agent.task import Task
from ..core.call import new_id
from ..core.context import Context
from ..core.event import Kind
from ..core.fault import Fault
from ..core.json import Object
from ..core.protocols import Page
from ..core.reference import references
from ..core.result import Result
from ..core.schema import Schema
from ..core.steps import MemorySteps
from ..core.suggest import one_of
from ..flow.nodes.ask import as_form
from ..flow.order import comes_before
from ..flow.workflow import Workflow
from ..text.clip import on_one_line
from .execution import Execution

if TYPE_CHECKING:
    from ..durable.controls import Control
    from ..durable.executor import DurableEngine

CHANGEABLE: Final = ("model", "fallback", "max_steps", "model_timeout")
"""What of a task may be another where a new run begins with what an earlier one had done."""


class Runs:
    """Starts workflows and takes them up again. One engine for all of them, launched with the first."""

    def __init__(self, context: Context, execution: Execution, *, database: str, environ: Mapping[str, str]) -> None:
        self.execution = execution
        self.database = database
        self.executor: str | None = None
        """Who executes: the first run's id, or a worker's name."""
        self.worker = False
        self.opened: Callable[[], Object] = dict
        """With what this process was opened; kept with a run for whoever takes it up again."""
        self._context = context
        self._environ = environ

    async def run(
        self, workflow: Workflow, inputs: Any = None, *, run: str | None = None, model: str | None = None
    ) -> Result:
        """Run it to its end. What is done is kept, so that it can go on after a kill.

        A `model` is asked only where rules do not know better: rules in words, and elements that cannot be told apart.
        """
        try:
            return await self._started(self.plan(workflow, inputs, model=model), workflow.name, run)
        except Fault as fault:
            return Result.failure(fault)

    async def run_here(
        self, workflow: Workflow, inputs: Any = None, *, run: str | None = None, model: str | None = None
    ) -> Result:
        """Run it and keep no steps: after a kill it is gone."""
        try:
            plan = self.plan(workflow, inputs, model=model)
            return Result.from_json(await self.execution.execute(plan, MemorySteps(run, self._context.cancel)))
        except Fault as fault:
            return Result.failure(fault)

    async def run_task(
        self, task: Task, *, run: str | None = None, durable: bool = True, page: Page | None = None
    ) -> Result:
        """Have the agent do a task. Every decision and action is kept, unless it is not to be `durable`.

        On a `page` that is given it stays open afterwards, and nothing is kept.
        """
        plan: Object = {"task": task.to_json()}
        try:
            async with self.execution.open_model(task.model, task.fallback, task.model_timeout):
                pass  # a model that cannot be had is told before anything begins
            if durable and page is None:
                return await self._started(plan, on_one_line(task.text, 60), run)
            steps = MemorySteps(run, self._context.cancel)
            return Result.from_json(await self.execution.execute_on(page, plan, steps))
        except Fault as fault:
            return Result.failure(fault, {"run": run} if run else None)

    async def try_out(self, workflow: Workflow, inputs: Any, page: Page | None) -> Result:
        """Run it on a page that stays open, and have each node tell its result; no steps are kept."""
        plan, steps = self.plan(workflow, inputs, results=True), MemorySteps(cancel=self._context.cancel)
        return Result.from_json(await self.execution.execute_on(page, plan, steps))

    async def resume(self, run: str) -> Result:
        """Take up a run that was interrupted, paused or stopped, and bring it to its end."""
        self.executor = self.executor or run
        try:
            if run not in await self.engine.recover():
                await self.engine.resume(run)
        except Fault as fault:
            if fault.code == "conflict" and fault.expected == "one process for each executor":
                message, hint = f"The run {run!r} is going on in another process.", f"See: pollex runs show {run}"
                return Result.failure(Fault("conflict", message, hint=hint, retry=False))
            if fault.code == "conflict":
                fault.hint = await self._instead(run)
            return Result.failure(fault)
        return await self.outcome(run)

    async def has_failed(self, run: str) -> bool:
        """Whether it is a task that came to no good end: another run can go on behind what it had done."""
        ended = [each for each in await self.control.list(status="failed", limit=10_000) if each.id == run]
        return bool(ended) and "task" in await self.control.plan(run)

    async def _instead(self, run: str) -> str:
        """What can be done with a run that has ended."""
        if await self.has_failed(run):
            return f"Go on behind what it had done, as a new run: pollex runs fork {run}"
        if "task" in await self.control.plan(run):
            return f"Make a workflow of it: pollex runs compile {run} -o FILE; or start the task again."
        return f"Start a new one with what it had done: pollex runs fork {run} --at PATH"

    async def schedule(self, name: str, cron: str, workflow: Workflow, inputs: Any = None) -> None:
        """Have a worker run it whenever `cron` (in UTC) says so."""
        checked = workflow.inputs.check({} if inputs is None else inputs).unwrap()
        await self.control.schedule(name, cron, self.plan(workflow, checked))

    async def questions(self, run: str) -> dict[str, Object]:
        """The questions that a run waits for an answer to: each form by the path of its node."""
        log = self._context.log
        open_: dict[str, Object] = {}
        for event in [] if log is None else await log.read(run):
            if event.kind == "question.asked":
                open_[event.data["path"]] = event.data["form"]
            elif event.kind in ("question.answered", "node.finished"):
                open_.pop(event.data["path"], None)
        return open_

    async def answer(self, run: str, path: str, answer: Any) -> None:
        """Answer a question; a Fault where the run asks none there, or the answer does not fit its form."""
        waiting = await self.questions(run)
        if path not in waiting:
            message = f"The run asks nothing at {path!r}."
            raise Fault("not_found", message, pointer="/path", expected=one_of(waiting), received=path, retry=False)
        form = waiting[path]
        checked = Schema(form).check(as_form(answer, form))
        if checked.issues:
            raise Fault.from_issues("invalid_input", checked.issues, what="The answer does not fit the form")
        await self.control.send(run, path, checked.value)

    async def serve(self, worker: str, concurrency: int) -> None:
        """Take runs from the queue, so many at a time, and those of workers that died, until `close`."""
        from ..durable.controls import WORK

        self.executor, self.worker = worker, True
        self.execution.lanes = asyncio.Semaphore(concurrency)
        # Loads what a page needs: later that would hold up the loop, and the queue is served meanwhile.
        self.execution.open_page(self._context, None)
        await self.engine.limit(WORK, per_worker=concurrency)  # before the first run can be taken
        await self.engine.recover()

    async def fork(
        self, run: str, *, at: str | None = None, variables: Object | None = None, started: str | None = None
    ) -> Result:
        """A new run that begins with what an earlier one had done before the node `at`, with variables changed.

        Of a task, `at` is a step, by default behind the last of which something came; `variables` change the task:
        its `model`, `max_steps`, `model_timeout`.
        """
        try:
            plan = await self.control.plan(run)
            if "task" in plan:
                return await self._forked_task(run, plan, at, variables or {}, started)
            workflow, kept = Workflow.thawed(plan["workflow"]), await self.control.steps(run)
            records = _before(workflow, kept, at)
            seed = {"records": records, "at": at, "variables": variables or {}}
            return await self._started({**plan, "seed": seed, "forkedFrom": run}, workflow.name, started)
        except Fault as fault:
            return Result.failure(fault)

    async def _forked_task(
        self, run: str, plan: Object, at: str | None, changes: Object, started: str | None
    ) -> Result:
        if unknown := [name for name in changes if name not in CHANGEABLE]:
            message, expected = f"{unknown[0]!r} of a task cannot be changed.", one_of(CHANGEABLE)
            raise Fault("invalid_input", message, pointer=f"/{unknown[0]}", expected=expected, received=unknown[0])
        task = Task.from_json({**plan["task"], **changes})
        kept = begun_with(await self.control.steps(run), at)
        async with self.execution.open_model(task.model, task.fallback, task.model_timeout):
            pass
        made = {**plan, "task": task.to_json(), "kept": kept, "forkedFrom": run}
        return await self._started(made, on_one_line(task.text, 60), started)

    async def heal(self, file: Path, run: str | None = None, *, write: bool = True) -> Result:
        """Write what a run has healed into the workflow's file, as its next version; by default, the last such run."""
        from ..flow.heal.files import mend_by

        log = self._context.log
        try:
            workflow = Workflow.load(file)
            runs = [run] if run else [each.id for each in await self.control.list() if each.name == workflow.name]
            logs = [[] if log is None else await log.read(each) for each in runs]
            made = mend_by(file, workflow, logs, asked=run, write=write)
        except Fault as fault:
            return Result.failure(fault)
        words = [line for each in made for line in each.in_words()]
        return Result.success({"files": [each.to_json() for each in made], "words": words})

    async def _started(self, plan: Object, name: str, run: str | None = None) -> Result:
        started = run or new_id()
        self.executor = self.executor or started
        await self.engine.start({**plan, "opened": self.opened()}, run=started, name=name)
        return await self.outcome(started)

    async def outcome(self, run: str) -> Result:
        try:
            return Result.from_json(await self.engine.outcome(run))
        except Fault as fault:
            if fault.code == "cancelled":
                fault.hint = fault.hint or f"It goes on with: pollex runs resume {run}"
            return Result.failure(fault, {"run": run})

    @cached_property
    def engine(self) -> DurableEngine:
        from .. import durable

        executor = self.executor or new_id()
        execute = self.execution.execute
        return durable.engine(self.database, execute, executor=executor, worker=self.worker, tell=self._heard)

    @property
    def control(self) -> Control:
        """What lists and steers runs, without executing any unless this process does already."""
        return self.engine if "engine" in vars(self) else self._control

    @cached_property
    def _control(self) -> Control:
        from .. import durable

        return durable.control(self.database)

    def plan(self, workflow: Workflow, inputs: Any, **more: Any) -> Object:
        """Everything that a run needs, frozen: files, inputs and the environment's variables that are named."""
        frozen = workflow.frozen()
        named = {each.root for each in references(frozen)}
        environ = {name: value for name, value in self._environ.items() if name in named}
        return {"workflow": frozen, "inputs": inputs, "environ": environ, **more}

    async def close(self) -> None:
        for name in ("engine", "_control"):
            if name in vars(self):
                await vars(self).pop(name).close()

    def _heard(self, kind: Kind, data: Object) -> None:
        """What the engine says of workers, in the log of the app's own run."""
        if self._context.log is not None:
            self._context.log.post(self._context.run, kind, data)


def _before(workflow: Workflow, kept: Mapping[str, Object], at: str | None) -> dict[str, Object]:
    """The records of what had run before a node: as it was written down where the node ran, else by the workflow."""
    if at is None:
        raise Fault("invalid_input", "It is not said at which node.", pointer="/at", expected="the path of a node")
    if at in kept:
        return dict(takewhile(lambda step: step[0] != at, kept.items()))
    return {path: record for path, record in kept.items() if comes_before(workflow, path, at)}

"""Starts, resumes, forks and steers the runs of workflows and tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..agent.task import Task
from ..core.call import checked_run_id, new_id
from ..core.context import Context
from ..core.event import EventKind
from ..core.fault import Fault
from ..core.json import Object
from ..core.output_type import OutputType
from ..core.protocols import Page
from ..core.reference import references
from ..core.reply import Reply
from ..core.result import Result
from ..core.secret import Secret
from ..core.steps import MemorySteps
from ..flow.workflow import Workflow
from ..library.plan import ToolPlan
from ..text.clip import on_one_line
from .asking import sealed
from .execution import Execution
from .fork import fork_task, fork_workflow, refuse_tool
from .questions import OpenQuestion, find_question, open_questions
from .run import Run

if TYPE_CHECKING:
    from ..durable.controls import RunControl
    from ..durable.executor import DurableEngine
    from ..flow.revision.files import CheckDocuments

MOST_NAMESAKES: Final = 100
"""Processes of one kind that execute runs beside each other."""
Hold: TypeAlias = Callable[[Any], Awaitable[Fault | None]]
"""Checks a request that changes something, before it leaves."""


class Runs:
    """The runs of an app. One engine executes all of them; it is launched with the first."""

    def __init__(
        self,
        context: Context,
        execution: Execution,
        *,
        database: str,
        environ: Mapping[str, str],
        opened: Callable[[], Object] = dict,
    ) -> None:
        """`opened` says with which browser and tools this process works; kept for whoever resumes a run."""
        self.execution = execution
        self.database = database
        self.executor: str | None = None
        """Who executes: the first run's id, or a worker's name."""
        self.worker = False
        self._context = context
        self._environ = environ
        self._opened = opened

    async def run(
        self, workflow: Workflow, inputs: Any = None, *, run: str | None = None, model: str | None = None
    ) -> Result:
        """Run a workflow to its end. Each step is kept, so that the run can be resumed after a kill.

        A `model` is asked only for rules in words and for elements that several candidates fit.
        """
        try:
            return await self.outcome(await self.start(workflow, inputs, run=run, model=model))
        except Fault as fault:
            return Result.failure(fault)

    async def start(
        self, workflow: Workflow, inputs: Any = None, *, run: str | None = None, model: str | None = None
    ) -> str:
        """Start a run of a workflow without waiting for its end; return its id, or raise a Fault."""
        started = _new_id(run)
        plan = self.plan(workflow, model=model, **self._given(started, inputs))
        return await self._start(plan, workflow.name, started)

    async def run_here(
        self, workflow: Workflow, inputs: Any = None, *, run: str | None = None, model: str | None = None
    ) -> Result:
        """Run a workflow to its end without keeping its steps: it cannot be resumed."""
        try:
            steps = MemorySteps(_new_id(run), self._context.cancel)
            plan = self.plan(workflow, model=model, **self._given(steps.run, inputs))
            return Result.from_json(await self.execution.execute(plan, steps))
        except Fault as fault:
            return Result.failure(fault)

    def _given(self, run: str, inputs: Any) -> Object:
        """Return the inputs as a plan keeps them: secrets by name, whose values are at hand while the run goes on."""
        given = inputs if isinstance(inputs, dict) else {}
        secrets = {name: value for name, value in given.items() if isinstance(value, Secret)}
        if not secrets:
            return {"inputs": inputs}
        self.execution.secrets[run] = {secret.name: secret for secret in secrets.values()}
        shown = {**given, **{name: secret.placeholder for name, secret in secrets.items()}}
        return {"inputs": shown, "secrets": {name: secret.name for name, secret in secrets.items()}}

    async def run_task(
        self,
        task: Task,
        run: Run,
        *,
        output: OutputType | None = None,
        durable: bool = True,
        page: Page | None = None,
    ) -> Run:
        """Have the agent do a task, and return the run with its result and its output.

        Every decision and action is kept, unless it is not `durable` or works on a `page`, which stays open.
        """
        if output is not None:
            self.execution.outputs[run.id] = output
        try:
            run.result = await self._task_result(task, run.id, durable=durable, page=page)
            if output is not None and run.result.ok:
                run.output = output.read(run.result.data["values"])
        except Fault as fault:
            run.result = Result.failure(fault, {"run": run.id} if run.result is None else run.result.data)
        finally:
            self.execution.outputs.pop(run.id, None)
        return run

    async def _task_result(self, task: Task, run: str, *, durable: bool, page: Page | None) -> Result:
        if durable and page is None:
            return await self.outcome(await self.start_task(task, run))
        self.execution.models.check(task.model, task.fallback)
        steps = MemorySteps(run, self._context.cancel)
        return Result.from_json(await self.execution.execute_on(page, {"task": task.to_json()}, steps))

    async def start_task(self, task: Task, run: str) -> str:
        """Start a run of a task without waiting for its end; raise a Fault where its model cannot be used."""
        self.execution.models.check(task.model, task.fallback)
        return await self._start({"task": task.to_json()}, on_one_line(task.text, 60), run)

    async def run_tool(self, plan: ToolPlan, inputs: Object, *, run: str | None = None, durable: bool = True) -> Result:
        """Run a tool of a library, or only its login, to its end; the inputs are checked already."""
        try:
            if durable:
                return await self.outcome(await self.start_tool(plan, inputs, run=run))
            steps = MemorySteps(_new_id(run), self._context.cancel)
            return Result.from_json(await self.execution.execute(plan.with_inputs(inputs), steps))
        except Fault as fault:
            return Result.failure(fault)

    async def start_tool(self, plan: ToolPlan, inputs: Object, *, run: str | None = None) -> str:
        """Start a run of a library's tool without waiting for its end; return its id."""
        return await self._start(plan.with_inputs(inputs), plan.name, run)

    async def start_call(self, tool: str, args: Any = None, *, run: str | None = None) -> str:
        """Start a run of one call of any tool in the registry; return its id."""
        name = self._context.tools.get(tool).name
        return await self._start({"tool": name, "inputs": {} if args is None else args}, name, run)

    async def replay(self, plan: ToolPlan, inputs: Object, hold: Hold | None) -> Result:
        """Run a tool in a fresh browser, where `hold` may refuse requests that change something; nothing is kept."""
        page = self.execution.open_page(replace(self._context, run=new_id(), domains=plan.domains), None)
        page.hold(hold)
        try:
            steps = MemorySteps(cancel=self._context.cancel)
            return Result.from_json(await self.execution.execute_on(page, plan.with_inputs(inputs), steps))
        finally:
            await page.close()

    async def try_out(self, workflow: Workflow, inputs: Any, page: Page | None) -> Result:
        """Run a workflow on a page that stays open, with the result of each node; no steps are kept."""
        plan, steps = self.plan(workflow, inputs, results=True), MemorySteps(cancel=self._context.cancel)
        return Result.from_json(await self.execution.execute_on(page, plan, steps))

    async def resume(self, run: str) -> Result:
        """Resume a run that was interrupted, paused or stopped, and bring it to its end."""
        try:
            await self.start_again(run)
        except Fault as fault:
            return Result.failure(fault)
        return await self.outcome(run)

    async def start_again(self, run: str) -> None:
        """Resume a run without waiting for its end; raise a Fault where it cannot go on."""
        try:
            self.executor = self.executor or checked_run_id(run)
            if run not in await self.engine.recover():
                await self.engine.resume(run)
        except Fault as fault:
            if fault.code == "conflict" and fault.expected == "one process for each executor":
                message, hint = f"The run {run!r} is going on in another process.", f"See: pollex runs show {run}"
                raise Fault("conflict", message, hint=hint, retry=False) from fault
            if fault.code == "conflict":
                fault.hint = await self._instead(run)
            raise

    async def has_failed(self, run: str) -> bool:
        """Whether a run is a task that failed, so that a fork can go on behind what it had done."""
        ended = await self.control.list(status="failed", run=run)
        return bool(ended) and "task" in await self.control.plan(run)

    async def _instead(self, run: str) -> str:
        """The hint for a run that has ended and cannot be resumed."""
        if await self.has_failed(run):
            return f"Go on behind what it had done, as a new run: pollex runs fork {run}"
        if "task" in await self.control.plan(run):
            return f"Make a workflow of it: pollex runs compile {run} -o FILE; or start the task again."
        if "tool" in await self.control.plan(run):
            return "Run the tool again."
        return f"Start a new one with what it had done: pollex runs fork {run} --at PATH"

    async def schedule(self, name: str, cron: str, workflow: Workflow, inputs: Any = None) -> None:
        """Have a worker run a workflow whenever `cron` (in UTC) says so."""
        checked = workflow.inputs.check({} if inputs is None else inputs).unwrap()
        await self.control.schedule(name, cron, self.plan(workflow, checked))

    async def questions(self, run: str) -> dict[str, OpenQuestion]:
        """Return what a run waits for, answers and approvals, by path."""
        log = self._context.log
        return open_questions([] if log is None else await log.read(checked_run_id(run)))

    async def answer(self, run: str, path: str | None, answer: Any, *, by: str | None = None) -> None:
        """Answer the question at a path, or the only one, through the door `by`.

        Raises a Fault where the run asks nothing there, the answer does not fit its form, or somebody was faster.
        """
        await self._reply(run, find_question(await self.questions(run), path), answer, by)

    async def approve(self, run: str, path: str | None = None, *, approved: bool = True, by: str | None = None) -> None:
        """Approve the call that a run waits with, or refuse it."""
        question = find_question(await self.questions(run), path, "approval")
        await self._reply(run, question, {"approved": approved}, by)

    async def _reply(self, run: str, question: OpenQuestion, answer: Any, by: str | None) -> None:
        reply = Reply(question.check(answer), by)
        kept = replace(reply, value=sealed(reply.value, self.execution.states)) if question.private else reply
        await self.control.send(run, question.path, kept.to_json(), number=question.answered + 1)
        if self._context.log is not None:  # the run writes the same when it hears of it, which may be later
            kind, data = question.answered_event(reply)
            key = f"{run}{question.path}"
            await self._context.log.append(run, kind, data, key=key, attempt=question.asked)

    async def serve(self, worker: str, concurrency: int) -> None:
        """Execute runs from the queue, so many at a time, and those of workers that died, until `close`."""
        from ..durable.controls import WORK

        self.executor, self.worker, self.execution.waits = worker, True, True
        self.execution.slots = asyncio.Semaphore(concurrency)
        # Loads what a page needs now: later it would block the loop while the queue is served.
        self.execution.open_page(self._context, None)
        await self.engine.limit(WORK, per_worker=concurrency)  # before the first run can be taken
        await self.engine.recover()

    async def join(self, name: str) -> None:
        """Execute runs as `name`, or as `name-2` and so on where other processes do, and wait for approvals.

        What an earlier process of that name left unfinished goes on here.
        """
        self.execution.waits = True
        for number in range(1, MOST_NAMESAKES + 1):
            self.executor = name if number == 1 else f"{name}-{number}"
            try:
                await self.engine.recover()
            except Fault as fault:
                if fault.expected != "one process for each executor" or number == MOST_NAMESAKES:
                    raise
                await vars(self).pop("engine").close()
            else:
                return

    async def fork(
        self, run: str, *, at: str | None = None, variables: Object | None = None, started: str | None = None
    ) -> Result:
        """Start a new run with what an earlier one had done before the node `at`, with variables changed.

        Of a task, `at` is a step, by default the one behind the last good one; `variables` change the task: its
        `model`, `fallback`, `max_steps` and `model_timeout`.
        """
        try:
            return await self.outcome(await self.start_fork(run, at=at, variables=variables, started=started))
        except Fault as fault:
            return Result.failure(fault)

    async def start_fork(
        self, run: str, *, at: str | None = None, variables: Object | None = None, started: str | None = None
    ) -> str:
        """Fork a run without waiting for the end of the new one; return its id, or raise a Fault."""
        checked_run_id(run)
        plan, steps = await self.control.plan(run), await self.control.steps(run)
        refuse_tool(run, plan)
        if "task" in plan:
            forked, task = fork_task(plan, steps, at, variables or {})
            self.execution.models.check(task.model, task.fallback)
            name = on_one_line(task.text, 60)
        else:
            forked, workflow = fork_workflow(plan, steps, at, variables or {})
            name = workflow.name
        return await self._start({**forked, "forkedFrom": run}, name, started)

    async def heal(
        self,
        file: Path,
        run: str | None = None,
        *,
        name: str | None = None,
        write: bool = True,
        check: CheckDocuments | None = None,
    ) -> Result:
        """Write what a run has healed into the workflow's file as its next version; by default the last such run.

        `name` is that of the runs, where it is not the workflow's. `check` is asked before anything is written.
        """
        from ..flow.revision.files import revise_by

        log = self._context.log
        try:
            workflow = Workflow.load(file)
            runs = (
                [run]
                if run
                else [each.id for each in await self.control.list() if each.name == (name or workflow.name)]
            )
            logs = [[] if log is None else await log.read(each) for each in runs]
            made = revise_by(file, workflow, logs, asked=run, write=write, check=check)
        except Fault as fault:
            return Result.failure(fault)
        words = [line for each in made for line in each.in_words()]
        return Result.success({"files": [each.to_json() for each in made], "words": words})

    async def _start(self, plan: Object, name: str, run: str | None = None) -> str:
        started = _new_id(run)
        self.executor = self.executor or started
        return await self.engine.start({**plan, "opened": self._opened()}, run=started, name=name)

    async def outcome(self, run: str) -> Result:
        """Wait for the end of a run, and return its result."""
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
        return durable.engine(self.database, execute, executor=executor, worker=self.worker, tell=self._log_worker)

    @property
    def control(self) -> RunControl:
        """Lists and steers runs; executes none, unless this process does already."""
        return self.engine if "engine" in vars(self) else self._control

    @cached_property
    def _control(self) -> RunControl:
        from .. import durable

        return durable.control(self.database)

    def plan(self, workflow: Workflow, inputs: Any, **more: Any) -> Object:
        """Return everything that a run needs, frozen: files, inputs and the environment variables that are named."""
        frozen = workflow.frozen()
        named = {each.root for each in references(frozen)}
        environ = {name: value for name, value in self._environ.items() if name in named}
        return {"workflow": frozen, "inputs": inputs, "environ": environ, **more}

    async def close(self) -> None:
        for name in ("engine", "_control"):
            if name in vars(self):
                await vars(self).pop(name).close()

    def _log_worker(self, kind: EventKind, data: Object) -> None:
        """Write what the engine says of workers into the log of the app's own run."""
        if self._context.log is not None:
            self._context.log.post(self._context.run, kind, data)


def _new_id(run: str | None) -> str:
    """Return the id that was chosen for a new run, checked, or a fresh one."""
    return new_id() if run is None else checked_run_id(run, new=True)

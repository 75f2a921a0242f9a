"""Starts the runs of tasks, workflows and tools, and forks of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..agent.task import Task
from ..core.call import checked_run_id
from ..core.cancel import CancelToken
from ..core.context import EffectCheck, Guard
from ..core.fault import Fault
from ..core.json import Object
from ..core.output_type import OutputType
from ..core.protocols import Page, ScheduleSummary, Steps
from ..core.reference import references
from ..core.result import Result
from ..core.secret import Secret
from ..core.steps import MemorySteps
from ..flow.workflow import Workflow
from ..library.plan import ToolPlan
from ..text.clip import on_one_line
from .fork import ANSWER, fork_task, fork_workflow, refuse_tool
from .host import new_run_id
from .record import record_title
from .run import Run
from .steering import RunSteering


class Runs(RunSteering):
    """The runs of an app: started, and those that are there steered."""

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
        self,
        workflow: Workflow,
        inputs: Any = None,
        *,
        run: str | None = None,
        model: str | None = None,
        asks_for_files: bool = False,
        **place: Any,
    ) -> str:
        """Start a run of a workflow without waiting for its end; return its id, or raise a Fault.

        With `asks_for_files` a person is asked before it opens or uploads a file of this machine. `place` is `where`
        and `tab`, as a task has them.
        """
        started = new_run_id(run)
        asks = {"asksForFiles": True} if asks_for_files else {}
        plan = self.plan(workflow, model=model, **asks, **place, **self._given(started, workflow, inputs))
        return await self._start(plan, workflow.name, started)

    async def run_here(
        self, workflow: Workflow, inputs: Any = None, *, run: str | None = None, model: str | None = None
    ) -> Result:
        """Run a workflow to its end without keeping its steps: it cannot be resumed."""
        try:
            steps = MemorySteps(new_run_id(run), self._context.cancel)
            plan = self.plan(workflow, model=model, **self._given(steps.run, workflow, inputs))
            return Result.from_json(await self.execution.execute(plan, steps))
        except Fault as fault:
            return Result.failure(fault)

    def _given(self, run: str, workflow: Workflow, inputs: Any) -> Object:
        """Return the inputs as a plan keeps them: secrets by name, whose values are at hand while the run goes on.

        Also a plain text is a secret where the workflow says that the input is `writeOnly`.
        """
        given = inputs if isinstance(inputs, dict) else {}
        private = private_inputs(workflow)
        given = {
            name: Secret(f"input.{name}", value) if name in private and isinstance(value, str) else value
            for name, value in given.items()
        }
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

    async def run_tool(
        self,
        plan: ToolPlan,
        inputs: Object,
        *,
        run: str | None = None,
        durable: bool = True,
        hold: EffectCheck | None = None,
    ) -> Result:
        """Run a tool of a library, or only its login, to its end; the inputs are checked already."""
        try:
            if hold is not None:
                return await self.replay(plan.with_inputs(inputs), plan.domains, hold=hold)
            if durable:
                return await self.outcome(await self.start_tool(plan, inputs, run=run))
            steps = MemorySteps(new_run_id(run), self._context.cancel)
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

    async def start_record(self, record: Object, *, run: str | None = None, **place: Any) -> str:
        """Start a recording: a browser opens at the `url`, and a person does the work until `finish`; return its id.

        `place` is `where` and `tab`, as a task has them: there, as where the record is `observed`, the person acts in
        the browser itself, else in the live view.
        """
        record = {**record, "observed": True} if place else record
        return await self._start({"record": record, **place}, on_one_line(record_title(record), 60), run)

    async def replay(
        self,
        plan: Object,
        domains: Sequence[str] | None,
        *,
        hold: EffectCheck | None = None,
        steps: Steps | None = None,
        **checks: Any,
    ) -> Result:
        """Run a plan in a fresh window, where `hold` may refuse requests that change something; nothing is kept.

        `checks` are further ones of its calls, by their names in the context.
        """
        steps = steps or MemorySteps(cancel=self._context.cancel)
        allowed = None if domains is None else tuple(domains)
        page = self.execution.open_page(replace(self._context, run=steps.run, domains=allowed), None, trial=True)
        page.hold(hold)
        try:
            return Result.from_json(await self.execution.execute_on(page, plan, steps, hold=hold, **checks))
        finally:
            await page.close()

    async def replay_workflow(
        self, workflow: Workflow, inputs: Any, *, steps: Steps | None = None, **checks: Any
    ) -> Result:
        """Run a workflow as `replay` does, with the result of each node."""
        steps = steps or MemorySteps(cancel=self._context.cancel)
        plan = self.plan(workflow, results=True, **self._given(steps.run, workflow, inputs))
        return await self.replay(plan, workflow.domains, steps=steps, **checks)

    async def try_out(
        self,
        workflow: Workflow,
        inputs: Any,
        page: Page | None,
        *,
        run: str | None = None,
        cancel: CancelToken | None = None,
        guards: tuple[Guard, ...] = (),
    ) -> Result:
        """Run a workflow on a page that stays open, with the result of each node; no steps are kept."""
        steps = MemorySteps(run, cancel or self._context.cancel)
        plan = self.plan(workflow, results=True, **self._given(steps.run, workflow, inputs))
        return Result.from_json(await self.execution.execute_on(page, plan, steps, guards))

    async def schedule(
        self, name: str, cron: str, workflow: Workflow, inputs: Any = None, *, notify: Object | None = None
    ) -> None:
        """Have a worker run a workflow whenever `cron` (in UTC) says so.

        Each result is kept with its run, and sent to the `url` of `notify`, with its `credential`.
        """
        checked = workflow.inputs.check({} if inputs is None else inputs).unwrap()
        _refuse_private(private_inputs(workflow) & checked.keys())
        await self._schedule(name, cron, self.plan(workflow, checked), notify)

    async def schedule_tool(
        self, name: str, cron: str, plan: ToolPlan, inputs: Object, *, notify: Object | None = None
    ) -> None:
        """Have a worker run a library's tool as `schedule` does a workflow; the inputs are checked already."""
        await self._schedule(name, cron, plan.with_inputs(inputs), notify)

    async def schedules(self) -> list[Object]:
        """Return the schedules, the next due first: the name, what runs, when, and the webhook that is told."""
        return [_scheduled(each) for each in await self.control.schedules()]

    async def unschedule(self, name: str) -> None:
        """End a schedule; raise a Fault where there is none."""
        await self.control.unschedule(name)

    async def _schedule(self, name: str, cron: str, plan: Object, notify: Object | None) -> None:
        told = {} if notify is None else {"notify": {**notify, "schedule": name}}
        await self.control.schedule(name, cron, {**plan, **told})

    async def fork(
        self, run: str, *, at: str | None = None, variables: Object | None = None, started: str | None = None
    ) -> Result:
        """Start a new run with what an earlier one had done before the node `at`, with variables changed.

        Of a task, `at` is a step, by default the one behind the last good one; `variables` change the task: its
        `model`, `fallback`, `max_steps` and `model_timeout`. An `answer` is that to the question it ended with.
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

    async def go_on(self, run: str, changes: Object | None = None) -> Object:
        """Let a run go on without waiting for its end; return its id and status, or raise a Fault.

        A task that failed goes on as a new run, a fork, with `changes`; `answer` among them answers what it asked.
        """
        found = await self.control.find(checked_run_id(run))
        if await self.has_failed(run):
            return {"id": await self.start_fork(run, variables=changes), "status": "running", "forkedFrom": run}
        if changes and ANSWER in changes:
            await self.answer(run, None, changes[ANSWER])
        if found.status == "paused":
            await self.control.resume(run)
        else:
            await self.start_again(run)
        return {"id": run, "status": "running"}

    def plan(self, workflow: Workflow, inputs: Any, **more: Any) -> Object:
        """Return everything that a run needs, frozen: files, inputs and the environment variables that are named."""
        frozen = workflow.frozen()
        named = {each.root for each in references(frozen)}
        environ = {name: value for name, value in self._environ.items() if name in named}
        return {"workflow": frozen, "inputs": inputs, "environ": environ, **more}


def _scheduled(summary: ScheduleSummary) -> Object:
    plan = summary.plan
    what = ToolPlan.from_json(plan["tool"]).name if "tool" in plan else Workflow.thawed(plan["workflow"]).name
    webhook = plan.get("notify", {}).get("url")
    return {"name": summary.name, "runs": what, "cron": summary.cron, "due": summary.due, "webhook": webhook}


def _refuse_private(private: set[str]) -> None:
    if private:
        message = f"The input {min(private)!r} is a secret, which a schedule would keep."
        hint = "Store it as a credential, and write {{secret.NAME.field}} in the workflow."
        raise Fault("conflict", message, pointer=f"/{min(private)}", hint=hint, retry=False)


def private_inputs(workflow: Workflow) -> set[str]:
    """Return the names of inputs whose values are secrets: `writeOnly` in their schemas."""
    declared = workflow.document.get("inputs", [])
    return {each["display_name"] for each in declared if each.get("schema", {}).get("writeOnly")}

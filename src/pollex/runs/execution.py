"""Executes the plan of a run, with its page and its model, from its first event to its last."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from ..agent.task import NO_JUDGE, Task
from ..core.context import Context, Guard
from ..core.environment import RunEnvironment, SnapshotCipher
from ..core.event import EventKind, last_end, was_stopped
from ..core.fault import Fault
from ..core.json import Object
from ..core.output_type import OutputType
from ..core.protocols import Model, Page, Steps
from ..core.secret import GivenSecrets, Secret
from ..core.steps import MemorySteps
from ..model.names import LOCAL
from ..store.retrying import RetryingLog
from .asking import approver, asker
from .live_run import LiveRun, LiveRuns
from .local_files import ask_for_files
from .place import place_now
from .plan import RunJob, call_job, record_job, task_job, tool_job, workflow_job
from .resting import resting
from .tool_run import ToolRunner


class OpenPage(Protocol):
    """Makes the pages of runs."""

    def __call__(
        self,
        context: Context,
        trace: str | None,
        *,
        trial: bool = False,
        where: str | None = None,
        tab: int | None = None,
    ) -> Page:
        """Make a page for a context; with a file name, one that writes a trace.

        What a `trial` downloads is nobody's. `where` is the person's own browser, `tab` one of its tabs.
        """
        ...


Notify = Callable[[Object, Object, Context], Awaitable[None]]
"""Sends a run's result to where its schedule says, or raises a Fault."""


Observe = Callable[[LiveRun, Object], Awaitable[None]]
"""Begins to keep what a person does in the browser of a recording."""


Share = Callable[[LiveRun], AbstractAsyncContextManager[None]]


class Models(Protocol):
    """The models that runs may ask, by name."""

    def check(self, *names: str | None) -> None:
        """Raise a Fault where one of them does not exist or has no key."""

    def open(
        self, name: str, fallback: str | None = None, timeout: float | None = None
    ) -> AbstractAsyncContextManager[Model]:
        """Open a model, perhaps with a second one; an answer may take so many seconds."""


class Execution:
    """Executes plans, one or several at a time."""

    def __init__(
        self,
        context: Context,
        *,
        open_page: OpenPage,
        models: Models,
        tools: ToolRunner,
        states: SnapshotCipher | None = None,
        notify: Notify | None = None,
    ) -> None:
        """`open_page` makes the page of a run, which opens its window when it is first used.

        `notify` sends the result of a scheduled run to where its plan says.
        """
        self.notify = notify
        self.observe: Observe | None = None
        """Observes a person who records in the browser itself."""
        self.share: Share = lambda _: nullcontext()
        """Entered while a run goes on, so that other processes of its home can watch it."""
        self.tools = tools
        self.open_page = open_page
        self.models = models
        self.outputs: dict[str, OutputType] = {}
        """The types of the answers that callers in this process wait for, by run."""
        self.environment: dict[str, Any] = {}
        """Further fields of the RunEnvironment of each run."""
        self.live = LiveRuns()
        self.slots: asyncio.Semaphore | None = None
        """How many runs a worker executes at a time; the queue counts only those that have begun."""
        self.waits = False
        """Whether runs wait for approvals from elsewhere where nobody is here to ask."""
        self.secrets: dict[str, Mapping[str, Secret]] = {}
        """Secrets that were given by value as inputs, by run: they are in no plan, and gone with this process."""
        self._context = context
        self.states = states
        self._turn = asyncio.Lock()

    async def execute(self, plan: Object, steps: Steps) -> Object:
        """Run a plan to its end; called by the engine."""
        async with self.slots or nullcontext():
            shape = await self.execute_on(None, plan, steps)
        if plan.get("notify") is not None:
            told = await steps.step("/notify", lambda: self._notified(plan["notify"], shape, steps.run))
            return {**shape, "notes": [*shape.get("notes", ()), told["note"]]}
        return shape

    async def _notified(self, about: Object, shape: Object, run: str) -> Object:
        """Send the result of a run to where its schedule says; return a note on what became of that."""
        assert self.notify is not None, "only a scheduled run notifies"
        try:
            await self.notify(about, shape, replace(self._context, run=run, domains=None))
        except Fault as fault:
            return {"note": f"The notification was not taken: {fault.message}"}
        return {"note": "The notification was sent."}

    async def execute_on(
        self, page: Page | None, plan: Object, steps: Steps, guards: tuple[Guard, ...] = (), **checks: Any
    ) -> Object:
        """Run a plan to its end on a page that stays open, or on one of its own.

        `guards` check its calls, too; other `checks` replace those of the context by name.
        """
        if plan.get("asksForFiles"):
            guards = (*guards, ask_for_files)
        async with self._job(plan) as job:
            return await self._execute(plan, job, steps, page, guards, checks)

    async def _execute(
        self, plan: Object, job: RunJob, steps: Steps, given: Page | None, guards: tuple[Guard, ...], checks: Object
    ) -> Object:
        log = None if self._context.log is None else RetryingLog(self._context.log, steps.cancel)
        guards = (*self._context.guards, *guards)
        context = replace(
            self._context, run=steps.run, log=log, domains=job.domains, cancel=steps.cancel, guards=guards, **checks
        )
        if (given_secrets := self.secrets.get(steps.run)) and context.secrets is not None:
            context = replace(context, secrets=GivenSecrets(given_secrets, context.secrets))
        context = replace(context, ask=asker(context, steps, self.states))
        attended = (self.waits or context.approve is not None) and not isinstance(steps, MemorySteps)
        if attended:
            context = replace(context, approve=approver(context.run, steps, context.approve))
        if (only := job.only_reads) is not None:
            guards, aims = (*context.guards, only.consent.begins), (*context.aims, only.consent.aimed)
            context = replace(context, guards=guards, aims=aims)
        place = await place_now(log, steps.run, plan)
        page = given or self.open_page(context, job.trace, **place)
        if only is not None:
            page.hold(only.passes)
        context = replace(context, page=page, model=job.model)
        options = {
            "environ": plan.get("environ", {}),
            "results": plan.get("results", False),
            "attended": attended,
        }
        options["resting"] = lambda: resting(live)
        if plan.get("record", {}).get("observed"):
            options["observe"] = lambda: self._observe(live, plan["record"])
        if (output := self.outputs.get(steps.run)) is not None:
            options["check_output"] = output.read
        environment = RunEnvironment(context, steps, self.states, turn=self._turn, **options, **self.environment)
        live: LiveRun = LiveRun(environment, page, recorded=job.recorded, observed="where" in place, taken=job.recorded)
        steps.on_pause = partial(_paused, context, live)
        where = {} if "where" not in place else {"where": place["where"]}
        take = await _begin(context, {**job.started, **where})
        try:
            async with self.share(live), self.live.going(live):
                result = await job.work(environment)
        finally:
            self.secrets.pop(steps.run, None)
            if given is None:
                await page.close()
        shape: Object = context.redactor.value(result.to_json())
        await _emit(context, "run.finished", {"result": shape}, take)
        return shape

    async def _observe(self, live: LiveRun, record: Object) -> None:
        assert self.observe is not None, "whoever opens the app says how a person is observed"
        await self.observe(live, record)

    @asynccontextmanager
    async def _job(self, plan: Object) -> AsyncIterator[RunJob]:
        """Open the job of a plan, with its model."""
        if "task" in plan:
            task = Task.from_json(plan["task"])
            async with (
                self.models.open(task.model, task.fallback, task.model_timeout) as model,
                self._judge(task, model) as judge,
            ):
                yield task_job(task, model, plan.get("kept", {}), judge)
        elif "record" in plan:
            yield record_job(plan)
        elif isinstance(plan.get("tool"), str):
            yield call_job(plan)
        elif "tool" in plan:
            yield tool_job(plan, self.tools)
        elif plan.get("model") is not None:
            async with self.models.open(plan["model"]) as model:
                yield replace(workflow_job(plan), model=model)
        else:
            yield workflow_job(plan)

    @asynccontextmanager
    async def _judge(self, task: Task, model: Model) -> AsyncIterator[Model | None]:
        """Open the model that judges a task's effects: its own, another one, or none."""
        if task.judge == NO_JUDGE or (task.judge is None and model.name == LOCAL):
            yield None
        elif task.judge is None:
            yield model
        else:
            async with self.models.open(task.judge, None, task.model_timeout) as judge:
                yield judge


async def _begin(context: Context, started: Object) -> int:
    """Write that a run begins or is resumed, and return which attempt this is.

    A run whose end is written already, by a process that was killed afterwards, only returns that end again.
    """
    if context.log is None:
        return 1
    ends, last = await last_end(context.log, context.run)
    if last is not None and not was_stopped(last):
        return ends
    again = await context.log.find(context.run, "run.started") is not None
    await _emit(context, "run.resumed" if again else "run.started", {} if again else started, None if again else 1)
    return ends + 1


async def _paused(context: Context, live: LiveRun, waits: bool) -> None:
    """Say that a run waits because it was told to, or that it goes on."""
    if not waits and not live.recorded:
        await live.release()
    await _emit(context, "run.paused" if waits else "run.resumed", {}, None)


async def _emit(context: Context, kind: EventKind, data: Object, take: int | None) -> None:
    """Write an event, once for each attempt; without a number, each time."""
    if context.log is not None:
        key = None if take is None else context.run
        await context.log.append(context.run, kind, context.redactor.value(data), key=key, attempt=take or 1)

"""What executes a plan: a workflow or a task with its page and its model, from the event that begins it to the last."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import replace
from typing import Any, Protocol

from ..agent.task import Task
from ..core.context import Context
from ..core.environment import RunEnvironment, States
from ..core.event import Kind, last_end, was_stopped
from ..core.json import Object
from ..core.protocols import Model, Page, Steps
from ..store.retrying import RetryingLog
from .plan import Job, task_job, workflow_job

OpenPage = Callable[[Context, str | None], Page]
"""Makes a page for a context; with a file's name, one that is traced into it."""


class OpenModel(Protocol):
    """Opens a model by its name for a while, perhaps with a second one; an answer may take so many seconds."""

    def __call__(
        self, name: str, fallback: str | None = None, timeout: float | None = None
    ) -> AbstractAsyncContextManager[Model]: ...


class Execution:
    """Executes plans, several at a time if it is asked to."""

    def __init__(
        self, context: Context, *, open_page: OpenPage, open_model: OpenModel, states: States | None = None
    ) -> None:
        """`open_page` makes the page of a run, which opens its window when it is first used."""
        self.open_page = open_page
        self.open_model = open_model
        self.environment: dict[str, Any] = {}
        """Changes to what runs stand on: who answers their questions, and what ends them in tests."""
        self.lanes: asyncio.Semaphore | None = None
        """A worker's own bound: the queue's is reckoned from what has begun, and a busy loop begins late."""
        self._context = context
        self._states = states
        self._turn = asyncio.Lock()

    async def execute(self, plan: Object, steps: Steps) -> Object:
        """What the engine calls: run a plan to its end."""
        async with self.lanes or nullcontext():
            return await self.execute_on(None, plan, steps)

    async def execute_on(self, page: Page | None, plan: Object, steps: Steps) -> Object:
        """Run a plan to its end on a page that stays open, or on one of its own."""
        async with self._job(plan) as job:
            return await self._worked(plan, job, steps, page)

    async def _worked(self, plan: Object, job: Job, steps: Steps, given: Page | None) -> Object:
        log = None if self._context.log is None else RetryingLog(self._context.log, steps.cancel)
        context = replace(self._context, run=steps.run, log=log, domains=job.domains, cancel=steps.cancel)
        page = given or self.open_page(context, job.trace)
        context = replace(context, page=page, model=job.model)
        options = {"environ": plan.get("environ", {}), "results": plan.get("results", False)}
        environment = RunEnvironment(context, steps, self._states, turn=self._turn, **options, **self.environment)
        take = await _begun(context, job.started)
        try:
            result = await job.work(environment)
        finally:
            if given is None:
                await page.close()
        shape: Object = context.redactor.value(result.to_json())
        await _emit(context, "run.finished", {"result": shape}, take)
        return shape

    @asynccontextmanager
    async def _job(self, plan: Object) -> AsyncIterator[Job]:
        """What a plan comes to; the model of a task is open meanwhile."""
        if "task" in plan:
            task = Task.from_json(plan["task"])
            async with self.open_model(task.model, task.fallback, task.model_timeout) as model:
                yield task_job(task, model, plan.get("kept", {}))
        elif plan.get("model") is not None:
            async with self.open_model(plan["model"]) as model:
                yield replace(workflow_job(plan), model=model)
        else:
            yield workflow_job(plan)


async def _begun(context: Context, started: Object) -> int:
    """Say that a run begins, or that it is taken up again; the number of this take-up. One that has come to its end,
    which a process told of before it was killed, is only brought to that end again."""
    if context.log is None:
        return 1
    ends, last = await last_end(context.log, context.run)
    if last is not None and not was_stopped(last):
        return ends
    again = await context.log.find(context.run, "run.started") is not None
    await _emit(context, "run.resumed" if again else "run.started", {} if again else started, None if again else 1)
    return ends + 1


async def _emit(context: Context, kind: Kind, data: Object, take: int | None) -> None:
    """Write an event, once for each take-up; without a number, as often as it is said."""
    if context.log is not None:
        key = None if take is None else context.run
        await context.log.append(context.run, kind, context.redactor.value(data), key=key, attempt=take or 1)

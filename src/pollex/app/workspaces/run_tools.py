"""Tools of a workspace about runs: start, list, show, steer and keep them. Those that it started stop with its STOP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core.context import Context
from ...core.declare import from_function
from ...core.event import last_end
from ...core.fault import Fault
from ...core.json import Object
from ...core.protocols import RunSummary
from ...core.tool import Tool
from ...runs.run import Run
from ...runs.summary import summary
from ..workflows.files import find_workflow
from ..workspace_calls.approval import ask_person
from .kept_run import keep_run
from .parts import AppParts

if TYPE_CHECKING:
    from ..product import ProductWindows


class RunTools:
    """The runs that one workspace starts and shows."""

    def __init__(
        self,
        parts: AppParts,
        on_start: Callable[[Run, str], None],
        windows: ProductWindows,
        model: Callable[[], str | None],
    ) -> None:
        """`on_start` takes each run with what its end is told of, which is empty where whoever started it waits.

        `model` is the one that was chosen in the workspace.
        """
        self._parts = parts
        self._on_start = on_start
        self._windows = windows
        self._model = model
        self.started: dict[str, Run] = {}
        """Runs that may still be going on."""

    def tools(self) -> list[Tool]:
        return [
            from_function(self.list, name="runs.list", effect="read", examples=[{}, {"limit": 5}]),
            from_function(self.show, name="runs.show", effect="read", examples=[{"id": EXAMPLE}]),
            from_function(self.start, name="runs.start", timeout=86_400.0, examples=[{"task": "find the newest mail"}]),
            from_function(self.record, name="runs.record", examples=[{"url": "https://example.org"}]),
            from_function(self.finish, name="runs.finish", idempotent=True, examples=[{"id": EXAMPLE}]),
            from_function(self.stop, name="runs.stop", idempotent=True, examples=[{"id": EXAMPLE}]),
            from_function(self.pause, name="runs.pause", idempotent=True, examples=[{"id": EXAMPLE}]),
            from_function(self.resume, name="runs.resume", examples=[{"id": EXAMPLE}]),
            from_function(self.fork, name="runs.fork", examples=[{"id": EXAMPLE, "at": "/3"}]),
            from_function(self.keep, name="runs.keep", examples=[{"id": EXAMPLE, "name": "Open orders"}]),
        ]

    async def list(self, limit: int = 20) -> list[Object]:
        """List runs, newest first: id, name, status, times and cost.

        Args:
            limit: How many.
        """
        runs, log = self._parts.runs(), self._parts.context.log
        assert log is not None
        return [await summary(runs, log, run) for run in await runs.control.list(limit=limit)]

    async def show(self, id: str) -> Object:  # noqa: A002 - it is the id of the run
        """Show a run: its status, its cost, its result and what it asks.

        Args:
            id: The id of the run.
        """
        runs, log = self._parts.runs(), self._parts.context.log
        assert log is not None
        found = await runs.control.list(run=id)
        if not found:
            raise Fault("not_found", f"There is no run {id!r}.", pointer="/id", received=id, hint="See `runs.list`.")
        questions = await runs.questions(id)
        _, finished = await last_end(log, id)
        result = {} if finished is None else finished.data["result"]
        return {
            **await summary(runs, log, found[0]),
            "result": {name: result[name] for name in ("ok", "data", "fault") if name in result},
            "questions": [each.to_json() for each in questions.values()],
        }

    async def start(
        self,
        task: str | None = None,
        workflow: str | None = None,
        tool: str | None = None,
        inputs: dict[str, Any] | None = None,
        url: str | None = None,
        wait: bool = True,
        show: bool = False,
        tell: bool = True,
        *,
        context: Context,
    ) -> Object:
        """Start a run of a task in words, a workflow or a tool, in a browser of its own; what it shows is drawn.

        Args:
            task: What an agent is to do, in words.
            workflow: The name of a kept workflow.
            tool: The name of a tool.
            inputs: The inputs of the workflow or the tool.
            url: Where a task begins.
            wait: Whether to answer with the outcome, instead of at once.
            show: Whether the window of the run is opened.
            tell: Whether the chat says that it has ended, where nobody waits for it.
        """
        given = {"url": url, "model": self._model()}
        options: Object = {name: each for name, each in given.items() if each is not None}
        if context.authority is not None and task is None:
            started = {"workflow": workflow, "tool": tool, "inputs": inputs or {}}
            await ask_person(started, context, f"a model starts {workflow or tool!r}, and nobody asked for it by name")
        if workflow is not None:
            loaded = self._parts.load_workflow(find_workflow(self._parts.workflows, workflow))
            run = await self._parts.start(workflow=loaded, inputs=inputs or {}, asks_for_files=True)
        elif tool is not None:
            run = await self._parts.start(tool=tool, inputs=inputs or {})
        else:
            run = await self._parts.start(task, **options, authority=context.authority)
        self.started[run.id] = run
        self._on_start(run, "" if wait or not tell else workflow or tool or task or "")
        if show:
            await self._windows.open("run", run.id)
        if not wait:
            return {"run": run.id}
        result = await run.wait()
        self.started.pop(run.id, None)
        return {"run": run.id, "ok": result.ok, "data": result.data, "fault": result.fault and result.fault.to_json()}

    async def record(self, url: str, name: str | None = None, show: bool = False) -> Object:
        """Start a recording: a browser opens at an address, and a person does the work in its live view.

        Args:
            url: Where the browser opens.
            name: What the recording is called.
            show: Whether the live view is opened.
        """
        run = await self._parts.start(record={"url": url, **({} if name is None else {"name": name})})
        self.started[run.id] = run
        self._on_start(run, "")
        if show:
            await self._windows.open("live", run.id)
        return {"run": run.id}

    async def finish(self, id: str, keep: str | None = None) -> Object:  # noqa: A002
        """End a recording well, so that it can be made a workflow.

        Args:
            id: The id of the run.
            keep: Keep it as a workflow of this name at once, and open that in place of the live view.
        """
        runs = self._parts.runs()
        await runs.finish(id)
        result = await runs.outcome(id)
        self.started.pop(id, None)
        if keep is None or not result.ok:
            return {"id": id, "ok": result.ok}
        kept = await self.keep(id, keep)
        await self._windows.leave("live", id)
        await self._windows.open("workflow", kept["name"])
        return {"id": id, "ok": True, **kept}

    async def stop(self, id: str, context: Context) -> Object:  # noqa: A002
        """Stop a run.

        Args:
            id: The id of the run.
        """
        control = self._parts.runs().control
        if (found := await control.find(id)).finished is None:
            await self._ask_for_others(found, context, "stops")
        await control.cancel(id)
        self.started.pop(id, None)
        return {"id": id, "status": (await control.find(id)).status}

    async def pause(self, id: str, context: Context) -> Object:  # noqa: A002
        """Let a run wait before its next step.

        Args:
            id: The id of the run.
        """
        control = self._parts.runs().control
        if (found := await control.find(id)).finished is None:
            await self._ask_for_others(found, context, "pauses")
        await control.pause(id)
        return {"id": id, "status": "paused"}

    async def resume(self, id: str, context: Context) -> Object:  # noqa: A002
        """Let a run go on that was paused, stopped or interrupted. A task that failed goes on as a new run.

        Args:
            id: The id of the run.
        """
        runs = self._parts.runs()
        await self._ask_for_others(await runs.control.find(id), context, "resumes")
        return await runs.go_on(id)

    async def fork(self, id: str, at: str | None = None) -> Object:  # noqa: A002
        """Start a new run with what an earlier one had done before a step; the earlier one stays as it is.

        Args:
            id: The id of the run.
            at: The path of the step or node that is done anew, such as /3; of a task, else behind the last good one.
        """
        return {"id": await self._parts.runs().start_fork(id, at=at), "status": "running", "forkedFrom": id}

    async def keep(
        self,
        id: str,  # noqa: A002
        name: str | None = None,
        partial: bool = False,
        replay: bool = True,
    ) -> Object:
        """Keep what an agent's run did as a workflow, which does it again without a model.

        Args:
            id: The id of the run.
            name: What it is called; else the beginning of the task.
            partial: Whether also a run is kept that did not end well.
            replay: Whether it is replayed at once in a fresh window, up to the first request that changes something.
        """
        found = await self._parts.runs().control.find(id)
        run = self._parts.find_run(found.id)
        return await keep_run(run, self._parts.workflows, name, partial=partial, replay=replay)

    async def _ask_for_others(self, run: RunSummary, context: Context, does: str) -> None:
        """Raise a Fault unless a run was started here, or a person agrees."""
        if run.id not in self.started:
            await ask_person({"id": run.id, "name": run.name}, context, f"it {does} a run that was not started here")

    async def stop_all(self) -> None:
        """Stop the runs that this workspace started."""
        started, self.started = list(self.started), {}
        control = self._parts.runs().control if started else None
        if control is not None:
            await asyncio.gather(*[control.cancel(each) for each in started], return_exceptions=True)


EXAMPLE = "00000000-0000-4000-8000-000000000000"

"""Tools of a workspace about runs: start, list, show and stop them. Those that it started stop with its STOP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ...core.declare import from_function
from ...core.event import last_end
from ...core.fault import Fault
from ...core.json import Object
from ...core.tool import Tool
from ...runs.run import Run
from ...runs.summary import summary
from .parts import AppParts
from .workflow_tools import find_workflow


class RunTools:
    """The runs that one workspace starts and shows."""

    def __init__(self, parts: AppParts, on_start: Callable[[Run], None]) -> None:
        self._parts = parts
        self._on_start = on_start
        self.started: dict[str, Run] = {}
        """Runs that may still be going on."""

    def tools(self) -> list[Tool]:
        return [
            from_function(self.list, name="runs.list", effect="read", examples=[{}, {"limit": 5}]),
            from_function(self.show, name="runs.show", effect="read", examples=[{"id": EXAMPLE}]),
            from_function(self.start, name="runs.start", timeout=86_400.0, examples=[{"task": "find the newest mail"}]),
            from_function(self.stop, name="runs.stop", idempotent=True, examples=[{"id": EXAMPLE}]),
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
    ) -> Object:
        """Start a run of a task in words, a workflow or a tool, in a browser of its own; what it shows is drawn.

        Args:
            task: What an agent is to do, in words.
            workflow: The name of a kept workflow.
            tool: The name of a tool.
            inputs: The inputs of the workflow or the tool.
            url: Where a task begins.
            wait: Whether to answer with the outcome, instead of at once.
        """
        options: Object = {} if url is None else {"url": url}
        if workflow is not None:
            loaded = self._parts.load_workflow(find_workflow(self._parts.workflows, workflow))
            run = await self._parts.start(workflow=loaded, inputs=inputs or {})
        elif tool is not None:
            run = await self._parts.start(tool=tool, inputs=inputs or {})
        else:
            run = await self._parts.start(task, **options)
        self.started[run.id] = run
        self._on_start(run)
        if not wait:
            return {"run": run.id}
        result = await run.wait()
        self.started.pop(run.id, None)
        return {"run": run.id, "ok": result.ok, "data": result.data, "fault": result.fault and result.fault.to_json()}

    async def stop(self, id: str) -> Object:  # noqa: A002
        """Stop a run.

        Args:
            id: The id of the run.
        """
        await self._parts.runs().control.cancel(id)
        self.started.pop(id, None)
        return {"id": id, "status": "cancelled"}

    async def stop_all(self) -> None:
        """Stop the runs that this workspace started."""
        started, self.started = list(self.started), {}
        control = self._parts.runs().control if started else None
        if control is not None:
            await asyncio.gather(*[control.cancel(each) for each in started], return_exceptions=True)


EXAMPLE = "00000000-0000-4000-8000-000000000000"

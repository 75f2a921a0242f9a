"""Starts the runs of an app: of a task, a workflow, a tool or a recording."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..core.call import checked_run_id, new_id
from ..core.context import EffectPolicy
from ..core.fault import Fault
from ..core.json import Object
from ..core.output_type import OutputType
from ..core.registry import Registry
from ..settings import Settings
from .models import ModelPool

if TYPE_CHECKING:
    from ..agent.task import Task
    from ..core.protocols import Model
    from ..flow.workflow import Workflow
    from ..runs.control import Runs
    from .libraries import Libraries


class RunStarter:
    """Completes what was asked for from the settings, and starts it."""

    def __init__(
        self,
        settings: Settings,
        models: ModelPool,
        tools: Registry,
        *,
        added: Callable[[], list[str]],
        runs: Callable[[], Runs],
        libraries: Callable[[], Libraries],
    ) -> None:
        """`added` returns the names of the tools that an agent is offered where none are named."""
        self._settings = settings
        self._models = models
        self._tools = tools
        self._added = added
        self._runs = runs
        self._libraries = libraries

    def task(
        self,
        task: str,
        *,
        output: OutputType | None = None,
        model: str | Model | None = None,
        fallback: str | Model | None = None,
        allow: Sequence[str] | None = None,
        tools: Sequence[str] | None = None,
        files: Sequence[str | os.PathLike[str]] = (),
        judge: str | Model | None = None,
        policy: EffectPolicy | None = None,
        max_steps: int | None = None,
        history: int | None = None,
        trace: str | os.PathLike[str] | None = None,
        **as_given: Any,
    ) -> Task:
        """Return a task with the options of `App.run`, completed from the settings."""
        from ..agent.task import Task
        from ..model.names import default_steps

        named = self._models.name(model)
        return Task(
            task,
            model=named,
            fallback=None if fallback is None else self._models.name(fallback),
            judge=self._judge(judge),
            max_steps=default_steps(named) if max_steps is None else max_steps,
            history=self._settings.limits.history_actions if history is None else history,
            domains=None if allow is None else tuple(allow),
            tools=tuple(self._added() if tools is None else [self._tools.get(name).name for name in tools]),
            files=tuple(map(str, files)),
            policy=policy or self._settings.approve,
            trace=None if trace is None else str(trace),
            output=None if output is None else output.document,
            **as_given,
        )

    def _judge(self, given: str | Model | None) -> str | None:
        """Return the name of the judge, or `off`; None for the task's own model."""
        from ..agent.task import NO_JUDGE

        judge = given or self._settings.judge or None
        return judge if judge in (None, NO_JUDGE) else self._models.name(judge)

    async def start(
        self,
        *,
        task: str | None,
        workflow: Workflow | None,
        tool: str | None,
        record: Object | None,
        inputs: Any,
        run: str | None,
        options: Object,
    ) -> str:
        """Start a run of the one thing that is given, and return its id. `options` are those of this kind of run."""
        things = {"task": task, "workflow": workflow, "tool": tool, "record": record}
        given = [name for name, each in things.items() if each is not None]
        if len(given) != 1:
            message, received = "A run is of one thing.", " and ".join(given) or "nothing"
            raise Fault("invalid_input", message, expected="a task, a workflow, a tool or a record", received=received)
        id_ = new_id() if run is None else checked_run_id(run, new=True)
        if task is not None:
            if (output := options.pop("output", None)) is not None:
                options["output"] = OutputType.of(output)
            await self._runs().start_task(self.task(task, **options), id_)
        elif workflow is not None:
            model = options.pop("model", None)
            named = None if model is None else self._models.name(model)
            await self._runs().start(workflow, inputs, run=id_, model=named, **options)
        elif tool is not None and self._libraries().tools.has(tool):
            await self._libraries().start(tool, inputs, run=id_, **options)
        elif tool is not None:
            await self._runs().start_call(tool, inputs, run=id_, **options)
        elif record is not None:
            await self._runs().start_record(record, run=id_, **options)
        return id_

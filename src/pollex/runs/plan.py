"""The job that a run's stored plan describes: a task for the agent, a workflow, a tool, or a recording."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from ..agent.loop import run_task
from ..agent.task import Task
from ..core.call import Call
from ..core.environment import RunEnvironment
from ..core.json import Object
from ..core.protocols import Model
from ..core.result import Result
from ..flow.execution.workflow import ForkPoint
from ..flow.run import run_workflow
from ..flow.workflow import Workflow
from ..library.plan import ToolPlan
from ..model.names import LOCAL
from .read_only import ReadOnly
from .record import record_title, run_record
from .recorded_calls import RecordedCalls
from .tool_run import ToolRunner

Work = Callable[[RunEnvironment], Awaitable[Result]]


@dataclass(frozen=True, slots=True)
class RunJob:
    """The work of a run, its first event, and the hosts that it may reach."""

    started: Object
    domains: tuple[str, ...] | None
    work: Work
    model: Model | None = None
    trace: str | None = None
    recorded: bool = False
    """Whether a person does the work."""
    only_reads: ReadOnly | None = None
    """What its page is held to, where it may change nothing."""


def task_job(task: Task, model: Model, kept: Object, judge: Model | None = None) -> RunJob:
    async def work(environment: RunEnvironment) -> Result:
        return await run_task(task, model, environment, kept, judge)

    started = {
        "task": task.text,
        "url": task.url,
        "model": model.name,
        "maxSteps": task.max_steps,
        "readOnly": task.only_asks,
    }
    domains = None if task.domains is None else list(task.domains)
    asked = None if model.name == LOCAL else model
    return RunJob({**started, "domains": domains}, task.domains, work, asked, task.trace)


def workflow_job(plan: Object) -> RunJob:
    workflow = Workflow.thawed(plan["workflow"])

    async def work(environment: RunEnvironment) -> Result:
        fork = ForkPoint(**plan.get("seed", {}))
        return await run_workflow(workflow, plan["inputs"], environment, fork=fork, secrets=plan.get("secrets", {}))

    return RunJob({"workflow": workflow.name, "inputs": plan["inputs"]}, workflow.domains, work)


def tool_job(plan: Object, runner: ToolRunner) -> RunJob:
    tool = ToolPlan.from_json(plan["tool"])

    async def work(environment: RunEnvironment) -> Result:
        return await runner.run(tool, plan["inputs"], environment)

    only_reads = ReadOnly(tool.name) if tool.effect == "read" else None
    return RunJob({"tool": tool.name, "inputs": plan["inputs"]}, tool.domains or None, work, only_reads=only_reads)


def call_job(plan: Object) -> RunJob:
    """The job of a run that is one call of a tool."""

    async def work(environment: RunEnvironment) -> Result:
        call = Call(plan["tool"], plan["inputs"])
        result = await RecordedCalls(environment)(call, environment.context)
        return replace(result, data={"run": environment.steps.run, "outputs": result.data})

    return RunJob({"tool": plan["tool"], "inputs": plan["inputs"]}, None, work)


def record_job(plan: Object) -> RunJob:
    """The job of a run in which a person does the work."""
    record = plan["record"]

    async def work(environment: RunEnvironment) -> Result:
        return await run_record(record, environment)

    started = {"record": record_title(record), "url": record["url"], "domains": record.get("domains")}
    domains = record.get("domains")
    return RunJob(started, None if domains is None else tuple(domains), work, recorded=True)

"""Forks: the plan of a new run that begins with what an earlier one had done."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Final

from ..agent.asking import answered
from ..agent.resume import begun_with
from ..agent.task import Task
from ..core.fault import Fault
from ..core.json import Object
from ..core.suggest import one_of
from ..flow.path_order import comes_before
from ..flow.workflow import Workflow

CHANGEABLE: Final = ("model", "fallback", "max_steps", "model_timeout")
"""What of a task may be changed in a fork."""
ANSWER: Final = "answer"
"""What answers the question that a run ended with."""


def refuse_tool(run: str, plan: Object) -> None:
    """Raise a Fault for the run of a tool or a recording, which cannot begin in the middle."""
    if "record" in plan:
        message = f"The run {run!r} is a recording, which begins at its beginning."
        raise Fault("conflict", message, hint="Record again, or compile it.", retry=False)
    if "tool" in plan:
        message = f"The run {run!r} is of a tool, which begins at its beginning."
        raise Fault("conflict", message, hint="Run the tool again.", retry=False)


def fork_task(plan: Object, steps: Mapping[str, Object], at: str | None, changes: Object) -> tuple[Object, Task]:
    """Return the plan of a fork of a task from the step `at`, by default behind the last good one, and the task."""
    if ANSWER in changes:
        steps, changes = answered(steps, changes[ANSWER]), {name: changes[name] for name in changes if name != ANSWER}
    if unknown := [name for name in changes if name not in CHANGEABLE]:
        message, expected = f"{unknown[0]!r} of a task cannot be changed.", one_of(CHANGEABLE)
        raise Fault("invalid_input", message, pointer=f"/{unknown[0]}", expected=expected, received=unknown[0])
    task = Task.from_json({**plan["task"], **changes})
    return {**plan, "task": task.to_json(), "kept": begun_with(steps, at)}, task


def fork_workflow(
    plan: Object, steps: Mapping[str, Object], at: str | None, variables: Object
) -> tuple[Object, Workflow]:
    """Return the plan of a fork of a workflow from the node `at`, with variables changed, and the workflow."""
    workflow = Workflow.thawed(plan["workflow"])
    seed = {"records": _before(workflow, steps, at), "at": at, "variables": variables}
    return {**plan, "seed": seed}, workflow


def _before(workflow: Workflow, steps: Mapping[str, Object], at: str | None) -> dict[str, Object]:
    """The records of what ran before a node: in the order of the run if the node ran, else by the workflow."""
    if at is None:
        raise Fault("invalid_input", "It is not said at which node.", pointer="/at", expected="the path of a node")
    if at in steps:
        return dict(takewhile(lambda step: step[0] != at, steps.items()))
    return {path: record for path, record in steps.items() if comes_before(workflow, path, at)}

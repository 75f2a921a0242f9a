"""A workflow for a terminal: a head, and below it the nodes as a tree. No colours: it may go into a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .measure import truncated, wrapped
from .plan import PlanStep, StepBranch, WorkflowPlan

WIDTH: Final = 110
"""Cells of a line."""
FEWEST: Final = 40
"""Cells that a node's words have at least, however deep it stands."""


def text(plan: WorkflowPlan) -> str:
    return "\n".join([*_head(plan), "", *_branch(plan.steps, "")])


def _head(plan: WorkflowPlan) -> Iterator[str]:
    version = f"  (version {plan.version})" if plan.version else ""
    yield truncated(plan.name, WIDTH - len(version)) + version
    yield from wrapped(plan.about, WIDTH, 4)
    if plan.facts:
        yield ""
    for name, values in plan.facts:
        for at, each in enumerate(values):
            yield f"{name if at == 0 else '':<8} {truncated(each, WIDTH - 9)}"


def _branch(steps: Sequence[PlanStep], before: str) -> Iterator[str]:
    for step in steps:
        last = step is steps[-1]
        yield _line(step, before + ("└─ " if last else "├─ "))
        yield from _below(step, before + ("   " if last else "│  "))


def _below(step: PlanStep, before: str) -> Iterator[str]:
    if step.kind != "route":
        for way in step.ways:
            yield from _branch(way.steps, before)
        return
    for way in step.ways:
        last = way is step.ways[-1]
        yield before + ("└─ " if last else "├─ ") + truncated(_way(way), max(FEWEST, WIDTH - len(before) - 3))
        yield from _branch(way.steps, before + ("   " if last else "│  "))


def _way(way: StepBranch) -> str:
    return f"{way.label}:" if way.steps else f"{way.label}: nothing"


def _line(step: PlanStep, lines: str) -> str:
    name = f"{step.position} {step.title}: " if step.named else f"{step.position} "
    remarks = "".join(f"  ({remark})" for remark in step.remarks)
    room = max(FEWEST, WIDTH - len(lines) - len(name) - len(remarks))
    return f"{lines}{name}{truncated(step.summary, room)}{remarks}"

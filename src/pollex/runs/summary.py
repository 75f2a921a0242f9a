"""A run as lists show it: name, status, what it asks, and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.event import EventLog, last_end
from ..core.fault import Fault
from ..core.json import Object
from ..core.protocols import RunSummary

if TYPE_CHECKING:
    from .control import Runs


def state_of(run: RunSummary) -> str:
    """Return the status of a run as people see it: one whose process is gone is interrupted."""
    return "interrupted" if run.status == "running" and run.executor is None else run.status


async def summary(runs: Runs, log: EventLog, run: RunSummary, *, asks: bool = True) -> Object:
    """Return a run for the list; `asks` has the nodes that wait for an answer, null is what is not known.

    Without `asks`, which takes all events of the run, nothing is said of them.
    """
    state = state_of(run)
    waits = list(await runs.questions(run.id)) if asks and run.status == "running" else []
    times = {"started": run.started, "finished": run.finished}
    return {"id": run.id, "name": run.name, "status": state, **times, "asks": waits, **await _taken(runs, log, run.id)}


async def _taken(runs: Runs, log: EventLog, run: str) -> Object:
    """Return what a run is and what it cost, from its events."""
    begun = await log.find(run, "run.started")
    plan = await _plan(runs, run) if begun is None else begun.data
    _, finished = await last_end(log, run)
    kind = next((each for each in ("task", "workflow", "tool", "record") if each in plan), None)
    return {"kind": kind, "model": plan.get("model"), **_spent({} if finished is None else finished.data["result"])}


async def _plan(runs: Runs, run: str) -> Object:
    """Return the plan of a run that waits in a queue."""
    try:
        plan = await runs.control.plan(run)
    except Fault:
        return {}
    return {**plan, "model": plan["task"].get("model")} if "task" in plan else plan


def _spent(result: Object) -> Object:
    """Steps of an agent or nodes of a workflow, milliseconds, tokens and dollars."""
    cost, data = result.get("cost") or {}, result.get("data")
    steps = data.get("steps", len(data.get("nodes", ())) or None) if isinstance(data, dict) else None
    tokens = {name: cost.get(name) for name in ("tokensIn", "tokensOut")}
    return {"steps": steps, "ms": cost.get("ms"), **tokens, "usd": cost.get("usd") or None}

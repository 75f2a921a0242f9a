"""A run of a workflow from its inputs to its outcome."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

from ..core.environment import RunEnvironment
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Cost, Result
from ..core.snapshots import SnapshotStore
from .resume import Trail
from .walk import Seed, Walk
from .workflow import Workflow


async def run_workflow(
    workflow: Workflow, inputs: Any, environment: RunEnvironment, *, seed: Seed | None = None
) -> Result:
    """Run it and say how it went. A failed run still tells its variables and every node that ran."""
    try:
        checked = workflow.inputs.check({} if inputs is None else inputs)
        if checked.issues:
            raise Fault.from_issues("invalid_input", checked.issues, what="The inputs")
        walk = Walk(
            workflow,
            checked.value,
            environment,
            Trail(SnapshotStore.of(environment.context, environment.states, environment.turn)),
            seed=seed or Seed(),
        )
    except Fault as fault:
        return Result.failure(fault)
    begun = perf_counter()
    result = await _outcome(walk)
    result.cost = _cost(walk.ledger, (perf_counter() - begun) * 1000)
    result.files = tuple(dict.fromkeys(file for node in walk.ledger for file in node.get("files", ())))
    return result


def _cost(ledger: list[Object], ms: float) -> Cost:
    """What the run took here, and what its nodes spent."""
    spent = [sum(node.get(name, 0) for node in ledger) for name in ("tokensIn", "tokensOut", "usd")]
    return Cost(ms, int(spent[0]), int(spent[1]), float(spent[2]))


@asynccontextmanager
async def _alone(walk: Walk) -> AsyncIterator[None]:
    """While runs of the same account wait, where the workflow names one."""
    account = walk.workflow.document.get("limits", {}).get("account")
    if account is None:
        yield
        return
    async with walk.environment.steps.lease(f"account {walk.named(account)}"):
        yield


async def _outcome(walk: Walk) -> Result:
    data: Object = {"run": walk.environment.steps.run, "outputs": {}, "variables": walk.variables, "nodes": walk.ledger}
    try:
        async with _alone(walk):
            passage = await walk.through()
        if passage.fault is not None:
            return Result.failure(passage.fault, data)
        data["outputs"] = walk.outputs()
    except Fault as fault:
        return Result.failure(fault, data)
    return Result.success(data, notes=tuple(walk.missing()))

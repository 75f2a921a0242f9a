"""A run of a workflow from its inputs to its outcome."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

from ..core.environment import RunEnvironment
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Cost, Result
from ..core.secret import SecretReference
from ..core.snapshots import SnapshotStore
from .definition import WorkflowDefinition
from .execution.checkpoints import Checkpoints
from .execution.node import run_workflow_nodes
from .execution.workflow import ForkPoint, WorkflowExecution


async def run_workflow(
    workflow: WorkflowDefinition,
    inputs: Any,
    environment: RunEnvironment,
    *,
    fork: ForkPoint | None = None,
    secrets: Mapping[str, str] | None = None,
) -> Result:
    """Run a workflow and return its outputs. A failed run still returns its variables and every node that ran.

    `secrets` are the inputs that stand for a secret, each with the secret's name.
    """
    try:
        checked = workflow.inputs.check({} if inputs is None else inputs)
        if checked.issues:
            raise Fault.from_issues("invalid_input", checked.issues, what="The inputs")
        sealed = {name: SecretReference(secret) for name, secret in (secrets or {}).items()}
        snapshots = SnapshotStore.of(environment.context, environment.states, environment.turn)
        execution = WorkflowExecution(
            workflow, {**checked.value, **sealed}, environment, Checkpoints(snapshots), fork=fork or ForkPoint()
        )
    except Fault as fault:
        return Result.failure(fault)
    begun = perf_counter()
    result = await _outcome(execution)
    result.cost = _cost(execution.ledger, (perf_counter() - begun) * 1000)
    result.files = tuple(dict.fromkeys(file for node in execution.ledger for file in node.get("files", ())))
    return result


def _cost(ledger: list[Object], ms: float) -> Cost:
    """Return the time of the run and the tokens that its nodes spent."""
    spent = [sum(node.get(name, 0) for node in ledger) for name in ("tokensIn", "tokensOut", "usd")]
    return Cost(ms, int(spent[0]), int(spent[1]), float(spent[2]))


@asynccontextmanager
async def _alone(execution: WorkflowExecution) -> AsyncIterator[None]:
    """Hold the account that the workflow names: other runs with it wait."""
    account = execution.definition.document.get("limits", {}).get("account")
    if account is None:
        yield
        return
    async with execution.environment.steps.lease(f"account {execution.filled(account)}"):
        yield


async def _outcome(execution: WorkflowExecution) -> Result:
    data: Object = {
        "run": execution.environment.steps.run,
        "outputs": {},
        "variables": execution.variables,
        "nodes": execution.ledger,
    }
    try:
        async with _alone(execution):
            ran = await run_workflow_nodes(execution)
        if ran.fault is not None:
            return Result.failure(ran.fault, data)
        data["outputs"] = execution.outputs()
    except Fault as fault:
        return Result.failure(fault, data)
    return Result.success(data, notes=tuple(execution.missing()))

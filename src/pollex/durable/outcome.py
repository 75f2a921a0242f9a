"""The outcomes of a run and its steps, read from their rows."""

from __future__ import annotations

from typing import Final, cast

from ..core.fault import Fault
from ..core.json import Object
from .database import Database
from .serializer import JsonSerializer

OUTCOME: Final = """SELECT status, output.output, output.error, reason FROM {dbos}workflow_status AS state
    LEFT JOIN {dbos}workflow_output AS output ON output.workflow_uuid = state.workflow_uuid
    LEFT JOIN {own}run ON run = state.workflow_uuid WHERE state.workflow_uuid = :run"""
STEPS: Final = """SELECT function_name, output FROM {dbos}operation_outputs
    WHERE workflow_uuid = :run AND output IS NOT NULL ORDER BY function_id"""
PLAN: Final = "SELECT inputs FROM {dbos}workflow_input WHERE workflow_uuid = :run"
INNER: Final = ("sleep ", "receive ", "timeout ")
"""The prefixes of the engine's own steps."""


def read_outcome(database: Database, serializer: JsonSerializer, run: str) -> Object | Fault | None:
    """Return the run's result, the fault that ended it, or None while it is running."""
    rows = database.run(OUTCOME, {"run": run})
    if not rows:
        return unknown_run(run)
    status, output, error, reason = rows[0]
    match status:
        case "SUCCESS":
            return cast("Object", serializer.deserialize(output))
        case "ERROR":
            return cast("Fault", serializer.deserialize(error))
        case "CANCELLED":
            return Fault("cancelled", f"The run {run!r} was cancelled.", retry=False)
        case "MAX_RECOVERY_ATTEMPTS_EXCEEDED":
            hint = f"See to the cause, then let it go on: pollex runs resume {run}"
            return Fault("unavailable", f"The run {run!r} was given up: {reason}", hint=hint, retry=False)
    return None


def read_plan(database: Database, serializer: JsonSerializer, run: str) -> Object:
    """Return the plan that the run was started with."""
    rows = database.run(PLAN, {"run": run})
    if not rows:
        raise unknown_run(run)
    [given] = serializer.deserialize(rows[0][0])["args"]
    return cast("Object", given)


def steps(database: Database, serializer: JsonSerializer, run: str) -> dict[str, Object]:
    rows = database.run(STEPS, {"run": run})
    return {name: serializer.deserialize(text) for name, text in rows if not name.startswith(INNER)}


def unknown_run(run: str) -> Fault:
    return Fault("not_found", f"There is no run {run!r}.", hint="List the runs with: pollex runs list", retry=False)

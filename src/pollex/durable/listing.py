"""Lists of runs, without their children, newest first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from ..core.protocols import RunSummary
from .database import Database
from .heartbeat import LEASE_MS

RUNS: Final = """SELECT workflow_uuid, attributes, created_at, completed_at, reason, executor, state FROM (
    SELECT {dbos}workflow_status.{age} AS age, workflow_uuid, attributes, created_at, completed_at, reason,
        CASE WHEN status = 'PENDING' AND EXISTS (
            SELECT 1 FROM {own}worker WHERE executor = executor_id AND beat >= {now} - :lease)
            THEN executor_id END AS executor,
        {state} AS state
    FROM {dbos}workflow_status LEFT JOIN {own}run ON run = workflow_uuid
    WHERE workflow_uuid NOT LIKE '%/%') AS listed
    WHERE (CAST(:status AS TEXT) IS NULL OR state = :status) AND (CAST(:run AS TEXT) IS NULL OR workflow_uuid = :run)
    ORDER BY created_at DESC, age DESC LIMIT :limit"""


def runs(database: Database, status: str | None, limit: int, run: str | None = None) -> Sequence[RunSummary]:
    rows = database.run(RUNS, {"status": status, "limit": limit, "lease": LEASE_MS, "run": run})
    return [
        RunSummary(
            run, run_name(attributes), state, event_time(created), event_time(completed) or None, executor, reason
        )
        for run, attributes, created, completed, reason, executor, state in rows
    ]


def run_name(attributes: Any) -> str:
    """Return the name that a run was given; SQLite has the attributes as text."""
    found = json.loads(attributes) if isinstance(attributes, str) else attributes
    return str((found or {}).get("name", ""))


def event_time(milliseconds: int | None) -> str:
    """Return a time of the database in the format of events."""
    if milliseconds is None:
        return ""
    at = datetime.fromtimestamp(milliseconds / 1_000, UTC)
    return at.isoformat(timespec="microseconds").replace("+00:00", "Z")

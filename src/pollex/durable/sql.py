"""SQL for controlling runs without loading the engine: names, the clock, the state of a run."""

from __future__ import annotations

from typing import Final

SQLITE_NOW: Final = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
POSTGRES_NOW: Final = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
STATE: Final = """CASE WHEN status IN ('PENDING', 'ENQUEUED', 'DELAYED') AND paused = 1 THEN 'paused'
            WHEN status = 'PENDING' THEN 'running' WHEN status IN ('ENQUEUED', 'DELAYED') THEN 'queued'
            WHEN status = 'CANCELLED' THEN 'cancelled' WHEN status = 'ERROR' OR failed = 1 THEN 'failed'
            WHEN status = 'SUCCESS' THEN 'done' ELSE 'dead' END"""
SQLITE_NAMES: Final = {"own": "engine_", "dbos": "", "now": SQLITE_NOW, "age": "rowid", "state": STATE}
POSTGRES_NAMES: Final = {
    "own": "pollex.engine_",
    "dbos": "dbos.",
    "now": POSTGRES_NOW,
    "age": "created_at",
    "state": STATE,
}
PREFIXES: Final = ("postgresql://", "postgres://", "postgresql+psycopg://")

BEGUN: Final = """SELECT workflow_uuid, {state} FROM {dbos}workflow_status LEFT JOIN {own}run ON run = workflow_uuid
    WHERE workflow_uuid NOT LIKE '%/%' AND substr(workflow_uuid, 1, :length) = :prefix"""
"""The runs whose ids have this prefix, and their states."""
STOP: Final = """UPDATE {dbos}workflow_status SET status = 'CANCELLED', owner_xid = NULL, queue_name = NULL,
    deduplication_id = NULL, started_at_epoch_ms = NULL, updated_at = {now}, completed_at = {now}
    WHERE (workflow_uuid = :run OR substr(workflow_uuid, 1, :length) = :prefix)
    AND status NOT IN ('SUCCESS', 'ERROR', 'CANCELLED')"""
"""The statements by which DBOS cancels a run, for the run and its children."""
ENDED: Final = ("done", "failed", "cancelled")


def family(run: str) -> dict[str, str | int]:
    """Return the values by which a statement finds a run and its children."""
    return {"run": run, "prefix": f"{run}/", "length": len(run) + 1}

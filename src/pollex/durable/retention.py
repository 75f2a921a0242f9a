"""Retention: deletes old runs with their rows, messages, and the large values that are no longer referred to."""

from __future__ import annotations

from typing import Final

from dbos import DBOSClient

from .blobs import Blobs
from .database import Database
from .run import root_of
from .serializer import BLOB, blob_hash
from .watch import parts

ENDED: Final = """SELECT workflow_uuid FROM {dbos}workflow_status
    WHERE status IN ('SUCCESS', 'ERROR', 'CANCELLED') AND completed_at < {now} - :age"""
FORGET: Final = (
    "DELETE FROM {dbos}operation_outputs WHERE workflow_uuid IN :runs",
    "DELETE FROM {dbos}workflow_input WHERE workflow_uuid IN :runs",
    "DELETE FROM {dbos}workflow_output WHERE workflow_uuid IN :runs",
    "DELETE FROM {own}message WHERE run IN :runs",
    "DELETE FROM {own}run WHERE run IN :runs",
)
GONE: Final = """DELETE FROM {own}worker WHERE kind = 'single' AND beat < {now} - :age AND NOT EXISTS (
    SELECT 1 FROM {dbos}workflow_status WHERE status = 'PENDING' AND executor_id = executor)"""
REFERRING: Final = (
    "SELECT output FROM {dbos}operation_outputs WHERE output LIKE :blob",
    "SELECT error FROM {dbos}operation_outputs WHERE error LIKE :blob",
    "SELECT inputs FROM {dbos}workflow_input WHERE inputs LIKE :blob",
    "SELECT output FROM {dbos}workflow_output WHERE output LIKE :blob",
    "SELECT error FROM {dbos}workflow_output WHERE error LIKE :blob",
    "SELECT message FROM {own}message WHERE message LIKE :blob",
    "SELECT plan FROM {own}schedule WHERE plan LIKE :blob",
)


def purge(database: Database, client: DBOSClient, blobs: Blobs, older_than: float) -> int:
    """Delete runs that ended more than so many seconds ago. A child is deleted with its run."""
    age = {"age": int(older_than * 1_000)}
    ended = [str(run) for (run,) in database.run(ENDED, age)]
    roots = {run for run in ended if root_of(run) == run}
    forgotten = [run for run in ended if root_of(run) in roots]
    for part in parts(forgotten):
        client.delete_workflows([*part])
        for statement in FORGET:
            database.run(statement, {"runs": part})
    database.run(GONE, age)
    blobs.sweep(wanted(database))
    return len(roots)


def wanted(database: Database) -> set[str]:
    """Return the hashes that rows refer to."""
    found = (row for statement in REFERRING for row in database.run(statement, {"blob": f"{BLOB}%"}))
    return {blob_hash(text) for (text,) in found}

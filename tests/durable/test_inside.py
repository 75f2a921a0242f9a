"""The private parts of DBOS that the engine uses, as they are in the version that is pinned."""

from __future__ import annotations

import inspect

from dbos._context import current_owner_xid
from dbos._dbos import DBOSRegistry
from dbos._schemas.system_database import SystemSchema
from dbos._sys_db import SystemDatabase


def parameters(function: object) -> list[str]:
    assert callable(function)
    return list(inspect.signature(function).parameters)


def test_the_calls() -> None:
    assert parameters(SystemDatabase.record_operation_result) == [
        "self", "result", "completed_at_epoch_ms", "owner_xid",
    ]  # fmt: skip
    assert parameters(SystemDatabase.reenqueue_for_recovery) == [
        "self", "workflow_id", "executor_ids", "recovery_queue_name",
    ]  # fmt: skip
    assert parameters(SystemDatabase.dead_letter_workflows) == ["self", "workflow_ids", "min_recovery_attempts"]
    assert parameters(SystemDatabase.verify_migrations) == ["self"]
    assert parameters(SystemDatabase.run_migrations) == ["self"]
    assert parameters(DBOSRegistry._register_internal_queue) == ["self", "name", "limits"]
    assert parameters(current_owner_xid) == ["workflow_id", "ctx"]


def test_the_columns() -> None:
    assert {
        "workflow_uuid", "status", "executor_id", "owner_xid", "recovery_attempts", "attributes", "created_at",
        "completed_at",
    } <= set(SystemSchema.workflow_status.columns.keys())  # fmt: skip
    assert {"workflow_uuid", "output", "error"} <= set(SystemSchema.workflow_output.columns.keys())
    assert {"workflow_uuid", "function_id", "function_name", "output", "error"} <= set(
        SystemSchema.operation_outputs.columns.keys()
    )

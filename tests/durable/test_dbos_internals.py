"""The private parts of DBOS that the engine uses, as they are in the version that is pinned."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from pathlib import Path

import pytest
import sqlalchemy
from dbos import DBOS
from dbos._context import current_owner_xid
from dbos._dbos import DBOSRegistry, _get_dbos_instance
from dbos._schemas.system_database import SystemSchema
from dbos._sys_db import SystemDatabase

from pollex import App, durable
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.durable import dbos_internals
from pollex.durable.controls import RunControl
from pollex.durable.database import Database

from ..waits import PATIENCE


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
    assert parameters(SystemDatabase.start_queued_workflows)[:4] == ["self", "queue", "executor_id", "app_version"]
    assert parameters(SystemDatabase.verify_migrations) == ["self"]
    assert parameters(SystemDatabase.run_migrations) == ["self"]
    assert parameters(DBOSRegistry._register_internal_queue) == ["self", "name", "limits"]
    assert parameters(current_owner_xid) == ["workflow_id", "ctx"]
    assert parameters(DBOS._configure_asyncio_thread_pool) == []


def test_sqlite_tells_the_time_in_milliseconds(tmp_path: Path) -> None:
    """DBOS asks for it from Python 3.12 on, whichever SQLite there is."""
    database = Database(str(tmp_path / "pollex.db"))
    [(now,)] = database.run("SELECT unixepoch('subsec')")
    database.close()
    assert abs(time.time() - now) < PATIENCE


async def test_two_that_take_from_a_queue_at_once_do_not_both_fill_it(tmp_path: Path) -> None:
    """One of them has seen that there is room when the other comes."""
    first, second = (durable.control(str(tmp_path / "pollex.db")) for _ in range(2))
    await first.limit("one", concurrency=1)
    for _ in range(2):
        await first.start({}, queue="one")
    await second.open()
    seen, taken = threading.Event(), threading.Event()

    def look(connection: object, cursor: object, statement: str, *_: object) -> None:
        if "count(*)" in statement and not seen.is_set():
            seen.set()
            taken.wait(1)

    def take(control: RunControl) -> list[str]:
        queue = control.client.retrieve_queue("one")
        assert queue is not None
        return dbos_internals.system_of(control.client).start_queued_workflows(
            queue, "w", "pollex-1", None, owner_xid="x"
        )[0]

    def take_after() -> list[str]:
        assert seen.wait(PATIENCE), "the first has not looked"
        try:
            return take(second)
        finally:
            taken.set()

    for control in (first, second):
        dbos_internals.claim_alone(dbos_internals.system_of(control.client))
    sqlalchemy.event.listen(first.database.engine, "after_cursor_execute", look)
    found = await asyncio.gather(asyncio.to_thread(take, first), asyncio.to_thread(take_after))
    await first.close()
    await second.close()
    assert [len(runs) for runs in found] == [1, 0]


async def test_the_end_does_not_wait_for_the_thread_that_looks_for_messages(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        await app.runs.engine.recover()
        joined = {each.name for each in _get_dbos_instance()._background_threads}
        running = {each.name for each in threading.enumerate()}
    assert [name for name in running if dbos_internals.LISTENER in name]
    assert not [name for name in joined if dbos_internals.LISTENER in name]
    assert joined


async def test_a_second_app_of_a_process_is_refused_and_leaves_the_first_alone(tmp_path: Path) -> None:
    """DBOS is one for each process: the end of the second took the threads of the first."""
    async with App(home=tmp_path / "first", environ={}) as first:
        await first.runs.engine.recover()
        async with App(home=tmp_path / "second", environ={}) as second:
            with pytest.raises(Fault, match="Another App of this process executes runs"):
                await second.runs.engine.recover()
        plan: Object = {"do": []}
        assert await first.runs.engine.start(plan, run="goes on") == "goes on"
    async with App(home=tmp_path / "second", environ={}) as second:
        await second.runs.engine.recover()


def test_the_columns() -> None:
    assert {
        "workflow_uuid", "status", "executor_id", "owner_xid", "recovery_attempts", "attributes", "created_at",
        "completed_at",
    } <= set(SystemSchema.workflow_status.columns.keys())  # fmt: skip
    assert {"workflow_uuid", "output", "error"} <= set(SystemSchema.workflow_output.columns.keys())
    assert {"workflow_uuid", "function_id", "function_name", "output", "error"} <= set(
        SystemSchema.operation_outputs.columns.keys()
    )


async def test_the_end_of_dbos_leaves_the_loop_its_threads(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        await app.runs.engine.start({"do": []}, run="run")
        DBOS.destroy(destroy_registry=True)
        assert await asyncio.to_thread(int) == 0

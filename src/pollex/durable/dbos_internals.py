"""The few private parts of DBOS that are used, all in one place. `tests/durable/test_dbos_internals.py` pins them."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from dbos import DBOS, DBOSClient
from dbos._context import current_owner_xid
from dbos._error import DBOSException, DBOSWorkflowConflictIDError
from dbos._sys_db import SystemDatabase

from ..core.fault import Fault
from .serializer import JsonSerializer

System: TypeAlias = SystemDatabase
"""DBOS's access to its tables."""
Refused = DBOSException
"""Raised by DBOS when it does not write a step: another process has the run, or the step exists."""
NotOurs = DBOSWorkflowConflictIDError
"""Raised out of a run, it makes DBOS wait for the run's outcome elsewhere, and write nothing."""
LISTENER: Final = "run_notification_listener"
"""In the name of the thread that looks for DBOS's messages."""


def system_of(client: DBOSClient | DBOS) -> SystemDatabase:
    return client._sys_db  # noqa: SLF001


def make_tables(system: SystemDatabase) -> None:
    """Migrate DBOS's tables; nothing is written if they are up to date."""
    try:
        system.verify_migrations()
    except Refused:
        with begin_before_tables(system.engine):
            system.run_migrations()


@contextmanager
def begin_before_tables(engine: sa.Engine) -> Iterator[None]:
    """On SQLite, begin transactions before tables are created in them: Python's driver does so only before rows are.

    Otherwise a disk that fills up in the middle leaves half of the tables, which no later start could repair.
    """

    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    if engine.dialect.name != "sqlite":
        yield
        return
    sa.event.listen(engine, "begin", begin)
    try:
        yield
    finally:
        sa.event.remove(engine, "begin", begin)


def token_of(run: str) -> str:
    """Return the token of this execution of the run. Another process that takes it over gets a new one, and only its
    steps are kept."""
    token = current_owner_xid(run)
    assert token is not None
    return token


def keep(
    system: SystemDatabase,
    serializer: JsonSerializer,
    run: str,
    number: int,
    name: str,
    value: Any,
    times: tuple[int, int],
    token: str,
) -> None:
    """Write a step's result, or the fault that it raised, if this execution still owns the run."""
    text = serializer.serialize(value)
    failed = isinstance(value, Fault)
    system.record_operation_result(
        {
            "workflow_uuid": run,
            "function_id": number,
            "function_name": name,
            "output": None if failed else text,
            "error": text if failed else None,
            "serialization": serializer.name(),
            "started_at_epoch_ms": times[0],
            "child_workflow_id": None,
        },
        completed_at_epoch_ms=times[1],
        owner_xid=token,
    )


def take_back(system: SystemDatabase, run: str, executor: str, queue: str) -> bool:
    """Put a run that `executor` has left unfinished back on its queue, or on `queue` if it had none.

    DBOS's own recovery does this with a queue that every process serves, those for a single run included.
    """
    return system.reenqueue_for_recovery(run, [executor], queue)


def give_up(system: SystemDatabase, run: str) -> None:
    """Give up a run."""
    system.dead_letter_workflows([run], min_recovery_attempts=0)


def claim_alone(system: SystemDatabase) -> None:
    """On SQLite, hold the file's lock while runs are taken from a queue, from the first check of its limits on.

    Otherwise two processes see the same free place, and both fill it. Called before the first check, which comes after
    a pause.
    """
    if system.engine.dialect.name != "sqlite":
        return
    claim, claiming = system.start_queued_workflows, threading.local()

    def begin(connection: sa.Connection) -> None:
        if getattr(claiming, "now", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    def claim_in_turn(*args: Any, **options: Any) -> Any:
        claiming.now = True
        try:
            return claim(*args, **options)
        finally:
            claiming.now = False

    sa.event.listen(system.engine, "begin", begin)
    system.start_queued_workflows = claim_in_turn  # type: ignore[method-assign]


def serve_alone(dbos: DBOS, queue: str, seconds: float) -> None:
    """Let this process serve a queue that no other process knows."""
    dbos._registry._register_internal_queue(queue, polling_interval_sec=seconds)  # noqa: SLF001


def end_at_once(dbos: DBOS) -> None:
    """Do not let the end wait for the thread that looks for DBOS's messages between sleeps.

    Runs wait for none of them, so that it has nothing to look for; it ends by itself after its sleep.
    """
    threads = dbos._background_threads  # noqa: SLF001
    threads[:] = [each for each in threads if LISTENER not in each.name]


def keep_threads(loop: asyncio.AbstractEventLoop) -> None:
    """Let a loop keep threads of its own, as many as it needs.

    DBOS puts its pool in their place with every call, and ends that pool with itself: whatever the loop then does in a
    thread fails, such as the rest of our own closing.
    """
    loop.set_default_executor(ThreadPoolExecutor(sys.maxsize, "asyncio"))
    DBOS._configure_asyncio_thread_pool = _leave_threads  # type: ignore[method-assign]  # noqa: SLF001


async def _leave_threads() -> None:
    """Change nothing."""

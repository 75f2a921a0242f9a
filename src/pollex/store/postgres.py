"""The event log in PostgreSQL, for processes on many machines: the same events under the same rules as in SQLite.

While the server is away the log waits for it. An event without a key may then be written twice, if the reply to its
commit was lost. Import this module lazily: it brings `psycopg`.
"""

from __future__ import annotations

import socket
import sqlite3
import threading
import time
import weakref
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final, cast

import psycopg

from ..core.event import Event
from ..core.fault import Fault
from . import tables
from .log import SqlLog
from .owner import is_alive, new_owner
from .refusal import REFUSALS
from .request import LogRequest, Query, settle
from .tables import Entries, Entry, Outrun
from .writer import Writer

PATIENCE: Final = 30.0
"""Seconds to wait for a server that is away."""
SETTING_UP: Final = 7_305_911
"""The advisory lock under which tables are created, also the engine's own."""
LEASE: Final = 6
"""Seconds after its last heartbeat for which a worker counts as alive."""
HALTED: Final = 4
"""Seconds after which the server ends an idle transaction: less than a lease, so that a suspended process does not
block its replacement."""

CREATE: Final = (
    "CREATE SCHEMA IF NOT EXISTS pollex",
    """CREATE TABLE IF NOT EXISTS pollex.run (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        started TEXT NOT NULL, changed TEXT NOT NULL, events BIGINT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS pollex.event (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, run BIGINT NOT NULL REFERENCES pollex.run (number),
        seq BIGINT NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
        key TEXT, attempt INTEGER NOT NULL)""",
    "CREATE UNIQUE INDEX IF NOT EXISTS event_run ON pollex.event (run, seq)",
    "CREATE UNIQUE INDEX IF NOT EXISTS event_key ON pollex.event (key, attempt, kind) WHERE key IS NOT NULL",
)
INSERT: Final = """WITH counted AS (
        INSERT INTO run AS standing (id, started, changed, events) VALUES (%(run)s, %(at)s, %(at)s, 1)
        ON CONFLICT (id) DO UPDATE SET changed = %(at)s, events = standing.events + 1 RETURNING number, events)
    INSERT INTO event (run, seq, at, kind, data, key, attempt)
    SELECT number, events, %(at)s, %(kind)s, %(text)s, %(key)s, %(attempt)s FROM counted
    ON CONFLICT (key, attempt, kind) WHERE key IS NOT NULL DO NOTHING RETURNING seq"""
WORKERS: Final = "SELECT to_regclass('pollex.engine_worker') IS NOT NULL"
BEATS: Final = """SELECT EXISTS (SELECT 1 FROM pollex.engine_worker WHERE split_part(owner, '#', 1) = %s
    AND beat >= EXTRACT(EPOCH FROM clock_timestamp()) * 1000 - %s)"""

Connection = psycopg.Connection[tuple[Any, ...]]


class PostgresLog(SqlLog):
    """An `EventLog` in PostgreSQL, opened at first use. `address` is a `postgresql://` one."""

    def __init__(self, address: str) -> None:
        super().__init__(hide_password(address))
        self.address = address
        self._asked: dict[str, tuple[float, bool]] = {}

    def alive(self, owner: str) -> bool:
        """Return whether a process is alive: directly on this machine, elsewhere by its heartbeat. Checked once a
        second."""
        process = owner.partition("#")[0]
        if process.rsplit(":", 2)[0] == socket.gethostname():
            return is_alive(process)
        moment, alive = self._asked.get(process, (float("-inf"), True))
        if time.monotonic() - moment > 1:
            alive = self._beats(process)
            self._asked[process] = (time.monotonic(), alive)
        return alive

    def _beats(self, process: str) -> bool:
        try:
            with psycopg.connect(self.address, connect_timeout=2) as connection:
                [(known,)] = connection.execute(WORKERS).fetchall()
                return not known or bool(connection.execute(BEATS, (process, LEASE * 1_000)).fetchall()[0][0])
        except psycopg.OperationalError:
            return True  # it cannot be known

    def _running(self) -> Writer:
        with self._lock:
            if self._closed:
                raise Fault(
                    "unavailable", f"The event log {hide_password(self.address)!r} is closed.", hint="Open a new log."
                )
            if self._writer is None or not self._writer.runs_here:
                self.owner = new_owner()
                self._writer = PostgresWriter(self.path, self.address)
                self._writer.start()
                weakref.finalize(self, self._writer.end)
            return self._writer


class PostgresWriter(Writer):
    """The one connection of a process, and its thread."""

    def __init__(self, path: Path, address: str) -> None:
        super().__init__(path)
        self.where = hide_password(address)
        self._address = address
        self._open: Connection | None = None

    def run(self) -> None:
        super().run()
        if self._open is not None:
            self._open.close()

    def _serve(self, batch: Sequence[LogRequest]) -> None:
        for writes, group in groupby(batch, lambda request: isinstance(request.work, Entry)):
            requests = list(group)
            try:
                if writes:
                    self._write_all(requests)
                else:
                    for request in requests:
                        self._answer_one(request)
            except (psycopg.Error, *REFUSALS) as error:
                self._refuse(requests, refusal(self.where, error))
            except Exception as error:  # noqa: BLE001 - a thread that ends leaves everybody waiting for ever
                self._refuse(requests, error)

    def _write_all(self, group: list[LogRequest]) -> None:
        """Commit a group; if that fails, each event alone, so that one that is too large does not affect others."""
        entries = [cast("Entry", request.work) for request in group]
        try:
            events = self._patiently(lambda connection: insert(connection, entries))
        except (psycopg.DataError, psycopg.errors.DeadlockDetected, ValueError) as error:
            if len(group) == 1:
                self._refuse(group, refusal(self.where, error))
            for request in group if len(group) > 1 else ():
                self._write_all([request])
            return
        self._warned = False
        settle(list(zip(group, events, strict=True)))
        self.watchers.wake({entry.run for entry in entries})

    def _answer_one(self, request: LogRequest) -> None:
        """Run a query, or write entries together."""
        work = request.work
        try:
            if isinstance(work, Entries):
                found = self._patiently(lambda connection: insert_all(connection, work))
            else:
                look = cast("Query", work)
                found = self._patiently(
                    lambda connection: look(cast("sqlite3.Connection", SqliteStyleConnection(connection)))
                )
        except (psycopg.Error, *REFUSALS) as error:
            found = refusal(self.where, error)
        settle([(request, found)])
        if isinstance(work, Entries):
            self.watchers.wake({work.run})

    def _patiently(self, work: Any) -> Any:
        """Do work that needs the connection; if the server is away, again with a new one."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if self._open is None or self._open.closed:
                    self._open = connect(self._address)
                return work(self._open)
            except (psycopg.OperationalError, psycopg.errors.IdleInTransactionSessionTimeout) as error:
                if isinstance(error, psycopg.errors.DeadlockDetected) or time.monotonic() > deadline:
                    raise
                if self._open is not None:
                    self._open.close()
                threading.Event().wait(0.2)


class SqliteStyleConnection:
    """A connection that accepts the statements of `tables`, which are written for SQLite."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        return self._connection.execute(statement.replace("?", "%s").encode(), values)


def connect(address: str) -> Connection:
    connection = psycopg.connect(
        address, autocommit=True, connect_timeout=5, application_name="pollex", options="-c search_path=pollex"
    )
    connection.execute(f"SET idle_in_transaction_session_timeout = '{HALTED}s'")
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (SETTING_UP,))
        for statement in CREATE if not has_tables(connection) else ():
            connection.execute(statement)
    return connection


def has_tables(connection: Connection) -> bool:
    return bool(connection.execute("SELECT to_regclass('pollex.event_key') IS NOT NULL").fetchall()[0][0])


def insert(connection: Connection, entries: Sequence[Entry]) -> list[Event]:
    """Write entries under their runs' next numbers, in one transaction; for an existing key, return its event."""
    with connection.transaction():
        return [insert_one(connection, entry) for entry in entries]


def insert_all(connection: Connection, work: Entries) -> list[Event] | None:
    """Write entries together, or nothing and return None."""
    try:
        with connection.transaction():
            return work.write(partial(insert_one, connection))
    except Outrun:
        return None


def insert_one(connection: Connection, entry: Entry) -> Event:
    if entry.key is None:
        return Event(entry.run, written(connection, entry) or 0, entry.at, entry.kind, entry.data)
    seq = None
    if find_event(connection, entry) is None:
        with connection.transaction() as attempt:
            seq = written(connection, entry)
            if seq is None:
                raise psycopg.Rollback(attempt)  # somebody else was first: take the number back
    if seq is None:
        return cast("Event", find_event(connection, entry))
    return Event(entry.run, seq, entry.at, entry.kind, entry.data)


def written(connection: Connection, entry: Entry) -> int | None:
    """Return the event's number in its run, or None if an event with its key exists."""
    values = {name: getattr(entry, name) for name in ("run", "at", "kind", "text", "key", "attempt")}
    rows = connection.execute(INSERT, values).fetchall()
    return rows[0][0] if rows else None


def find_event(connection: Connection, entry: Entry) -> Event | None:
    assert entry.key is not None
    return tables.find_event(
        cast("sqlite3.Connection", SqliteStyleConnection(connection)), entry.key, entry.kind, entry.attempt
    )


def refusal(where: str, error: Exception) -> Fault:
    if isinstance(error, Fault):
        return error
    if isinstance(error, psycopg.OperationalError | OSError):
        hint = "See that the server runs and lets you in; the log goes on by itself."
        return Fault("unavailable", f"The event log {where!r} cannot be used: {str(error).strip()}.", hint=hint)
    return Fault("invalid_input", f"The event log {where!r} cannot hold this: {error}.", expected="text in Unicode")


def hide_password(address: str) -> str:
    """Return the address without its password, for messages."""
    front, at, rest = address.rpartition("@")
    scheme, _, user = front.partition("://")
    return f"{scheme}://{user.partition(':')[0]}@{rest}" if at else address

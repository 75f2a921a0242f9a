"""The database through SQLAlchemy: a SQLite file in WAL mode or PostgreSQL, and the differences between the two."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from ..core.fault import Fault
from ..disk.private import private_file
from ..store.database import BUSY, use_wal
from ..store.postgres import HALTED, SETTING_UP
from ..store.refusal import HINTS, name_of
from .sql import POSTGRES_NAMES, PREFIXES, SQLITE_NAMES
from .tables import CREATE, CREATE_BLOBS

T = TypeVar("T")
SqlRow = tuple[Any, ...]

SUBSECONDS: Final = (3, 42)
"""The first SQLite with `unixepoch('subsec')`, which DBOS needs from Python 3.12 on."""
THREADS: Final = 8


class Database:
    """Connections to one database, and the threads in which its statements run."""

    def __init__(self, database: str) -> None:
        self.sqlite = not database.startswith(PREFIXES)
        self.path = Path(database) if self.sqlite else None
        self._address = database
        self.threads = ThreadPoolExecutor(THREADS, "pollex engine")
        self._texts: dict[str, sa.TextClause] = {}

    @cached_property
    def engine(self) -> sa.Engine:
        if self.path is not None:
            private_file(self.path)
            engine = sa.create_engine(f"sqlite:///{self.path}", pool_size=THREADS, max_overflow=16)
            sa.event.listen(engine, "connect", prepare_sqlite)
            return engine
        address = sa.make_url(self._address).set(drivername="postgresql+psycopg")
        wanted = {"connect_timeout": 5, "application_name": "pollex"}
        engine = sa.create_engine(address, pool_size=THREADS, max_overflow=16, pool_pre_ping=True, connect_args=wanted)
        sa.event.listen(engine, "connect", prepare_postgres)
        return engine

    @property
    def where(self) -> str:
        """The database's address without its password, for messages."""
        return str(self.path) if self.path is not None else sa.make_url(self._address).render_as_string()

    def text(self, statement: str) -> sa.TextClause:
        """Return a statement with this database's table names and clock filled in."""
        found = self._texts.get(statement)
        if found is None:
            names = SQLITE_NAMES if self.sqlite else POSTGRES_NAMES
            found = sa.text(statement.format_map(names))
            if ":runs" in statement:
                found = found.bindparams(sa.bindparam("runs", expanding=True))
            self._texts[statement] = found
        return found

    def run(self, statement: str, values: Mapping[str, Any] | None = None) -> Sequence[SqlRow]:
        """Run a statement in its own transaction and return its rows."""
        with self.engine.begin() as connection:
            result = connection.execute(self.text(statement), values or {})
            return [tuple(row) for row in result] if result.returns_rows else []

    async def ask(self, statement: str, values: Mapping[str, Any] | None = None) -> Sequence[SqlRow]:
        return await self.call(self.run, statement, values)

    async def await_turn(self) -> None:
        """Raise a Fault where another process has been writing for too long: DBOS would wait for it without end."""
        if self.path is not None:
            await self.call(_await_turn, self.path)

    async def call(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function in one of the threads; errors of the database become faults."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, function, *args)
        except (sa.exc.DBAPIError, sa.exc.TimeoutError, sqlite3.Error, OSError) as error:
            raise self.refusal(error) from error

    def refusal(self, error: Exception) -> Fault:
        """Return an error of the database as a fault that says what to do."""
        cause = getattr(error, "orig", None) or error
        hint = HINTS.get(name_of(cause)) if isinstance(cause, sqlite3.Error) else None
        return Fault(
            "unavailable",
            f"The database {self.where!r} cannot be used: {str(cause).strip()}.",
            hint=hint or "See that the database is there and lets you in; runs go on by themselves when it is.",
        )

    def set_up(self, migrate: Callable[[], None]) -> None:
        """Create missing tables: the engine's own, and by `migrate` those of DBOS."""
        if self.path is not None:
            lock = self.path.with_name(f"{self.path.name}.lock")
            private_file(lock)
            with closing(sqlite3.connect(lock, timeout=60, isolation_level=None)) as connection:
                connection.execute("BEGIN EXCLUSIVE")  # one process at a time; ends with the process
                migrate()
                self._create(CREATE)
        else:
            migrate()
            self._create((f"SELECT pg_advisory_xact_lock({SETTING_UP})", "CREATE SCHEMA IF NOT EXISTS pollex"))
            self._create((f"SELECT pg_advisory_xact_lock({SETTING_UP})", *CREATE, CREATE_BLOBS))

    def _create(self, statements: Sequence[str]) -> None:
        with self.engine.begin() as connection:
            for statement in statements:
                connection.execute(self.text(statement))

    def close(self) -> None:
        self.threads.shutdown(wait=True)
        if "engine" in vars(self):
            self.engine.dispose()


def _await_turn(path: Path) -> None:
    with closing(sqlite3.connect(path, timeout=BUSY, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")


def prepare_sqlite(connection: Any, _record: object) -> None:
    """Take the lock at the beginning of writing transactions. What was committed outlives a kill."""
    connection.isolation_level = "IMMEDIATE"
    connection.execute("PRAGMA busy_timeout = 30000")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")
    use_wal(connection)
    if sqlite3.sqlite_version_info < SUBSECONDS:
        connection.create_function("unixepoch", 1, lambda _: round(time.time(), 3))


def prepare_postgres(connection: Any, _record: object) -> None:
    """Let the server end an idle transaction of a suspended process before its runs go on elsewhere."""
    connection.autocommit = True
    connection.execute(f"SET idle_in_transaction_session_timeout = '{HALTED}s'")
    connection.autocommit = False

"""The database file: creation, connections, migrations and transactions."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, cast

from ..core.fault import Fault
from ..disk.private import private_file
from .refusal import is_busy
from .tables import MIGRATIONS

BUSY: Final = 5.0
"""Seconds to wait for another process that is writing."""
SWITCHING: Final = 30.0
"""Seconds to wait while other connections create the file and switch it to WAL."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the file with the newest schema. It is created if missing, readable by its owner only."""
    private_file(path)
    connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
    try:
        use_wal(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        migrate(connection, path)
    except (sqlite3.Error, Fault):
        connection.close()
        raise
    return connection


def use_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL. While another process does this, SQLite answers "locked" at once, whatever the timeout."""
    deadline = time.monotonic() + SWITCHING
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Migrate the schema to the newest version, completely or not at all."""
    if version_of(connection) == len(migrations):
        return
    with transaction(connection):
        version = version_of(connection)
        if version > len(migrations):
            raise Fault(
                "unavailable",
                f"The database {str(path)!r} was written by a newer Pollex.",
                expected=f"schema version {len(migrations)} or older",
                received=f"schema version {version}",
                hint="Update Pollex, or name another file by POLLEX_DATABASE.",
                retry=False,
            )
        for statements in migrations[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


def version_of(connection: sqlite3.Connection) -> int:
    [(version,)] = connection.execute("PRAGMA user_version").fetchall()
    return cast("int", version)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a transaction. The write lock is taken first, so that what is read inside still holds at the commit."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")

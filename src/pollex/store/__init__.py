"""The event log: in a SQLite file, shared by any number of processes, threads and event loops, or in PostgreSQL.

What `append` has returned outlives the death of the process, by kill -9 too. A power cut may cost the last moments of
a SQLite log (`synchronous=NORMAL`), never the file. Import this package lazily: it brings `sqlite3`.
"""

from __future__ import annotations

import os

from .log import SqlLog
from .retrying import RetryingLog
from .tables import RunRecord

__all__ = ["RetryingLog", "RunRecord", "SqlLog", "open_log"]


def open_log(database: str | os.PathLike[str]) -> SqlLog:
    """Return the event log of a database: the path of a SQLite file, or a `postgresql://` address."""
    if str(database).startswith(("postgresql://", "postgres://")):
        from .postgres import PostgresLog

        return PostgresLog(str(database))
    return SqlLog(database)

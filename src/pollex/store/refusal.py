"""Errors of the database as faults that say what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from ..core.fault import Fault

REFUSALS: Final = (Fault, sqlite3.Error, OSError, ValueError, OverflowError, RecursionError, MemoryError)
"""The errors of a database: SQLite's own, and those of values that it cannot store."""

HINTS: Final = {
    "SQLITE_FULL": "Free some space on the disk; the log goes on by itself.",
    "SQLITE_IOERR": "See that the disk is well and has room; then try again.",
    "SQLITE_BUSY": "Another process has been writing to it for too long; end that process or try again.",
    "SQLITE_NOTADB": "Move the file away, or name another one by POLLEX_DATABASE.",
    "SQLITE_CORRUPT": "Move the file away and restore a copy, or name another one by POLLEX_DATABASE.",
    "SQLITE_CANTOPEN": "Name a folder that you may write to by POLLEX_HOME, or a file in one by POLLEX_DATABASE.",
    "SQLITE_READONLY": "Make the file writable, or name another folder by POLLEX_HOME.",
}


def refusal(path: Path, error: Exception) -> Fault:
    if isinstance(error, Fault):
        return error
    if isinstance(error, sqlite3.Error | OSError):
        hint = HINTS.get(name_of(error), "Look at the file and its folder, or name another folder by POLLEX_HOME.")
        return Fault("unavailable", f"The event log {str(path)!r} cannot be used: {error}.", hint=hint)
    return Fault(
        "invalid_input",
        f"The event log {str(path)!r} cannot hold this: {error}.",
        expected="text in Unicode and integers of 64 bits",
    )


def is_busy(error: Exception) -> bool:
    """Return whether another process was writing for too long."""
    return name_of(error) == "SQLITE_BUSY"


def name_of(error: Exception) -> str:
    """Return SQLite's name of an error, without its extension: `SQLITE_BUSY` for `SQLITE_BUSY_RECOVERY`."""
    return "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])

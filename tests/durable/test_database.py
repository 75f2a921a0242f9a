"""The engine's connections to a SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import pollex.store.database as store
from pollex import App
from pollex.core.fault import Fault
from pollex.durable.database import prepare_sqlite


class Switching(sqlite3.Connection):
    """A connection to a file that somebody else is just switching to WAL: SQLite says "locked" without waiting."""

    refused = 0

    def execute(self, statement: str, *args: Any) -> sqlite3.Cursor:
        if "journal_mode" in statement and self.refused < 3:
            self.refused += 1
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorname = "SQLITE_BUSY"
            raise error
        return super().execute(statement, *args)


@pytest.mark.parametrize("prepare", [store.use_wal, lambda connection: prepare_sqlite(connection, None)])
def test_two_that_switch_a_new_file_to_wal_at_once_both_succeed(
    tmp_path: Any, prepare: Callable[[sqlite3.Connection], None]
) -> None:
    connection = sqlite3.connect(tmp_path / "pollex.db", factory=Switching)
    prepare(connection)
    assert connection.refused == 3
    assert connection.execute("PRAGMA journal_mode").fetchall() == [("wal",)]
    connection.close()


async def test_a_run_does_not_wait_for_a_locked_database_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pollex.durable.database.BUSY", 0.2)
    async with App(home=tmp_path) as app:
        await app.runs.engine.recover()
        with closing(sqlite3.connect(app.settings.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Fault) as refused:
                await app.start(tool="doctor")
            other.execute("ROLLBACK")
        assert refused.value.code == "unavailable"
        assert "end that process" in str(refused.value.hint)
        await app.start(tool="doctor")

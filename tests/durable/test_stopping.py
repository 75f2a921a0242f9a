"""Stopping a run without the engine: as DBOS does it, felt by the process that executes it, and quick to load."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from asyncio import to_thread
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.durable import control
from pollex.runs.stop import stop

from ..waits import until
from .conftest import Scene

QUICK = """import sys
from pollex.cli import main
try:
    main()
finally:
    heavy = ("typer", "rich", "pydantic", "sqlalchemy", "dbos", "pollex.app.app")
    print([name for name in heavy if name in sys.modules])
"""


def rows(database: str) -> dict[str, dict[str, Any]]:
    """What the database says of each run."""
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        return {row["workflow_uuid"]: dict(row) for row in connection.execute("SELECT * FROM workflow_status")}


def test_a_run_in_another_process_ends_in_the_middle_of_a_step(sqlite_scene: Scene) -> None:
    program = sqlite_scene.open("run")
    child = {"do": [["hold", "/x", "never"], ["effect", "/y"]]}
    program.ask("start", {"do": [["effect", "/a"], ["children", {"/1": child}]]}, run="run")
    sqlite_scene.wait_for("/x")
    program.send("outcome", "run")
    assert stop("ru", sqlite_scene.database) == "run"
    with pytest.raises(Fault) as caught:
        program.answer()
    assert caught.value.code == "cancelled"
    until("nothing of the run goes on", lambda: not program.ask("live"))
    assert {row["status"] for row in rows(sqlite_scene.database).values()} == {"CANCELLED"}


async def test_it_writes_what_dbos_writes(tmp_path: Path) -> None:
    database = str(tmp_path / "pollex.db")
    control_ = control(database)
    for name in ("ours", "theirs"):
        await control_.start({"do": []}, run=name)
    control_.client.cancel_workflow("theirs")
    assert stop("ours", database) == "ours"
    await control_.close()
    found = rows(database)
    apart = ("workflow_uuid", "creator_xid", "created_at", "updated_at", "completed_at")
    ours, theirs = ({key: row[key] for key in row if key not in apart} for row in (found["ours"], found["theirs"]))
    assert ours == theirs
    assert abs(found["ours"]["completed_at"] - found["theirs"]["completed_at"]) < 60_000


async def test_which_run_is_meant(tmp_path: Path) -> None:
    database = str(tmp_path / "pollex.db")
    control_ = control(database)
    for name in ("aa1", "aa2", "b"):
        await control_.start({"do": []}, run=name)
    await control_.close()
    codes: dict[str, list[str | None]] = {}
    for begun in ("aa", "c", "b", "b"):
        try:
            codes.setdefault(begun, []).append(stop(begun, database))
        except Fault as fault:
            codes.setdefault(begun, []).append(fault.code)
    assert codes == {"aa": ["ambiguous"], "c": ["not_found"], "b": ["b", "conflict"]}


@pytest.mark.parametrize("database", ["postgresql://localhost/pollex", "nowhere.db"])
def test_what_is_no_file_takes_the_engine(database: str, tmp_path: Path) -> None:
    assert stop("run", database if "://" in database else str(tmp_path / database)) is None


def test_a_file_of_something_else_takes_the_engine(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    file.write_text("not a database, but long enough to be looked at as one" * 20)
    assert stop("run", str(file)) is None


async def test_the_command_loads_neither_the_command_line_nor_the_engine(tmp_path: Path) -> None:
    control_ = control(str(tmp_path / "pollex.db"))
    await control_.start({"do": []}, run="0a1b2c")
    await control_.close()
    environ = {**os.environ, "POLLEX_HOME": str(tmp_path)}
    told = await to_thread(
        subprocess.run,
        [sys.executable, "-c", QUICK, "runs", "stop", "0a1b"],
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "0a1b2c cancelled\n[]\n"

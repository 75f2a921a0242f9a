"""Stops a run that is kept in a SQLite file within milliseconds: its process looks at its row."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from ..core.call import checked_run_id
from ..core.fault import Fault
from ..durable.sql import BEGUN, ENDED, PREFIXES, SQLITE_NAMES, STOP, family
from ..settings import Settings

BEGINNING: Final = re.compile(r"[0-9a-f-]{1,36}|[0-9a-f-]{36}/.*", re.IGNORECASE)
"""What may be the first letters of a run's id."""
PATIENCE: Final = 30.0
"""Seconds to wait for other writers."""


def stop(begun: str, database: str = "") -> str | None:
    """Stop the run whose id begins so, and return its id; raise a Fault where there is none, several, or it has ended.

    None where the database, else that of the settings, is no file that is ready for use: then it takes the engine.
    """
    database = database or str(Settings.load().database)
    if database.startswith(PREFIXES) or not Path(database).is_file():
        return None
    try:
        with closing(sqlite3.connect(database, timeout=PATIENCE, isolation_level="IMMEDIATE")) as connection:
            values = {"prefix": begun, "length": len(begun)}
            run = only(begun, dict(connection.execute(BEGUN.format_map(SQLITE_NAMES), values)))
            with connection:
                connection.execute(STOP.format_map(SQLITE_NAMES), family(run))
            return run
    except sqlite3.Error:
        return None


def only(begun: str, states: dict[str, str]) -> str:
    """Return the one run that can be stopped, of those whose ids begin so."""
    run = chosen(begun, list(states))
    if states[run] in ENDED:
        raise Fault("conflict", f"The run {run!r} has ended already: it is {states[run]}.", retry=False)
    return run


def chosen(begun: str, known: list[str]) -> str:
    """Return the id that begins so; raise a Fault where there is none or where there are several."""
    fitting = [each for each in known if each.startswith(begun)]
    if begun in known or len(fitting) == 1:
        return begun if begun in known else fitting[0]
    if fitting:
        raise Fault("ambiguous", f"{len(fitting)} runs begin with {begun!r}.", hint="Write more of the id.")
    if not BEGINNING.fullmatch(begun):
        checked_run_id(begun)
    raise Fault("not_found", f"There is no run {begun!r}.", hint="List the runs with: pollex runs list", retry=False)

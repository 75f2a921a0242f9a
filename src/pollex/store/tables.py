"""The tables of runs and their events: their migrations, and every statement that uses them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ..core.event import Event, EventKind, now
from ..core.json import Object, dumps
from ..core.size import encodes

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE run (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
            started TEXT NOT NULL, changed TEXT NOT NULL, events INTEGER NOT NULL)""",
        """CREATE TABLE event (
            number INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run (number), seq INTEGER NOT NULL,
            at TEXT NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, key TEXT, attempt INTEGER NOT NULL)""",
        "CREATE UNIQUE INDEX event_run ON event (run, seq)",
        "CREATE UNIQUE INDEX event_key ON event (key, attempt, kind) WHERE key IS NOT NULL",
    ),
)
"""The statements from each version of the schema to the next. Add to the end; never change an older one."""

COUNT: Final = """INSERT INTO run (id, started, changed, events) VALUES (?, ?, ?, 1)
    ON CONFLICT (id) DO UPDATE SET changed = excluded.changed, events = events + 1 RETURNING number, events"""
INSERT: Final = "INSERT INTO event (run, seq, at, kind, data, key, attempt) VALUES (?, ?, ?, ?, ?, ?, ?)"
SELECT: Final = "SELECT run.id, seq, at, kind, data FROM event JOIN run ON run.number = event.run "
READ: Final = SELECT + "WHERE run.id = ? AND seq > ? ORDER BY seq LIMIT ?"
FIND: Final = SELECT + "WHERE key = ? AND attempt = ? AND kind = ?"
RUNS: Final = "SELECT id, started, changed, events FROM run ORDER BY number DESC LIMIT ?"


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run in the log: when its first and its last event were written, and how many there are."""

    id: str
    started: str
    changed: str
    events: int


@dataclass(slots=True)
class Entry:
    """An event before it is written and has a number. `text` is its data as it was when it was given."""

    run: str
    kind: EventKind
    data: Object
    text: str
    key: str | None = None
    attempt: int = 1
    at: str = field(default_factory=now)


class Outrun(Exception):
    """A run has gone on, or a key was used, before entries could be written together."""


@dataclass(frozen=True, slots=True)
class Entries:
    """Entries of one run that are written together, as its next ones after the event number `after`, or not at all."""

    run: str
    entries: list[Entry]
    after: int

    def write(self, insert: Callable[[Entry], Event]) -> list[Event]:
        """Insert each; raise Outrun, which rolls everything back, at the first that gets another number."""
        events: list[Event] = []
        for number, entry in enumerate(self.entries, self.after + 1):
            events.append(insert(entry))
            if events[-1].seq != number:
                raise Outrun
        return events


def insert(connection: sqlite3.Connection, entry: Entry) -> Event:
    """Write an entry under the run's next number, or return the existing event of its key."""
    if entry.key is not None:
        standing = find_event(connection, entry.key, entry.kind, entry.attempt)
        if standing is not None:
            return standing
    [(number, seq)] = connection.execute(COUNT, (entry.run, entry.at, entry.at)).fetchall()
    connection.execute(INSERT, (number, seq, entry.at, entry.kind, entry.text, entry.key, entry.attempt))
    return Event(entry.run, seq, entry.at, entry.kind, entry.data)


def find_event(connection: sqlite3.Connection, key: str, kind: EventKind, attempt: int) -> Event | None:
    rows = connection.execute(FIND, (key, attempt, kind)).fetchall()
    return to_event(*rows[0]) if rows else None


def read(connection: sqlite3.Connection, run: str, after: int, limit: int) -> list[Event]:
    return [to_event(*row) for row in connection.execute(READ, (run, after, limit)).fetchall()]


def list_runs(connection: sqlite3.Connection, limit: int) -> list[RunRecord]:
    return [RunRecord(*row) for row in connection.execute(RUNS, (limit,)).fetchall()]


def to_event(run: str, seq: int, at: str, kind: EventKind, text: str) -> Event:
    return Event(run, seq, at, kind, json.loads(text))


def encode(data: Object) -> str:
    """Return JSON text, exact for every integer; lone surrogates, which UTF-8 cannot encode, are escaped."""
    text = dumps(data)
    return text if encodes(text) else json.dumps(data)

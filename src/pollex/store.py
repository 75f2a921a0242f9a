"""The event log in SQLite: one file, shared by any number of processes, threads and event loops.

What `append` has returned outlives the death of the process, by kill -9 too. A power cut may cost the last moments of
the log (`synchronous=NORMAL`), never the file. Import this module lazily: it brings `sqlite3`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import sqlite3
import sys
import threading
import time
import weakref
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, Self, cast

from .core.event import Event, Kind, now
from .core.fault import Fault
from .core.json import Object

BUSY: Final = 30.0
"""Seconds to wait for another process that is writing."""
GROUP: Final = 1_000
"""Most requests served between two looks at the queue, so most events in one transaction."""
PAGE: Final = 1_000
"""Most events read at once; appends go on between two pages."""
POLL: Final = 0.05
"""Seconds between two looks for events of other processes."""

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
"""The statements that lead from each version of the schema to the next. Add to the end; never change an older one."""

COUNT: Final = """INSERT INTO run (id, started, changed, events) VALUES (?1, ?2, ?2, 1)
    ON CONFLICT (id) DO UPDATE SET changed = ?2, events = events + 1 RETURNING number, events"""
INSERT: Final = "INSERT INTO event (run, seq, at, kind, data, key, attempt) VALUES (?, ?, ?, ?, ?, ?, ?)"
SELECT: Final = "SELECT run.id, seq, at, kind, data FROM event JOIN run ON run.number = event.run "
READ: Final = SELECT + "WHERE run.id = ? AND seq > ? ORDER BY seq LIMIT ?"
FIND: Final = SELECT + "WHERE key = ? AND attempt = ? AND kind = ?"
RUNS: Final = "SELECT id, started, changed, events FROM run ORDER BY number DESC LIMIT ?"

HINTS: Final = {
    "SQLITE_FULL": "Free some space on the disk; the log goes on by itself.",
    "SQLITE_BUSY": "Another process has been writing to it for too long; end that process or try again.",
    "SQLITE_NOTADB": "Move the file away, or name another one by POLLEX_DATABASE.",
    "SQLITE_CORRUPT": "Move the file away and restore a copy, or name another one by POLLEX_DATABASE.",
    "SQLITE_CANTOPEN": "Name a file in a folder that you may write to by POLLEX_DATABASE.",
    "SQLITE_READONLY": "Make the file writable, or name another one by POLLEX_DATABASE.",
}
REFUSALS: Final = (Fault, sqlite3.Error, OSError, ValueError, OverflowError, RecursionError, MemoryError)
"""What the database may answer with: SQLite's own errors, and those of values that it cannot hold."""

Look = Callable[[sqlite3.Connection], Any]


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run as the log knows it: when its first and its last event were written, and how many there are."""

    id: str
    started: str
    changed: str
    events: int


@dataclass(frozen=True, slots=True)
class Entry:
    """An event on its way into the log, before it has a number."""

    run: str
    kind: Kind
    data: Object
    text: str
    at: str
    key: str | None = None
    attempt: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """Something for the thread to do: write an entry, look something up, or (None) end. Nobody waits for a post."""

    work: Entry | Look | None
    future: asyncio.Future[Any] | None = None


class Writer(threading.Thread):
    """The one thread that touches the database: it serves requests in order, and commits entries in a row together."""

    def __init__(self, path: Path) -> None:
        super().__init__(name=f"pollex log {path.name}", daemon=True)
        self.path = path
        self.pid = os.getpid()
        self.lost = 0
        self.requests: SimpleQueue[Request] = SimpleQueue()
        self._refused = False
        """Whether the last post was refused; said once, not for every post."""
        self._connection: sqlite3.Connection | None = None
        self._watchers: defaultdict[str, set[Callable[[], object]]] = defaultdict(set)
        self._watching = threading.Lock()

    def run(self) -> None:
        batch = [Request(lambda _: None)]
        while batch[-1].work is not None:
            batch = [self.requests.get()]
            while len(batch) < GROUP and not self.requests.empty():
                batch.append(self.requests.get())
            self._serve(batch)
        if self._connection is not None:
            self._connection.close()
        settle([(batch[-1], None)])

    def end(self) -> None:
        """Write what is queued and stop. Runs at exit too, or when nobody holds the log any more."""
        if self.pid == os.getpid() and threading.current_thread() is not self:
            self.requests.put(Request(None))
            self.join(BUSY)

    @contextmanager
    def watching(self, run: str, wake: Callable[[], object]) -> Iterator[None]:
        """Call `wake`, in this thread, whenever events of the run were written here."""
        with self._watching:
            self._watchers[run].add(wake)
        try:
            yield
        finally:
            with self._watching:
                self._watchers[run].discard(wake)
                if not self._watchers[run]:
                    del self._watchers[run]

    def _serve(self, batch: Sequence[Request]) -> None:
        asked = [request for request in batch if request.work is not None]
        try:
            connection = self._connection = self._connection or connect(self.path)
        except REFUSALS as error:
            self._refuse(asked, error)
            return
        for writes, group in groupby(asked, lambda request: isinstance(request.work, Entry)):
            if writes:
                self._write(connection, list(group))
            else:
                for request in group:
                    self._look(connection, request)

    def _write(self, connection: sqlite3.Connection, group: list[Request]) -> None:
        """Commit a group; where that fails, each alone, so that one event too large does not take others with it."""
        entries = [cast("Entry", request.work) for request in group]
        try:
            with transaction(connection):
                events = [insert(connection, entry) for entry in entries]
        except REFUSALS as error:
            if len(group) == 1 or name_of(error) == "SQLITE_BUSY":
                self._refuse(group, error)
            else:
                for request in group:
                    self._write(connection, [request])
            return
        self._refused = False
        settle(list(zip(group, events, strict=True)))
        self._wake({entry.run for entry in entries})

    def _look(self, connection: sqlite3.Connection, request: Request) -> None:
        try:
            settle([(request, cast("Look", request.work)(connection))])
        except REFUSALS as error:
            self._refuse([request], error)

    def _refuse(self, group: Sequence[Request], error: Exception) -> None:
        lost = sum(request.future is None for request in group)
        if lost and not self._refused:
            logging.getLogger(__name__).warning("Events cannot be written to %s and are lost: %s", self.path, error)
        self._refused = self._refused or lost > 0
        self.lost += lost
        settle([(request, refusal(self.path, error)) for request in group])

    def _wake(self, runs: set[str]) -> None:
        with self._watching:
            wakes = [wake for run in runs for wake in self._watchers.get(run, ())]
        for wake in wakes:
            with suppress(RuntimeError):  # the follower's event loop was closed
                wake()


class SqlLog:
    """An `EventLog` in a SQLite file, opened at first use."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.owner = name_process(os.getpid())
        self._lock = threading.RLock()
        self._writer: Writer | None = None
        self._closed = False

    async def append(self, run: str, kind: Kind, data: Object, *, key: str | None = None, attempt: int = 1) -> Event:
        return cast("Event", await self._ask(Entry(run, kind, data, encode(data), now(), key, attempt)))

    def post(self, run: str, kind: Kind, data: Object) -> None:
        """Write an event soon. One that the database refuses is counted in `lost` and said in the program's log."""
        self._put(Request(Entry(run, kind, data, encode(data), now())))

    async def find(self, key: str, kind: Kind, *, attempt: int = 1) -> Event | None:
        return cast("Event | None", await self._ask(partial(find, key=key, kind=kind, attempt=attempt)))

    async def read(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        events: list[Event] = []
        while limit is None or len(events) < limit:
            size = PAGE if limit is None else min(PAGE, limit - len(events))
            page = await self._ask(partial(select, run=run, after=after, limit=size))
            events += page
            if len(page) < size:
                break
            after = events[-1].seq
        return events

    async def follow(self, run: str, *, after: int = 0) -> AsyncIterator[Event]:
        """Events as they come, also from other processes. Following a run that had finished by `after` ends at once."""
        changed = asyncio.Event()
        wake = partial(asyncio.get_running_loop().call_soon_threadsafe, changed.set)
        position = max(after - 1, 0)
        with self._running().watching(run, wake):
            while not self._closed:
                changed.clear()
                page = await self.read(run, after=position, limit=PAGE)
                for event in page:
                    position = event.seq
                    if event.seq > after:
                        yield event
                    if event.kind == "run.finished":
                        return
                if len(page) < PAGE:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(changed.wait(), POLL)

    async def runs(self, limit: int = 100) -> list[RunRecord]:
        """The runs in the log, the newest first."""
        return cast("list[RunRecord]", await self._ask(partial(list_runs, limit=limit)))

    def alive(self, owner: str) -> bool:
        return is_alive(owner)

    @property
    def lost(self) -> int:
        """How many posts this process could not write."""
        return 0 if self._writer is None else self._writer.lost

    async def close(self) -> None:
        """Write what is queued, and end. Followers in this process end too."""
        with self._lock:
            writer, closed, self._closed = self._writer, self._closed, True
        if writer is None or closed or writer.pid != os.getpid():
            return
        future = asyncio.get_running_loop().create_future()
        writer.requests.put(Request(None, future))
        await future

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _ask(self, work: Entry | Look) -> Any:
        future = asyncio.get_running_loop().create_future()
        self._put(Request(work, future))
        return await future

    def _put(self, request: Request) -> None:
        with self._lock:
            self._running().requests.put(request)

    def _running(self) -> Writer:
        """The thread of this process; a forked child needs its own, with its own connection."""
        with self._lock:
            if self._closed:
                raise Fault("unavailable", f"The event log {str(self.path)!r} is closed.", hint="Open a new SqlLog.")
            if self._writer is None or self._writer.pid != os.getpid():
                self.owner = name_process(os.getpid())
                self._writer = Writer(self.path)
                self._writer.start()
                weakref.finalize(self, self._writer.end)
            return self._writer


def settle(outcomes: Sequence[tuple[Request, Any]]) -> None:
    """Hand outcomes to those who wait, with one wake-up for each event loop."""
    waiting: defaultdict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = defaultdict(list)
    for request, outcome in outcomes:
        if request.future is not None:
            waiting[request.future.get_loop()].append((request.future, outcome))
    for loop, pairs in waiting.items():
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            loop.call_soon_threadsafe(deliver, pairs)


def deliver(pairs: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, outcome in pairs:
        if future.done():
            continue
        if isinstance(outcome, Fault):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)


def connect(path: Path) -> sqlite3.Connection:
    """Open the file, made if need be (readable by its owner only), with the newest schema."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
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
    """Switch to WAL. While another process does the same SQLite answers "locked" at once, whatever the timeout."""
    deadline = time.monotonic() + BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if name_of(error) != "SQLITE_BUSY" or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring the schema forward to the newest version, whole or not at all."""
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
    """All or nothing. The write lock is taken first, so that what is read inside still holds at the commit."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def insert(connection: sqlite3.Connection, entry: Entry) -> Event:
    """Write an entry under the run's next number, or give the standing event of its key."""
    if entry.key is not None:
        standing = find(connection, entry.key, entry.kind, entry.attempt)
        if standing is not None:
            return standing
    [(number, seq)] = connection.execute(COUNT, (entry.run, entry.at)).fetchall()
    connection.execute(INSERT, (number, seq, entry.at, entry.kind, entry.text, entry.key, entry.attempt))
    return Event(entry.run, seq, entry.at, entry.kind, entry.data)


def find(connection: sqlite3.Connection, key: str, kind: Kind, attempt: int) -> Event | None:
    rows = connection.execute(FIND, (key, attempt, kind)).fetchall()
    return to_event(*rows[0]) if rows else None


def select(connection: sqlite3.Connection, run: str, after: int, limit: int) -> list[Event]:
    return [to_event(*row) for row in connection.execute(READ, (run, after, limit)).fetchall()]


def list_runs(connection: sqlite3.Connection, limit: int) -> list[RunRecord]:
    return [RunRecord(*row) for row in connection.execute(RUNS, (limit,)).fetchall()]


def to_event(run: str, seq: int, at: str, kind: Kind, text: str) -> Event:
    return Event(run, seq, at, kind, decode(text))


def encode(data: Object) -> str:
    """JSON text, exact for every integer; lone surrogates, which UTF-8 cannot hold, are escaped."""
    text = json.dumps(data, ensure_ascii=False)
    return text if text.isascii() or is_utf8(text) else json.dumps(data)


def is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def decode(text: str) -> Object:
    return cast("Object", json.loads(text))


def name_of(error: Exception) -> str:
    """SQLite's name of an error, without its refinement: `SQLITE_BUSY` for `SQLITE_BUSY_RECOVERY`."""
    return "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])


def refusal(path: Path, error: Exception) -> Fault:
    if isinstance(error, Fault):
        return error
    if isinstance(error, sqlite3.Error | OSError):
        hint = HINTS.get(name_of(error), "Look at the file and its folder, or name another one by POLLEX_DATABASE.")
        return Fault("unavailable", f"The event log {str(path)!r} cannot be used: {error}.", hint=hint)
    return Fault(
        "invalid_input",
        f"The event log {str(path)!r} cannot hold this: {error}.",
        expected="text in Unicode and integers of 64 bits",
    )


def name_process(pid: int) -> str:
    """A process as `host:pid:start`, so that another one that later gets the same pid is told apart."""
    return f"{socket.gethostname()}:{pid}:{start_of(pid) or ''}"


def start_of(pid: int) -> str | None:
    """The boot and the clock tick in which a process started, on Linux; None elsewhere, or when it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()
    except OSError:
        return None
    state, *fields = stat.rpartition(")")[2].split()  # the name before it may hold spaces and brackets
    return None if state in "ZX" else f"{boot[:8]}-{fields[18]}"


def is_alive(owner: str) -> bool:
    """Whether the process of that name still runs; True where that cannot be known."""
    host, _, rest = owner.rpartition(":")[0].rpartition(":")
    start = owner.rpartition(":")[2]
    if host != socket.gethostname() or not rest.isdecimal() or sys.platform == "win32":
        return True
    if start:
        return start_of(int(rest)) == start
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

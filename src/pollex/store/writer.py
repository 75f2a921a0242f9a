"""The one thread of a process that uses the database, for reading too: it serves requests in order."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from typing import Final, cast

from ..core.event import Event
from .database import BUSY, connect, transaction
from .refusal import REFUSALS, is_busy, refusal
from .request import LogRequest, Query, settle
from .tables import Entries, Entry, Outrun, insert
from .watchers import Watchers

LINGER: Final = 0.005
"""Seconds that posts wait for others to be committed with them; a request with a waiter is served at once."""
GROUP: Final = 1_000
"""The largest number of requests served at a time, and so of events in one transaction."""


class Writer(threading.Thread):
    """A thread that commits consecutive entries together. The file is opened at the first request."""

    def __init__(self, path: Path) -> None:
        super().__init__(name=f"pollex log {path.name}", daemon=True)
        self.path = path
        self.lost = 0
        self._requests: SimpleQueue[LogRequest] = SimpleQueue()
        self._urgent = threading.Event()
        self.watchers = Watchers()
        self._pid = os.getpid()
        self._warned = False
        self._connection: sqlite3.Connection | None = None

    @property
    def runs_here(self) -> bool:
        """Whether this process started the thread: a fork copies the object, not the thread."""
        return self._pid == os.getpid()

    def put(self, request: LogRequest) -> None:
        """Queue a request. One with a waiter does not linger."""
        self._requests.put(request)
        if request.future is not None or request.work is None:
            self._urgent.set()

    def run(self) -> None:
        while (batch := self._next_batch())[-1].work is not None:
            self._serve(batch)
        *asked, last = batch
        self._serve(asked)
        if self._connection is not None:
            self._connection.close()
        settle([(last, None)])

    def end(self) -> None:
        """Write what is queued and stop. Also runs at exit, or when the log is garbage collected."""
        if self.runs_here and threading.current_thread() is not self:
            self.put(LogRequest(None))
            self.join(BUSY)

    def _next_batch(self) -> list[LogRequest]:
        """Return the queued requests, at least one; a request to end is always the last."""
        batch = [self._requests.get()]
        if batch[0].future is None:
            self._urgent.wait(LINGER)
        self._urgent.clear()
        while batch[-1].work is not None and len(batch) < GROUP and not self._requests.empty():
            batch.append(self._requests.get())
        return batch

    def _serve(self, batch: Sequence[LogRequest]) -> None:
        try:
            connection = self._connection = self._connection or connect(self.path)
        except REFUSALS as error:
            self._refuse(batch, error)
            return
        try:
            for writes, group in groupby(batch, lambda request: isinstance(request.work, Entry)):
                if writes:
                    self._write(connection, list(group))
                else:
                    for request in group:
                        self._answer(connection, request)
        except Exception as error:  # noqa: BLE001 - a thread that ends leaves everybody waiting for ever
            self._refuse(batch, error)

    def _write(self, connection: sqlite3.Connection, group: list[LogRequest]) -> None:
        """Commit a group; if that fails, each entry alone, so that one that is too large does not affect others."""
        entries = [cast("Entry", request.work) for request in group]
        try:
            with transaction(connection):
                events = [insert(connection, entry) for entry in entries]
        except REFUSALS as error:
            if len(group) == 1 or is_busy(error):
                self._refuse(group, error)
            else:
                for request in group:
                    self._write(connection, [request])
            return
        self._warned = False
        settle(list(zip(group, events, strict=True)))
        self.watchers.wake({entry.run for entry in entries})

    def _answer(self, connection: sqlite3.Connection, request: LogRequest) -> None:
        """Run a query, or write entries together."""
        work = request.work
        try:
            if isinstance(work, Entries):
                settle([(request, insert_all(connection, work))])
                self.watchers.wake({work.run})
            else:
                settle([(request, cast("Query", work)(connection))])
        except REFUSALS as error:
            self._refuse([request], error)

    def _refuse(self, group: Sequence[LogRequest], error: Exception) -> None:
        """Report an error to the waiters. Lost posts are logged once, until writing works again."""
        lost = sum(request.future is None for request in group)
        if lost and not self._warned:
            logging.getLogger(__package__).warning("Events cannot be written to %s and are lost: %s", self.path, error)
            self._warned = True
        self.lost += lost
        settle([(request, refusal(self.path, error)) for request in group])


def insert_all(connection: sqlite3.Connection, work: Entries) -> list[Event] | None:
    """Write entries together, or nothing and return None."""
    try:
        with transaction(connection):
            return work.write(partial(insert, connection))
    except Outrun:
        return None

"""The event log as the rest of the program uses it: async, from any event loop, with one writer behind it."""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, cast

from ..core.event import Event, EventKind, NewEvent, ended, traced, was_stopped
from ..core.fault import Fault
from ..core.json import Object
from . import tables
from .feed import Feed
from .owner import is_alive, new_owner
from .request import LogRequest, Query
from .tables import Entries, Entry, RunRecord, encode
from .writer import Writer

PAGE: Final = 1_000
"""The largest number of events read at once; appends go on between two pages."""


class SqlLog:
    """An `EventLog` in a SQLite file, opened at first use."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.owner = new_owner()
        self._lock = threading.RLock()
        self._writer: Writer | None = None
        self._closed = False
        self._feeds: dict[tuple[asyncio.AbstractEventLoop, str], Feed] = {}

    async def append(
        self, run: str, kind: EventKind, data: Object, *, key: str | None = None, attempt: int = 1
    ) -> Event:
        return cast("Event", await self._ask(_entry(run, kind, data, key, attempt)))

    async def append_all(self, run: str, events: Sequence[NewEvent], *, after: int) -> list[Event] | None:
        entries = [Entry(run, each.kind, each.data, encode(each.data), each.key) for each in events]
        return cast("list[Event] | None", await self._ask(Entries(run, entries, after)))

    def post(self, run: str, kind: EventKind, data: Object) -> None:
        """Write an event soon. One that the database refuses is counted in `lost` and logged."""
        self._put(LogRequest(_entry(run, kind, data)))

    async def find(self, key: str, kind: EventKind, *, attempt: int = 1) -> Event | None:
        return cast("Event | None", await self._ask(partial(tables.find_event, key=key, kind=kind, attempt=attempt)))

    async def read(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        events: list[Event] = []
        while limit is None or len(events) < limit:
            size = PAGE if limit is None else min(PAGE, limit - len(events))
            page = await self._ask(partial(tables.read, run=run, after=after, limit=size))
            events += page
            if len(page) < size:
                break
            after = events[-1].seq
        return events

    async def follow(self, run: str, *, after: int = 0) -> AsyncIterator[Event]:
        """Yield events as they arrive, also from other processes. Ends at once if the run had finished by `after`."""
        position, turns, is_behind = max(after - 1, 0), list[Event](), True
        with self._feed(run) as feed:
            while not self._closed:
                page = await (self._page(run, position) if is_behind else feed.after(position))
                for event in page:
                    position = event.seq
                    if event.seq > after:
                        yield event
                    if event.kind == "run.finished" and not was_stopped(event):
                        return
                    if event.kind in ("run.finished", "run.resumed"):
                        turns.append(event)
                is_behind = len(page) == PAGE
                if not is_behind and ended(turns, after):
                    return

    async def _page(self, run: str, after: int) -> list[Event]:
        return cast("list[Event]", await self._ask(partial(tables.read, run=run, after=after, limit=PAGE)))

    @contextmanager
    def _feed(self, run: str) -> Iterator[Feed]:
        """Follow a run together with its other followers in this event loop."""
        key = (asyncio.get_running_loop(), run)
        feed = self._feeds.get(key)
        if feed is None or not feed.goes_on:
            read, watchers = partial(self._page, run), self._running().watchers
            feed = self._feeds[key] = Feed(run, watchers, read, PAGE, lambda: not self._closed)
        feed.followers += 1
        try:
            yield feed
        finally:
            feed.followers -= 1
            if not feed.followers:
                feed.close()
                if self._feeds.get(key) is feed:
                    del self._feeds[key]

    async def runs(self, limit: int = 100) -> list[RunRecord]:
        """Return the runs in the log, newest first."""
        return cast("list[RunRecord]", await self._ask(partial(tables.list_runs, limit=limit)))

    def alive(self, owner: str) -> bool:
        return is_alive(owner.partition("#")[0])

    @property
    def lost(self) -> int:
        """How many posts this process could not write."""
        return 0 if self._writer is None else self._writer.lost

    async def close(self) -> None:
        """Write what is queued, and close. Followers in this process end too."""
        with self._lock:
            writer, closed, self._closed = self._writer, self._closed, True
        if writer is None or closed or not writer.runs_here:
            return
        future = asyncio.get_running_loop().create_future()
        writer.put(LogRequest(None, future))
        await future

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _ask(self, work: Entry | Entries | Query) -> Any:
        future = asyncio.get_running_loop().create_future()
        self._put(LogRequest(work, future))
        return await future

    def _put(self, request: LogRequest) -> None:
        with self._lock:
            self._running().put(request)

    def _running(self) -> Writer:
        """Return this process's writer; a forked child needs its own, with its own connection."""
        with self._lock:
            if self._closed:
                raise Fault("unavailable", f"The event log {str(self.path)!r} is closed.", hint="Open a new SqlLog.")
            if self._writer is None or not self._writer.runs_here:
                self.owner = new_owner()
                self._writer = Writer(self.path)
                self._writer.start()
                weakref.finalize(self, self._writer.end)
            return self._writer


def _entry(run: str, kind: EventKind, data: Object, key: str | None = None, attempt: int = 1) -> Entry:
    data = traced(data)
    return Entry(run, kind, data, encode(data), key, attempt)

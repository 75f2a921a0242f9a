"""Followers in this process that wait for new events of a run."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress

Watcher = tuple[str, asyncio.AbstractEventLoop, asyncio.Event]


class Watchers:
    """What followers wait for, each with its run and event loop. Any thread may add, remove or wake them."""

    def __init__(self) -> None:
        self._watching: set[Watcher] = set()
        self._lock = threading.Lock()

    @contextmanager
    def watching(self, run: str, changed: asyncio.Event) -> Iterator[None]:
        """Set `changed`, in the running event loop, whenever this process wrote events of the run."""
        watcher = (run, asyncio.get_running_loop(), changed)
        with self._lock:
            self._watching.add(watcher)
        try:
            yield
        finally:
            with self._lock:
                self._watching.discard(watcher)

    def wake(self, runs: Collection[str]) -> None:
        """Wake the followers of these runs, with one wake-up for each event loop."""
        waiting: defaultdict[asyncio.AbstractEventLoop, list[asyncio.Event]] = defaultdict(list)
        with self._lock:
            for run, loop, changed in self._watching:
                if run in runs:
                    waiting[loop].append(changed)
        for loop, events in waiting.items():
            with suppress(RuntimeError):  # the followers' event loop was closed
                loop.call_soon_threadsafe(_set_all, events)


def _set_all(events: Sequence[asyncio.Event]) -> None:
    for event in events:
        event.set()

"""Callbacks in this process for new events of a run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress


class Watchers:
    """Callbacks, each with its run. Any thread may add, remove or call them."""

    def __init__(self) -> None:
        self._watching: set[tuple[str, Callable[[], object]]] = set()
        self._lock = threading.Lock()

    @contextmanager
    def watching(self, run: str, wake: Callable[[], object]) -> Iterator[None]:
        """Call `wake`, in the writer's thread, whenever this process wrote events of the run."""
        with self._lock:
            self._watching.add((run, wake))
        try:
            yield
        finally:
            with self._lock:
                self._watching.discard((run, wake))

    def wake(self, runs: Collection[str]) -> None:
        with self._lock:
            wakes = [wake for run, wake in self._watching if run in runs]
        for wake in wakes:
            with suppress(RuntimeError):  # the follower's event loop was closed
                wake()

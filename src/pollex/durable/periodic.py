"""A thread for periodic chores, each with its own interval, independent of the event loop."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

Chore = tuple[float, Callable[[], object]]


class PeriodicTasks(threading.Thread):
    """Runs each chore at its interval. While the database fails, it retries at the same interval."""

    def __init__(self, name: str, chores: Sequence[Chore]) -> None:
        super().__init__(name=f"pollex {name}", daemon=True)
        self._chores = [(seconds, chore, [0.0]) for seconds, chore in chores]
        self._ending = threading.Event()
        self._warned = False

    def run(self) -> None:
        while not self._ending.is_set():
            for seconds, chore, due in self._chores:
                if due[0] <= time.monotonic() and not self._ending.is_set():
                    self._do(chore)
                    due[0] = time.monotonic() + seconds
            earliest = min(due[0] for _, _, due in self._chores)
            self._ending.wait(max(0.0, earliest - time.monotonic()))

    def end(self) -> None:
        self._ending.set()
        if self.is_alive() and threading.current_thread() is not self:
            self.join(10)

    def _do(self, chore: Callable[[], object]) -> None:
        try:
            chore()
        except Exception as error:  # noqa: BLE001 - a thread that ends leaves its process for dead
            if not self._warned:
                logging.getLogger(__package__).warning("The engine's %s waits for its database: %s", self.name, error)
            self._warned = True
        else:
            self._warned = False

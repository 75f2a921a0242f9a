"""Threads for tools that block. A thread that does not come back in time is abandoned and counted, never waited for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from queue import SimpleQueue
from typing import Any, TypeAlias

from ..fault import Fault

Job: TypeAlias = Callable[[], Any]
QueuedJob: TypeAlias = "tuple[Callable[[Job], Any], Job, asyncio.Future[Any], asyncio.AbstractEventLoop]"


class WorkerThread(threading.Thread):
    """A thread that waits for jobs. A daemon, so that a hanging one does not keep the process alive."""

    def __init__(self, name: str, idle: list[WorkerThread]) -> None:
        super().__init__(name=name, daemon=True)
        self.orders: SimpleQueue[QueuedJob] = SimpleQueue()
        self._idle = idle

    def run(self) -> None:
        while True:
            run, job, future, loop = self.orders.get()
            try:
                outcome, failed = run(job), False
            except BaseException as error:  # noqa: BLE001 - whatever a tool raises is handed to whoever waits for it
                outcome, failed = error, True
            self._idle.append(self)
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._deliver, future, outcome, failed)
            del run, job, future, outcome

    def _deliver(self, future: asyncio.Future[Any], outcome: Any, failed: bool) -> None:
        if future.done():
            return
        if failed:
            future.set_exception(Raised(outcome))
        else:
            future.set_result(outcome)


class ThreadPool:
    """A pool of idle threads, and those that were abandoned and are still running."""

    def __init__(self) -> None:
        self._idle: list[WorkerThread] = []
        self._abandoned: list[WorkerThread] = []
        self._count = 0

    @property
    def abandoned(self) -> int:
        """How many abandoned threads are still running."""
        self._abandoned = [worker for worker in self._abandoned if worker not in self._idle and worker.is_alive()]
        return len(self._abandoned)

    async def run(self, job: Job, *, most_abandoned: int) -> Any:
        """Run `job` on a thread and return what it returns or raises. Cancelling this abandons the thread."""
        if self._abandoned and self.abandoned >= most_abandoned:
            raise Fault(
                "limit",
                f"{self.abandoned} abandoned threads are still running.",
                expected=f"fewer than {most_abandoned}",
                hint='Mark tools that hang with isolation="process", so that they can be ended.',
            )
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        worker = self._take()
        worker.orders.put((copy_context().run, job, future, loop))
        try:
            return await future
        except asyncio.CancelledError:
            if future.cancelled():
                self._abandoned.append(worker)
            raise

    def _take(self) -> WorkerThread:
        """Return an idle thread, or a new one. Threads from before a fork do not exist in this process."""
        with suppress(IndexError):
            while True:
                worker = self._idle.pop()
                if worker.is_alive():
                    return worker
        self._count += 1
        worker = WorkerThread(f"pollex-{self._count}", self._idle)
        worker.start()
        return worker


class Raised(Exception):
    """An exception passed through a future, which does not accept all of them (StopIteration, SystemExit)."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error

"""Threads for tools that block. A thread that does not come back in time is abandoned and counted, never waited for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextvars import copy_context
from queue import SimpleQueue
from typing import Any, TypeAlias

from ..fault import Fault

Job: TypeAlias = Callable[[], Any]
Order: TypeAlias = "tuple[Callable[[Job], Any], Job, asyncio.Future[Any], asyncio.AbstractEventLoop]"


class Workers:
    """Idle threads, kept for the next call. They are daemons: a hanging one does not keep the process alive."""

    def __init__(self) -> None:
        self.abandoned = 0
        self._idle: list[SimpleQueue[Order]] = []
        self._count = 0

    async def run(self, job: Job, *, most_abandoned: int) -> Any:
        """What `job` returns or raises, from a thread. Cancelling this abandons the thread."""
        if self.abandoned >= most_abandoned:
            raise Fault(
                "limit",
                f"{self.abandoned} abandoned threads are still running.",
                expected=f"fewer than {most_abandoned}",
                hint='Mark tools that hang with isolation="process", so that they can be ended.',
            )
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        orders = self._idle.pop() if self._idle else self._start()
        orders.put((copy_context().run, job, future, loop))
        try:
            return await future
        except asyncio.CancelledError:
            if not future.done() or future.cancelled():
                self.abandoned += 1
                future.cancel()
            raise

    def _start(self) -> SimpleQueue[Order]:
        orders: SimpleQueue[Order] = SimpleQueue()
        self._count += 1
        threading.Thread(target=self._work, args=(orders,), name=f"pollex-{self._count}", daemon=True).start()
        return orders

    def _work(self, orders: SimpleQueue[Order]) -> None:
        while True:
            run, job, future, loop = orders.get()
            try:
                outcome, failed = run(job), False
            except BaseException as error:  # noqa: BLE001 - whatever a tool raises is handed to whoever waits for it
                outcome, failed = error, True
            try:
                loop.call_soon_threadsafe(self._deliver, orders, future, outcome, failed)
            except RuntimeError:
                return  # The loop is closed: nobody waits any more.
            del run, job, future, outcome

    def _deliver(self, orders: SimpleQueue[Order], future: asyncio.Future[Any], outcome: Any, failed: bool) -> None:
        self._idle.append(orders)
        if future.cancelled():
            self.abandoned -= 1
        elif failed:
            future.set_exception(Raised(outcome))
        else:
            future.set_result(outcome)


class Raised(Exception):
    """Carries what a job raised across the future, which does not take every exception (StopIteration, SystemExit)."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error

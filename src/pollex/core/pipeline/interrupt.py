"""Ends a coroutine at a time limit or when its token is cancelled.

It is driven inside the caller's own task, so that `asyncio.timeout` and task groups around a call behave as always. The
limit is armed only when the coroutine really waits: most tools answer at once and pay nothing.
"""

from __future__ import annotations

import asyncio
import types
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from typing import Any, Final, Literal

from ..cancel import CancelToken
from ..held import HeldTime

HELD_AGAIN: Final = 0.2
"""Seconds until it is looked again whether a call is still held."""
Reason = Literal["timeout", "cancelled"]


class Interrupted(Exception):
    """Raised when a coroutine was ended before it answered."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


@types.coroutine
def limited(
    work: Coroutine[Any, Any, Any], seconds: float, token: CancelToken, grace: float, held: HeldTime
) -> Generator[Any, Any, Any]:
    """Return what `work` returns, or raise Interrupted. A cancelled coroutine has `grace` seconds to clean up.

    The time in which it is held for a decision of somebody else does not count.
    """
    if token.reason is not None:
        work.close()
        raise Interrupted("cancelled")
    try:
        waiting = work.send(None)
    except StopIteration as done:
        return done.value
    interrupt = Interrupt(seconds, token, grace, held)
    try:
        return (yield from _drive(work, waiting, interrupt))
    except BaseException as error:
        if interrupt.reason is None or interrupt.outside_cancel():
            raise
        raise Interrupted(interrupt.reason) from error
    finally:
        interrupt.disarm()


def _drive(work: Coroutine[Any, Any, Any], waiting: Any, interrupt: Interrupt) -> Generator[Any, Any, Any]:
    """Pass what `work` awaits to the event loop, and the outcome back to `work`, until it is done."""
    while True:
        try:
            try:
                sent = yield waiting
            except BaseException as error:
                if interrupt.over:
                    _abandon(work)
                    raise
                waiting = work.throw(error)
            else:
                waiting = work.send(sent)
        except StopIteration as done:
            if interrupt.reason is not None:
                raise Interrupted(interrupt.reason) from None
            return done.value


def _abandon(work: Coroutine[Any, Any, Any]) -> None:
    """Let go of a coroutine that ignored its cancellation; what it raises from now on does not matter."""
    with suppress(BaseException):
        work.close()


class Interrupt:
    """The armed limit of one coroutine."""

    def __init__(self, seconds: float, token: CancelToken, grace: float, held: HeldTime) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.reason: Reason | None = None
        self.over = False
        """Cleaning up took too long as well."""
        self._task = task
        self._cancelling = task.cancelling()
        self._grace = grace
        self._fired = 0
        self._armed = True
        self._loop = asyncio.get_running_loop()
        self._held = held
        self._end = self._loop.time() + seconds - held.seconds
        self._timer = self._loop.call_later(seconds, self._time_is_up)
        self._unlisten: Callable[[], None] = token.listen(lambda: self._tell("cancelled"))

    def disarm(self) -> None:
        self._armed = False
        self._timer.cancel()
        self._unlisten()
        while self._fired:
            self._fired -= 1
            self._task.uncancel()

    def outside_cancel(self) -> bool:
        """Return whether the task was also cancelled from outside, which must take effect."""
        return self._task.cancelling() - self._fired > self._cancelling

    def _time_is_up(self) -> None:
        left = self._end + self._held.seconds - self._loop.time()
        if left <= 0:
            self._fire("timeout")
        elif self._armed:
            self._timer = self._loop.call_later(max(left, HELD_AGAIN), self._time_is_up)

    def _tell(self, reason: Reason) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._fire, reason)

    def _fire(self, reason: Reason) -> None:
        if not self._armed or self.over or (self.reason is not None and reason == "cancelled"):
            return
        if self.reason is None:
            self.reason = reason
            self._timer.cancel()
            self._timer = self._loop.call_later(self._grace, self._fire, "timeout")
        else:
            self.over = True
        self._fired += 1
        self._task.cancel()

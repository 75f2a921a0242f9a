"""Waits for what happens elsewhere, with an end that says what did not happen, and a clock that can be put forward."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")
PATIENCE: Final = 60.0
"""Seconds after which what is waited for is not going to happen any more."""
PAUSE: Final = 0.005


async def until(what: str, happened: Callable[[], T]) -> T:
    """What `happened` gives, as soon as it is true."""
    deadline = time.monotonic() + PATIENCE
    while not (found := happened()):
        assert time.monotonic() < deadline, f"{what}: that did not happen within {PATIENCE:g} s"
        await asyncio.sleep(PAUSE)
    return found


class Clock:
    """The clock of the running event loop, put forward by a test: what is due by then happens at the next turn."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._time = loop.time
        self._skipped = 0.0
        loop.time = lambda: self._time() + self._skipped  # type: ignore[method-assign]

    def stop(self) -> None:
        """No time passes any more: what happens now does not happen because a time is over."""
        now = self._time()
        self._time = lambda: now

    def skip(self, seconds: float) -> None:
        self._skipped += seconds

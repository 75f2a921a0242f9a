"""Waits for what happens elsewhere, with an end that says what did not happen, and a clock that can be put forward."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar, overload

T = TypeVar("T")
PATIENCE: Final = 100.0
"""Seconds after which what is waited for is not going to happen any more."""
PAUSE: Final = 0.005


def until(what: str, happened: Callable[[], T], seconds: float = PATIENCE) -> T:
    """What `happened` gives, as soon as it is true; `what` says what was waited for where it never is."""
    deadline = time.monotonic() + seconds
    while not (found := happened()):
        assert time.monotonic() < deadline, f"{what}: that did not happen within {seconds:g} s"
        time.sleep(PAUSE)
    return found


@overload
async def until_async(what: str, happened: Callable[[], Awaitable[T]], seconds: float = PATIENCE) -> T: ...


@overload
async def until_async(what: str, happened: Callable[[], T], seconds: float = PATIENCE) -> T: ...


async def until_async(what: str, happened: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """The same, while the event loop goes on."""
    deadline = time.monotonic() + seconds
    while not (found := await settled(happened())):
        assert time.monotonic() < deadline, f"{what}: that did not happen within {seconds:g} s"
        await asyncio.sleep(PAUSE)
    return found


async def settled(value: Any) -> Any:
    return await value if isinstance(value, Awaitable) else value


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

"""Values that expire: forgotten on time, so that those who show or watch them hear of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .desk import Desk


class ExpiryTimer:
    """Calls a function when the next value of a desk has expired."""

    def __init__(self, clock: Callable[[], float], expired: Callable[[], None]) -> None:
        self._clock = clock
        self._expired = expired
        self._timer: asyncio.TimerHandle | None = None

    def set_for(self, desk: Desk) -> None:
        """Wait for the value of this desk that expires first."""
        self.stop()
        due = [entry.expires for entry in desk.state.values() if entry.expires is not None]
        if due:
            seconds = max(min(due) - self._clock(), 0) / 1000
            self._timer = asyncio.get_running_loop().call_later(min(seconds, 86_400), self._expired)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def without_expired(desk: Desk, now: float) -> Desk:
    """Return the desk without values that have expired."""
    state = {at: entry for at, entry in desk.state.items() if entry.expires is None or entry.expires > now}
    return desk if len(state) == len(desk.state) else Desk(desk.windows, desk.components, state, desk.watches)

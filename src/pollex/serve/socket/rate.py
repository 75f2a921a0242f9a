"""How fast one client may send: a burst at once, then so many messages a second. What comes faster waits unread."""

from __future__ import annotations

from collections.abc import Callable


class MessageRate:
    """Says how long to wait before the next message is read."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float]) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._left = float(burst)
        self._at = clock()

    def wait(self) -> float:
        """Count a message; return the seconds after which it is allowed."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second) - 1
        self._at = now
        return max(0.0, -self._left / self._per_second)

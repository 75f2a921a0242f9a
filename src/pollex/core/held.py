"""Time in which calls wait for what somebody else decides, a person or a judge: it does not count in their limits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic


class HeldTime:
    """Counts it for all calls of a context together."""

    def __init__(self) -> None:
        self._waiting = 0
        self._since = 0.0
        self._before = 0.0

    @property
    def seconds(self) -> float:
        return self._before + (monotonic() - self._since if self._waiting else 0.0)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Somebody decides while this block runs."""
        if not self._waiting:
            self._since = monotonic()
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._before += monotonic() - self._since

"""A token that stops a call from any thread."""

from __future__ import annotations

import threading
from collections.abc import Callable


class CancelToken:
    """A cancellation that happens once and for good. Callbacks run in the thread that cancels."""

    __slots__ = ("_callbacks", "_lock", "reason")

    def __init__(self) -> None:
        self.reason: str | None = None
        self._callbacks: dict[object, Callable[[], object]] = {}
        self._lock = threading.Lock()

    @property
    def cancelled(self) -> bool:
        return self.reason is not None

    def cancel(self, reason: str = "stopped") -> None:
        with self._lock:
            if self.reason is not None:
                return
            self.reason = reason
            callbacks = list(self._callbacks.values())
        for callback in callbacks:
            callback()

    def listen(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Run `callback` on cancellation, or at once if already cancelled. Return a function that removes it."""
        ticket = object()
        with self._lock:
            if self.reason is None:
                self._callbacks[ticket] = callback
                return lambda: self._drop(ticket)
        callback()
        return lambda: None

    def _drop(self, ticket: object) -> None:
        with self._lock:
            self._callbacks.pop(ticket, None)

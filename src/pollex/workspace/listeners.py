"""Those who want to hear of something. One that fails does not keep others from hearing."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

Said = TypeVar("Said")


class Listeners(Generic[Said]):
    """Functions that are called with everything that is said."""

    def __init__(self) -> None:
        self._listeners: dict[object, Callable[[Said], object]] = {}

    def add(self, listener: Callable[[Said], object]) -> Callable[[], None]:
        """Add a listener; the function that is returned removes it."""
        mark = object()
        self._listeners[mark] = listener
        return lambda: (self._listeners.pop(mark, None), None)[1]

    def tell(self, said: Said) -> None:
        for listener in list(self._listeners.values()):
            try:
                listener(said)
            except Exception:
                logging.getLogger(__package__).exception("A listener of a workspace failed.")

    def __len__(self) -> int:
        return len(self._listeners)

"""Objects that calls made and later calls name. Idle ones expire; of too many, the least recently used are dropped."""

from __future__ import annotations

import inspect
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from ...core.call import new_id
from ..faults import unknown_instance
from ..runtime import Handle

METHODS: Final = 100
"""Most method names listed in a handle."""


class Instances:
    """The kept objects of one library, by the id of their handle."""

    def __init__(self, most: int, idle_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._idle_seconds = idle_seconds
        self._clock = clock
        self._kept: OrderedDict[str, tuple[Any, float]] = OrderedDict()
        """Longest unused first, each with the time of its last use."""

    def __len__(self) -> int:
        self._expire()
        return len(self._kept)

    def keep(self, value: Any) -> Handle:
        self._expire()
        while len(self._kept) >= self._most:
            self._kept.popitem(last=False)
        handle = Handle(new_id(), type(value).__name__, _methods(value))
        self._kept[handle.id] = (value, self._clock())
        return handle

    def get(self, handle: str) -> Any:
        self._expire()
        if handle not in self._kept:
            raise unknown_instance(handle)
        value, _ = self._kept[handle]
        self._kept[handle] = (value, self._clock())
        self._kept.move_to_end(handle)
        return value

    def clear(self) -> None:
        self._kept.clear()

    def _expire(self) -> None:
        oldest = self._clock() - self._idle_seconds
        while self._kept and next(iter(self._kept.values()))[1] < oldest:
            self._kept.popitem(last=False)


def _methods(value: Any) -> tuple[str, ...]:
    """The public methods, read from the class without running any property."""
    kind = type(value)
    names = [name for name in dir(kind) if not name.startswith("_")]
    return tuple(name for name in names if inspect.isroutine(inspect.getattr_static(kind, name, None)))[:METHODS]

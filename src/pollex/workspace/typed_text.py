"""What a person types into bound controls: taken at once, recorded after a pause instead of key by key."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from .state import StateKey

PAUSE: Final = 0.3
"""Seconds without a key after which what was typed is recorded."""


class TypedText:
    """Values that were typed and are not recorded yet."""

    def __init__(self, record: Callable[[Mapping[StateKey, Any]], Awaitable[None]], pause: float = PAUSE) -> None:
        self._record = record
        self._pause = pause
        self._values: dict[StateKey, Any] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._order = asyncio.Lock()

    def put(self, at: StateKey, value: Any) -> None:
        """Take the newest value of a control, and record it after a pause."""
        self._values[at] = value
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self._pause, self._start)

    def _start(self) -> None:
        self._task = asyncio.ensure_future(self.flush())

    async def flush(self) -> None:
        """Record now what was typed, before anything else happens."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        async with self._order:  # one that comes meanwhile waits, so that nothing overtakes what was typed
            values, self._values = self._values, {}
            if values:
                await self._record(values)

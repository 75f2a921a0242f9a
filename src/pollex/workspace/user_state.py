"""State of the scope `user`: kept across workspaces, in a run of its own."""

from __future__ import annotations

import asyncio
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from ..core.event import EventLog
from ..core.json import Object
from .listeners import Listeners
from .state import StateEntry, StateKey

USER_RUN: Final = str(uuid5(NAMESPACE_URL, "pollex:user-state"))


class UserState:
    """The values of one user, shared by all workspaces of this process."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._loaded = False
        self._lock = asyncio.Lock()
        self.entries: dict[StateKey, StateEntry] = {}
        self.changes: Listeners[StateKey] = Listeners()

    async def load(self) -> None:
        """Read what was kept, once."""
        async with self._lock:
            if self._loaded:
                return
            for event in await self._log.read(USER_RUN):
                self._fold(event.data)
            self._loaded = True

    async def put(self, at: StateKey, entry: StateEntry | None) -> None:
        """Keep a value, or forget it (None); every workspace hears of it."""
        data: Object = {"key": at.key}
        if entry is not None:
            data |= {"value": entry.value, "expires": entry.expires}
        await self._log.append(USER_RUN, "workspace.changed", data)
        self._fold(data)
        self.changes.tell(at)

    def _fold(self, data: Object) -> None:
        at = StateKey("user", None, data["key"])
        if "value" in data:
            self.entries[at] = StateEntry(data["value"], data["expires"])
        else:
            self.entries.pop(at, None)

    def over(self, state: dict[StateKey, StateEntry]) -> dict[StateKey, StateEntry]:
        """Return a desk's state with the values of the user as they are now."""
        return {at: entry for at, entry in state.items() if at.scope != "user"} | self.entries

"""Browser snapshots in the run's log, encrypted, each named after the node it was taken after.

A snapshot is written before the node's `call.finished`: if the log has the one, it has the other.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from .fault import Fault
from .json import Object
from .result import Result

if TYPE_CHECKING:
    from .context import Context
    from .environment import RunEnvironment, SnapshotCipher
    from .event import EventLog
    from .protocols import Page
    from .tool import Tool

BrowserEffect = Literal["no", "went", "sent"]
"""The effect of a call on the browser: none that a restored one would lack, navigation, or a submission."""
MOVING: Final = frozenset(
    f"page.{name}"
    for name in ("navigate", "search", "open_tab", "switch_tab", "close_tab", "back", "forward", "refresh")
)
"""Tools that always navigate."""


def moved(tool: str, data: Any, fault: Fault | None = None) -> BrowserEffect:
    """Return the effect of a call on the browser, by its result."""
    told: Object = data if isinstance(data, dict) else {}
    if "sent" in told or (fault is not None and fault.uncertain):
        return "sent"
    return "went" if tool in MOVING or {"from", "opened"} & told.keys() else "no"


@dataclass
class SnapshotStore:
    """Takes, stores and restores browser snapshots."""

    page: Page
    states: SnapshotCipher
    log: EventLog
    run: str
    state: Object | None = None
    name: str | None = None
    """The name of the last snapshot."""
    witnessed: set[str] = field(default_factory=set)
    """The names of calls that this process has made itself."""
    fresh: bool = True
    """Whether this process has not used the browser yet."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a snapshot is restored, so that runs restore one after the other."""

    @classmethod
    def of(cls, context: Context, states: SnapshotCipher | None, turn: asyncio.Lock) -> SnapshotStore | None:
        """Return the store of a run, or None if there is nothing to store or nowhere to store it."""
        if context.page is None or context.log is None or states is None:
            return None
        return cls(context.page, states, context.log, context.run, turn=turn)

    @classmethod
    def shared(cls, environment: RunEnvironment) -> SnapshotStore | None:
        """Return the one store of a run in which both an agent and a person may act."""
        if "shared" not in environment.stores:
            environment.stores["shared"] = cls.of(environment.context, environment.states, environment.turn)
        found: SnapshotStore | None = environment.stores["shared"]
        return found

    async def keep(self, name: str) -> None:
        """Store a snapshot under a name; if nothing has changed, the last name still stands for it."""
        before = self.state
        try:
            state = await self.page.snapshot(earlier=before)
        except Fault as fault:
            if fault.code != "unavailable":
                raise
            return  # the browser is gone; the state before it still stands
        if state != before:
            sealed = await asyncio.to_thread(self.states.seal, state)  # the key may have to be asked for
            await self.log.append(self.run, "page.kept", {"state": sealed}, key=name)
            self.state, self.name = state, name

    def keeping(self, tool: Tool, name: str) -> Tool:
        """Wrap a tool so that a snapshot is stored before a call that moved the browser counts as finished."""
        if not tool.name.startswith("page.") or tool.effect == "read":
            return tool

        async def witnessed(args: Object, context: Context) -> Any:
            answer = await tool.run(args, context)
            self.witnessed.add(name)
            if moved(tool.name, answer.data if isinstance(answer, Result) else answer) != "no":
                await self.keep(name)
            return answer

        return tool.replace(run=witnessed)

    def begins(self) -> bool:
        """Return whether the browser has nothing of the run: this process uses it for the first time, or it died."""
        fresh, self.fresh = self.fresh or not self.page.alive, False
        return fresh

    async def catch_up(self, name: str) -> None:
        """Restore the snapshot of a call that an earlier process made and this one did not repeat."""
        if name not in self.witnessed and await self.log.find(name, "page.kept") is not None:
            await self.restore(name)

    async def restore(self, name: str) -> None:
        """Restore the snapshot of a name in a fresh window."""
        event = await self.log.find(name, "page.kept")
        if event is None:
            raise Fault("not_found", f"The browser's state {name!r} is not in the log any more.", retry=False)
        self.state, self.name = await asyncio.to_thread(self.states.open, event.data["state"]), name
        async with self.turn:
            await self.page.restore(self.state)

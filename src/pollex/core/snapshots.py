"""The browser's states in the run's log, sealed, each under a name of the node after which it was taken.

A state is written before the node's call is said to be finished: whoever finds the one finds the other.
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
    from .environment import States
    from .event import EventLog
    from .protocols import Page
    from .tool import Tool

Moved = Literal["no", "went", "sent"]
"""What a call did to the browser: nothing that a fresh one would lack, went to another page, or sent something off."""
MOVING: Final = frozenset(
    f"page.{name}"
    for name in ("navigate", "search", "open_tab", "switch_tab", "close_tab", "back", "forward", "refresh")
)
"""Tools that always change where the browser is."""


def moved(tool: str, data: Any, fault: Fault | None = None) -> Moved:
    """What a call did to the browser, by what it says that it caused."""
    told: Object = data if isinstance(data, dict) else {}
    if "sent" in told or (fault is not None and fault.uncertain):
        return "sent"
    return "went" if tool in MOVING or {"from", "opened"} & told.keys() else "no"


@dataclass
class SnapshotStore:
    """Takes states, writes them down, and puts them back."""

    page: Page
    states: States
    log: EventLog
    run: str
    state: Object | None = None
    name: str | None = None
    """Of the last state that was kept."""
    witnessed: set[str] = field(default_factory=set)
    """The names of calls that this process has made itself."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a state is put back: the first of many runs is on its way the sooner for it."""

    @classmethod
    def of(cls, context: Context, states: States | None, turn: asyncio.Lock) -> SnapshotStore | None:
        """None where there is nothing to keep or nowhere to keep it."""
        if context.page is None or context.log is None or states is None:
            return None
        return cls(context.page, states, context.log, context.run, turn=turn)

    async def keep(self, name: str) -> None:
        """Take the state and keep it under a name; where nothing has changed, the last name still stands for it."""
        before = self.state
        try:
            state = await self.page.snapshot(earlier=before)
        except Fault as fault:
            if fault.code != "unavailable":
                raise
            return  # the browser is gone; the state before it still stands
        if state != before:
            await self.log.append(self.run, "page.kept", {"state": self.states.seal(state)}, key=name)
            self.state, self.name = state, name

    def keeping(self, tool: Tool, name: str) -> Tool:
        """The same tool; where a call of it moved the browser, the state is kept before the call is said to be over."""
        if not tool.name.startswith("page.") or tool.effect == "read":
            return tool

        async def witnessed(args: Object, context: Context) -> Any:
            answer = await tool.run(args, context)
            self.witnessed.add(name)
            if moved(tool.name, answer.data if isinstance(answer, Result) else answer) != "no":
                await self.keep(name)
            return answer

        return tool.replace(run=witnessed)

    async def has(self, name: str) -> bool:
        return await self.log.find(name, "page.kept") is not None

    async def restore(self, name: str) -> None:
        """Go on in a fresh window with the state of a name."""
        event = await self.log.find(name, "page.kept")
        if event is None:
            raise Fault("not_found", f"The browser's state {name!r} is not in the log any more.", retry=False)
        self.state, self.name = self.states.open(event.data["state"]), name
        async with self.turn:
            await self.page.restore(self.state)

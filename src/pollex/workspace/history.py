"""The batches of a workspace and the desk between them: what undo and redo go through, and what a restart rebuilds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from ..core.event import Event
from ..core.fault import Fault
from ..core.limits import DEFAULT_LIMITS, Limits
from ..core.wire import envelope_call
from .batch import apply_command, new_change
from .change import AppliedCommand
from .desk import Desk

MOST: Final = 1_000
"""How many batches can be taken back."""
KINDS: Final = ("workspace.command", "workspace.undone")


@dataclass(frozen=True, slots=True)
class AppliedBatch:
    """A batch, and the desk on both sides of it."""

    id: str
    before: Desk
    after: Desk


class LostBatch(Exception):
    """A batch that was taken back lies before the point from which the history was read."""


class DeskHistory:
    """The desk as it is, and the batches that led to it."""

    def __init__(self, desk: Desk | None = None, limits: Limits = DEFAULT_LIMITS) -> None:
        self.desk = desk or Desk()
        self.limits = limits
        self.commands = 0
        """How many commands were applied in all."""
        self.done: list[AppliedBatch] = []
        self.undone: list[AppliedBatch] = []
        self.whole = False
        """Whether all events are replayed: then what does not fit was written by two processes at once."""
        self._parts: dict[str, list[Event]] = {}

    def record(self, batch: str, after: Desk, commands: int) -> None:
        """Add a batch that was applied."""
        self.done = [*self.done[-MOST:], AppliedBatch(batch, self.desk, after)]
        self.undone = []
        self.desk = after
        self.commands += commands

    def undo(self, batch: str) -> None:
        """Go back to the desk before the last batch, which must be this one."""
        if not self.done or self.done[-1].id != batch:
            raise LostBatch(batch)
        last = self.done.pop()
        self.undone.append(last)
        self.desk = last.before

    def redo(self, batch: str) -> None:
        """Go forward to the desk after the batch that was taken back last, which must be this one."""
        if not self.undone or self.undone[-1].id != batch:
            raise LostBatch(batch)
        last = self.undone.pop()
        self.done.append(last)
        self.desk = last.after

    def replay(self, events: Iterable[Event]) -> None:
        """Apply what a log has kept. A batch whose last command was not written was never answered, and is left out."""
        for event in events:
            if event.kind == "workspace.undone":
                self._step(event)
            elif event.kind == "workspace.command":
                self._collect(event)

    def _step(self, event: Event) -> None:
        try:
            (self.redo if event.data["redo"] else self.undo)(event.data["batch"])
        except LostBatch:
            if not self.whole:
                raise

    def _collect(self, event: Event) -> None:
        """Apply a batch when all of it is there. Batches of two processes may lie between one another."""
        batch = event.data["batch"]
        parts = self._parts.setdefault(batch, [])
        parts.append(event)
        if len(parts) == event.data["count"]:
            del self._parts[batch]
            self._apply([part.data for part in parts])

    def _apply(self, parts: list[dict[str, Any]]) -> None:
        change = new_change(self.desk, parts[0]["batch"], now=parts[0]["at"], limits=self.limits)
        try:
            for part in parts:
                apply_command(change, _applied(part))
        except Fault:  # two processes wrote at once, and this batch does not fit behind the other one
            return
        self.record(change.batch, change.desk, len(parts))


def _applied(part: dict[str, Any]) -> AppliedCommand:
    call = envelope_call(part["command"])
    return AppliedCommand(call, drawn=part.get("drawn"), synthetic=part.get("synthetic", False))

"""The batches of a workspace and the desk between them: what undo and redo go through, and what a restart rebuilds."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from ..core.event import Event
from ..core.fault import Fault
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS, Limits
from ..core.wire import envelope_call
from .batch import apply_command, new_change
from .change import AppliedCommand, DeskChange
from .desk import Desk
from .state import StateEntry, StateKey

MOST: Final = 1_000
"""How many batches can be taken back."""
SIZES: Final = ("windows", "components", "state_keys", "window_nodes")


@dataclass(frozen=True, slots=True)
class AppliedPiece:
    """Commands that were applied together, with all that it takes to apply them again."""

    batch: str
    at: float
    commands: tuple[AppliedCommand, ...]


@dataclass(frozen=True, slots=True)
class AppliedBatch:
    """A batch, and the desk on both sides of it. One that is drawn while it arrives has several pieces."""

    id: str
    before: Desk
    after: Desk
    pieces: tuple[AppliedPiece, ...] = ()


class LostBatch(Exception):
    """A batch that was taken back lies before the point from which the history was read."""


class DeskHistory:
    """The desk as it is, and the batches that led to it."""

    def __init__(self, desk: Desk | None = None, limits: Limits = DEFAULT_LIMITS, most: int = MOST) -> None:
        self.desk = desk or Desk()
        self.limits = replace(limits, **dict.fromkeys(SIZES, sys.maxsize))
        """The limits for what was applied before: the sizes of a desk were checked then."""
        self._most = most
        self.commands = 0
        """How many commands were applied in all."""
        self.done: list[AppliedBatch] = []
        self.undone: list[AppliedBatch] = []
        self.whole = False
        """Whether all events are replayed: then what does not fit was written by two processes at once."""
        self._parts: dict[str, list[Event]] = {}

    def continues(self, batch: str) -> bool:
        """Return whether the next piece of a batch would follow its last one."""
        return bool(self.done) and self.done[-1].id == batch

    def record(self, change: DeskChange, part_of: str | None = None) -> None:
        """Add a batch that was applied, or the next piece of one."""
        piece = AppliedPiece(change.batch, change.now, tuple(change.applied))
        if part_of is not None and self.continues(part_of):
            last = self.done.pop()
            made = AppliedBatch(part_of, last.before, change.desk, (*last.pieces, piece))
        else:
            made = AppliedBatch(part_of or change.batch, self.desk, change.desk, (piece,))
        self.done.append(made)
        del self.done[: -self._most]
        self.undone = []
        self.desk = change.desk
        self.commands += len(change.applied)

    def undo(self, batch: str) -> None:
        """Go back to the desk before the last batch, which must be this one."""
        if not self.done or self.done[-1].id != batch:
            raise LostBatch(batch)
        last = self.done.pop()
        self.undone.append(last)
        self.desk = last.before

    def take_back(self, batch: str) -> None:
        """Go on as if a batch had never been, wherever it stands. What others did since is done again, where it can."""
        start = next((index for index, each in enumerate(self.done) if each.id == batch), None)
        if start is None:
            raise LostBatch(batch)
        later, self.done = self.done[start:], self.done[:start]
        self.undone, self.desk = [], later[0].before
        for each in later:
            if each.id != batch:
                self._again(each)

    def undo_below(self, batch: str) -> None:
        """Take back a batch below others, which stay."""
        undone = [*self.undone, *(each for each in self.done if each.id == batch)]
        self.take_back(batch)
        self.undone = undone

    def redo_above(self, batch: str) -> None:
        """Do the batch again that was taken back last, on the desk as it is now."""
        if not self.undone or self.undone[-1].id != batch:
            raise LostBatch(batch)
        *undone, last = self.undone
        self._again(last)
        self.undone = undone

    def _again(self, batch: AppliedBatch) -> None:
        commands = self.commands
        for piece in batch.pieces:
            change = new_change(self.desk, piece.batch, now=piece.at, limits=self.limits, replayed=True)
            try:
                for command in piece.commands:
                    apply_command(change, _anew(command))
            except Fault:  # it needs what was taken back
                continue
            self.record(change, None if batch.id == piece.batch else batch.id)
        self.commands = commands

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
                self._step(event.data)
            elif event.kind == "workspace.command":
                self._collect(event)

    def _step(self, data: dict[str, Any]) -> None:
        if data.get("aside"):
            step = self.redo_above if data["redo"] else self.undo_below
        else:
            step = self.take_back if data.get("whole") else self.redo if data["redo"] else self.undo
        try:
            step(data["batch"])
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
        part_of: str = parts[0].get("partOf", "")
        if parts[0].get("continues") and not self.continues(part_of) and not self.whole:
            raise LostBatch(part_of)
        self.desk = _with_user_values(self.desk, parts[0].get("user", ()))
        change = new_change(self.desk, parts[0]["batch"], now=parts[0]["at"], limits=self.limits, replayed=True)
        try:
            for part in parts:
                apply_command(change, _applied(part))
        except Fault:  # two processes wrote at once, and this batch does not fit behind the other one
            return
        self.record(change, part_of or None)


def _applied(part: dict[str, Any]) -> AppliedCommand:
    call = envelope_call(part["command"])
    return AppliedCommand(call, drawn=part.get("drawn"), synthetic=part.get("synthetic", False))


def _anew(command: AppliedCommand) -> AppliedCommand:
    call = replace(command.call, args=dict(command.call.args))
    return AppliedCommand(call, drawn=command.drawn, synthetic=command.synthetic, given=command.given)


def user_values(desk: Desk, change: DeskChange) -> list[Object]:
    """Return the user's values that a batch replaces: any workspace may have set them, so its own log has to know."""
    keys = dict.fromkeys(each.at for each in change.state if each.at.scope == "user")
    found = {at.key: desk.state.get(at) for at in keys}
    return [
        {"key": key} if entry is None else {"key": key, "value": entry.value, "expires": entry.expires}
        for key, entry in found.items()
    ]


def _with_user_values(desk: Desk, values: Iterable[Object]) -> Desk:
    """Return a desk as it was before a batch: with the user's values that it found."""
    state = dict(desk.state)
    for each in values:
        at = StateKey("user", None, each["key"])
        state.pop(at, None)
        if "value" in each:
            state[at] = StateEntry(each["value"], each["expires"])
    return replace(desk, state=state)

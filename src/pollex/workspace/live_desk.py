"""The desk of a workspace at work: batches applied, recorded and told; taken back and done again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from ..core.call import new_id
from ..core.event import EventLog, tracing
from ..core.fault import Fault
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS, Limits
from .batch import draw_batch
from .command_result import CommandResult, command_result, first_answer, refuse_twins
from .desk import Desk
from .envelope import ReadCommand
from .expiry import ExpiryTimer, without_expired
from .history import AppliedBatch
from .listeners import Listeners
from .mirror import MirroredState
from .own_components import refuse_foreign
from .record import KEEP_EVERY, WorkspaceRecord
from .state import StateChange, StateEntry, StateKey
from .update import DeskUpdate, update_between
from .user_state import UserState

Decide: TypeAlias = Callable[[], Object]
"""Returns a decision at the gate (`workspace.gate`) by what is known at this moment; may raise a Fault."""


class LiveDesk:
    """A desk with its record. One batch at a time changes it, and everybody who listens hears of it."""

    def __init__(
        self,
        id: str,  # noqa: A002 - it is the id of the workspace
        log: EventLog,
        *,
        user: UserState | None = None,
        limits: Limits = DEFAULT_LIMITS,
        clock: Callable[[], float] = lambda: time.time() * 1000,
        keep_every: int = KEEP_EVERY,
    ) -> None:
        self.id = id
        self.limits = limits
        self.updates: Listeners[DeskUpdate] = Listeners()
        self.watched: dict[StateKey, StateChange] = {}
        """Changes of watched values since the last snapshot for a model."""
        self.held: set[str] = set()
        """Batches that undo leaves alone: questions that wait for an answer."""
        self.record = WorkspaceRecord(id, log, limits, keep_every)
        self._user = user or UserState(log)
        self._mirrored = MirroredState()
        self._clock = clock
        self._lock = asyncio.Lock()
        self._expiry = ExpiryTimer(clock, self._forget_expired)
        self._forget_user = self._user.changes.add(self._user_changed)

    async def load(self) -> None:
        """Read what was kept."""
        await self._user.load()
        await self.record.load()
        self._overlay()

    @property
    def desk(self) -> Desk:
        return self.record.history.desk

    @property
    def now(self) -> float:
        """Milliseconds since 1970."""
        return self._clock()

    async def apply_once(
        self, commands: Sequence[ReadCommand], by: str, part_of: str | None = None, decide: Decide | None = None
    ) -> tuple[dict[str, CommandResult], dict[str, str]]:
        """Apply those commands whose keys are new, and answer the others as they were answered first; return the
        answers, and the batch of each command that is new. What other processes have written is read only where it
        matters: where the batch does not fit, or the log refuses it since it has gone on. What `decide` returns is
        written with the batch."""
        refuse_twins(commands)
        given = [command.call.args for command in commands]
        while True:
            for command, params in zip(commands, given, strict=True):
                command.call.args = dict(params)
            try:
                if (applied := await self._apply_here(commands, by, part_of, decide)) is not None:
                    return applied
                await self._catch_up()
            except Fault:
                if not await self._catch_up():
                    raise

    async def _apply_here(
        self, commands: Sequence[ReadCommand], by: str, part_of: str | None, decide: Decide | None
    ) -> tuple[dict[str, CommandResult], dict[str, str]] | None:
        """Apply commands to the desk as this process knows it; return None where the log has gone on."""
        earlier = {}
        for command in commands:
            if command.call.key is not None and (event := await self.record.earlier(command.call.key)) is not None:
                earlier[command.call.id] = first_answer(command, event)
        fresh = [command for command in commands if command.call.id not in earlier]
        if not fresh:
            return earlier, {}
        refuse_foreign(self.desk, fresh, by)
        change = draw_batch(self.desk, new_id(), fresh, now=self._clock(), limits=self.limits)
        self.record.budget.check(change.desk, fresh)
        before = self.desk
        seq = await self.record.write(change, by, part_of, None if decide is None else decide())
        if seq is None:
            return None
        with tracing(self.record.trace if any(command.call.trace for command in fresh) else None):
            await self._changed(before, change.batch, by, seq)
        answers = earlier | {
            applied.call.id: command_result(applied.call.id, applied.result())
            for applied in change.applied
            if not applied.synthetic
        }
        return answers, dict.fromkeys((command.call.id for command in fresh), part_of or change.batch)

    async def decide(self, decide: Decide) -> None:
        """Write what `decide` returns, after whatever other processes have written; it raises a Fault where that
        leaves nothing to decide."""
        async with self._lock:
            while not await self.record.write_gate(decide()):
                await self._catch_up()

    async def _catch_up(self) -> bool:
        """Take over what other processes have written, and tell of it; return whether that changed the desk."""
        before = self.desk
        if changed := await self.record.catch_up():
            self._overlay()
            self._tell(before, batch="", by="another process", seq=self.record.seq)
        return changed

    async def _changed(self, before: Desk, batch: str, by: str, seq: int) -> None:
        """Tell everybody who listens, and keep what belongs to the user."""
        for change in self._tell(before, batch=batch, by=by, seq=seq).state:
            if change.at.scope == "user":
                await self._user.put(change.at, self.desk.state.get(change.at))

    def _tell(self, before: Desk, *, batch: str, by: str, seq: int) -> DeskUpdate:
        """Tell everybody who listens what changed, and keep it for those who watch."""
        update = update_between(before, self.desk, seq=seq, batch=batch, by=by, now=self._clock())
        self._announce(update, before)
        self._expiry.set_for(self.desk)
        return update

    def _announce(self, update: DeskUpdate, before: Desk) -> None:
        """Tell of a change; what was watched before it is kept for whoever watches."""
        for change in update.state:
            if change.at in before.watches and change.at in self.desk.watches:
                first = self.watched.get(change.at, change)
                self.watched[change.at] = replace(change, old=first.old)
        self.updates.tell(update)

    def _forget_expired(self) -> None:
        """Tell that values have expired. Nothing is recorded: the log says already when they do."""
        before, now = self.desk, self._clock()
        self.record.history.desk = without_expired(before, now)
        self._announce(update_between(before, self.desk, seq=self.record.seq, batch="", by="workspace", now=0), before)
        self._expiry.set_for(self.desk)

    async def step(self, by: str, *, redo: bool) -> Object:
        """Take the last batch back, or do again the one that was taken back last."""
        async with self._lock:
            await self._catch_up()
            history, before = self.record.history, self.desk
            held = [each.id in self.held for each in history.done]
            stack = history.undone if redo else [each for each in history.done if each.id not in self.held]
            if not stack:
                message = "There is nothing to do again." if redo else "There is nothing to take back."
                raise Fault("not_found", message, pointer="", expected="a batch", received="none", retry=False)
            step = stack[-1]
            if aside := any(held) if redo else held[-1]:
                move = history.redo_above if redo else history.undo_below
            else:
                move = history.redo if redo else history.undo
            seq = await self.record.write_undone(step.id, by, redo=redo, aside=aside)
            move(step.id)
            self._restore_user(step)
            await self._changed(before, step.id, by, seq)
            return {"batch": step.id, "redo": redo}

    async def take_back(self, batch: str, *, by: str = "workspace") -> None:
        """Take one batch back, even if others came after it; what they did stays. Effects outside stay too."""
        async with self._lock:
            await self._catch_up()
            history, before = self.record.history, self.desk
            parts = [each for each in history.done if each.id == batch]
            if parts:
                seq = await self.record.write_undone(batch, by, whole=True)
                history.take_back(batch)
                self._restore_user(*parts)
                await self._changed(before, batch, by, seq)

    def _restore_user(self, *batches: AppliedBatch) -> None:
        """Keep the user's values as they are now, but for those that the batches changed."""
        own = self.desk.state
        sides = [(each.before.state, each.after.state) for each in batches]
        changed = {at for old, new in sides for at in {**old, **new} if old.get(at) is not new.get(at)}
        restored = {at: own.get(at) for at in changed if at.scope == "user"}
        state = self._over(own) | {at: entry for at, entry in restored.items() if entry is not None}
        for at in [at for at, entry in restored.items() if entry is None]:
            state.pop(at, None)
        self.record.history.desk = replace(self.desk, state=state)

    def mirror(self, key: str, value: Any) -> None:
        """Show a value from outside the workspace in the state. It is never recorded, and not taken back by undo."""
        if self._mirrored.put(key, value):
            self._show_overlay("workspace")

    def _user_changed(self, at: StateKey) -> None:
        """Show a value of the user that another workspace has changed."""
        if self.desk.state.get(at) != self._user.entries.get(at):
            self._show_overlay("user")

    def _show_overlay(self, by: str) -> None:
        before = self.desk
        self._overlay()
        self._tell(before, batch="", by=by, seq=self.record.seq)

    def _overlay(self) -> None:
        self.record.history.desk = replace(self.desk, state=self._over(self.desk.state))

    def _over(self, state: dict[StateKey, StateEntry]) -> dict[StateKey, StateEntry]:
        return self._mirrored.over(self._user.over(state))

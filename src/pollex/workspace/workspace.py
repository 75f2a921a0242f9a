"""A workspace: a run of its own kind, whose events are the commands that drew its windows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from ..core.call import Call, new_id
from ..core.event import Event, EventLog, tracing
from ..core.fault import Fault
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS, Limits
from ..core.path import MISSING
from ..core.result import Repair, Result
from .batch import draw_batch, read_batch
from .bound_command import TokenValues, fill_tokens
from .bound_lookup import find_command
from .chat import ChatMessage, Speaker
from .component_events import ComponentUse, component_use
from .desk import Desk
from .document import WorkspaceDocument, saved
from .envelope import ReadCommand, without_references
from .expiry import ExpiryTimer, without_expired
from .history import AppliedBatch
from .listeners import Listeners
from .own_components import refuse_foreign
from .pending import PendingWork, WaitingBatch, cancelled
from .record import KEEP_EVERY, WorkspaceRecord, command_digest
from .state import StateChange, StateKey, state_key
from .typed_text import TypedText
from .update import DeskUpdate, WindowEvent, update_between
from .user_state import UserState

EffectRunner = Callable[[Call], Awaitable[Result]]
"""Carries out an `api.call`."""
CANCEL: Final = "txn.cancel"
CALL: Final = "api.call"


@dataclass(slots=True)
class CommandResult(Result):
    """The answer to a command, with the command's id."""

    id: str = ""

    def to_json(self) -> Object:
        return {"id": self.id, **Result.to_json(self)}


class Workspace:
    """Windows, components and state that commands draw and change. Use `open`, which reads what was kept."""

    def __init__(
        self,
        id: str,  # noqa: A002 - it is the id of the workspace
        log: EventLog,
        *,
        user: UserState | None = None,
        effects: EffectRunner | None = None,
        limits: Limits = DEFAULT_LIMITS,
        clock: Callable[[], float] = lambda: time.time() * 1000,
        keep_every: int = KEEP_EVERY,
    ) -> None:
        self.id = id
        self.limits = limits
        self.updates: Listeners[DeskUpdate] = Listeners()
        self.messages: Listeners[ChatMessage] = Listeners()
        self.uses: Listeners[ComponentUse] = Listeners()
        self.watched: dict[StateKey, StateChange] = {}
        """Changes of watched values since the last snapshot for a model."""
        self.record = WorkspaceRecord(id, log, limits, keep_every)
        self.pending = PendingWork()
        self._user = user or UserState(log)
        self.effects = effects
        self._clock = clock
        self._lock = asyncio.Lock()
        self._typed = TypedText(self._record_typed)
        self._expiry = ExpiryTimer(clock, self._forget_expired)
        self._forget_user = self._user.changes.add(self._user_changed)

    async def open(self) -> Workspace:
        """Read what was kept, and return this workspace."""
        await self._user.load()
        await self.record.load()
        self._overlay_user()
        await self._end_lost_calls()
        self._expiry.set_for(self.desk)
        return self

    @property
    def desk(self) -> Desk:
        return self.record.history.desk

    @property
    def now(self) -> float:
        """Milliseconds since 1970."""
        return self._clock()

    @property
    def chat(self) -> Sequence[ChatMessage]:
        return self.record.chat

    def windows(self) -> list[Object]:
        """Return the ids and titles of the open windows."""
        return [{"id": window.id, "title": window.title} for window in self.desk.windows.values()]

    def snapshot(self) -> Object:
        """Return everything that a page needs to draw this workspace."""
        return {
            "id": self.id,
            "seq": self.record.seq,
            **self.desk.to_page(self._clock()),
            "chat": [message.to_json() for message in self.chat],
            "trace": self.record.trace,
            "undo": len(self.record.history.done),
            "redo": len(self.record.history.undone),
            "gate": self.record.gate,
        }

    async def apply(self, batch: Any, *, by: str = "program", part_of: str | None = None) -> list[CommandResult]:
        """Apply a batch as a whole and carry out its effects; raise a Fault with all mistakes, and change nothing.

        With `part_of` it is a piece of a larger one, which is taken back as a whole, and its faults are the caller's.
        """
        commands: list[ReadCommand] = []
        async with self._reported(commands, silent=part_of is not None):
            commands += read_batch(batch, self.limits)
            await self._typed.flush()
            return await self._in_turn(commands, by, part_of)

    @asynccontextmanager
    async def _reported(self, commands: Sequence[ReadCommand] = (), *, silent: bool = False) -> AsyncIterator[None]:
        """Make a fault inside the block a message of the chat, too."""
        try:
            yield
        except Fault as fault:
            if fault.code != "cancelled" and not silent:
                trace = next((command.call.trace for command in commands if command.call.trace is not None), None)
                self.record.trace = trace or self.record.trace
                with tracing(trace):
                    await self.say("system", error_text(fault))
            raise

    async def _in_turn(
        self, commands: Sequence[ReadCommand], by: str, part_of: str | None = None
    ) -> list[CommandResult]:
        commands = [await self._cancel(command) if command.call.tool == CANCEL else command for command in commands]
        with ExitStack() as stack:
            turn = stack.enter_context(self.pending.waiting(frozenset(command.call.group for command in commands)))
            answers, fresh = await self.pending.whole(turn, self._when_free(turn, commands, by, part_of))
            calls = [command.call for command in commands if command.call.tool == CALL]
            turns = [stack.enter_context(self.pending.waiting(frozenset({call.group}))) for call in calls]
            for call, turn in zip(calls, turns, strict=True):
                answers[call.id] = await self._call(call, turn, fresh.get(call.id))
        return [answers[command.call.id] for command in commands]

    async def _cancel(self, command: ReadCommand) -> ReadCommand:
        """Drop pending work at once, before the batch has its turn. A repeat drops nothing."""
        call = command.call
        if call.key is not None and await self.record.earlier(call.key) is not None:
            return command
        return command._replace(cancelled=self.pending.cancel(call.args.get("id")))

    async def _when_free(
        self, turn: WaitingBatch, commands: Sequence[ReadCommand], by: str, part_of: str | None
    ) -> tuple[dict[str, CommandResult], dict[str, str]]:
        async with self._lock:
            self.pending.done_waiting(turn)
            return await self._apply_once(commands, by, part_of)

    async def _apply_once(
        self, commands: Sequence[ReadCommand], by: str, part_of: str | None = None
    ) -> tuple[dict[str, CommandResult], dict[str, str]]:
        """Apply those commands whose keys are new, and answer the others as they were answered first; return the
        answers, and the batch of each command that is new."""
        await self._catch_up()
        _refuse_twins(commands)
        earlier = {}
        for command in commands:
            if command.call.key is not None and (event := await self.record.earlier(command.call.key)) is not None:
                earlier[command.call.id] = _answered(command, event)
        fresh = [command for command in commands if command.call.id not in earlier]
        if not fresh:
            return earlier, {}
        refuse_foreign(self.desk, fresh, by)
        change = draw_batch(self.desk, new_id(), fresh, now=self._clock(), limits=self.limits)
        before = self.desk
        seq = await self.record.write(change, by, part_of)
        if seq is None:
            for applied in change.applied:
                applied.call.args = applied.given
            return await self._apply_once(commands, by, part_of)
        with tracing(self.record.trace if any(command.call.trace for command in fresh) else None):
            await self._changed(before, change.batch, by, seq)
        answers = earlier | {
            applied.call.id: _command_result(applied.call.id, applied.result())
            for applied in change.applied
            if not applied.synthetic
        }
        return answers, dict.fromkeys((command.call.id for command in fresh), part_of or change.batch)

    async def _catch_up(self) -> None:
        """Take over what other processes have written, and tell of it."""
        before = self.desk
        if await self.record.catch_up():
            self._overlay_user()
            self._tell(before, batch="", by="another process", seq=self.record.seq)

    async def _changed(self, before: Desk, batch: str, by: str, seq: int) -> None:
        """Tell everybody who listens, and keep what belongs to the user."""
        for change in self._tell(before, batch=batch, by=by, seq=seq).state:
            if change.at.scope == "user":
                await self._user.put(change.at, self.desk.state.get(change.at))

    def _tell(self, before: Desk, *, batch: str, by: str, seq: int) -> DeskUpdate:
        """Tell everybody who listens what changed, and keep it for those who watch."""
        update = update_between(before, self.desk, seq=seq, batch=batch, by=by, now=self._clock())
        self._announce(update)
        self._expiry.set_for(self.desk)
        return update

    def _announce(self, update: DeskUpdate) -> None:
        for change in update.state:
            if change.at in self.desk.watches:
                first = self.watched.get(change.at, change)
                self.watched[change.at] = replace(change, old=first.old)
        self.updates.tell(update)

    def _forget_expired(self) -> None:
        """Tell that values have expired. Nothing is recorded: the log says already when they do."""
        before, now = self.desk, self._clock()
        self.record.history.desk = without_expired(before, now)
        self._announce(update_between(before, self.desk, seq=self.record.seq, batch="", by="workspace", now=0))
        self._expiry.set_for(self.desk)

    async def press(
        self,
        window: str,
        command: str,
        *,
        value: Any = MISSING,
        form: Mapping[str, Any] | None = None,
        component: str | None = None,
    ) -> list[CommandResult]:
        """Apply the command behind an element or a component, as a person does by a click or a submit."""
        async with self._reported():
            await self._typed.flush()
            found, within = find_command(self.desk, window, command)
            values = TokenValues(window, value, form or {}, within or component or MISSING)
            batch = fill_tokens(list(found.batch), values, self.limits)
        return await self._pressed(batch)

    async def _pressed(self, batch: list[Object]) -> list[CommandResult]:
        """Apply what stands behind a button. What of it fails is said in the chat: nobody else sees the answer."""
        answers = await self.apply(batch, by="person")
        for fault in [answer.fault for answer in answers if answer.fault is not None]:
            if fault.code != "cancelled":
                await self.say("system", error_text(fault))
        return answers

    async def use(self, component: str, event: str, payload: Any) -> list[CommandResult]:
        """Take what a person did with a component: change the state that it writes, apply its command, tell others."""
        await self._typed.flush()
        use = component_use(self.desk, component, event, payload)
        if (at := use.state()) is not None:
            await self._record_typed({at: use.payload["value"]})
        answers = [] if (batch := use.batch()) is None else await self._pressed(batch)
        self.uses.tell(use)
        return answers

    def type_into(self, scope: str, key: str, value: Any, window: str | None = None) -> None:
        """Take what a person types into a control that is bound to the state. It is recorded after a pause."""
        self._typed.put(StateKey(scope, window if scope == "window" else None, key), value)

    async def _record_typed(self, typed: Mapping[StateKey, Any]) -> None:
        """Record what was typed. What cannot be kept is said in the chat, and does not hold up anything else."""
        commands: list[ReadCommand] = []
        for at, value in typed.items():
            if at.window is None or at.window in self.desk.windows:
                with suppress(Fault):
                    async with self._reported():
                        commands += read_batch(
                            [{"op": "state.set", "params": {**at.to_json(), "value": value}}], self.limits
                        )
        for start in range(0, len(commands), self.limits.batch_ops):
            with suppress(Fault):
                async with self._reported():
                    await self._in_turn(commands[start : start + self.limits.batch_ops], "person")

    async def undo(self, *, by: str = "person") -> Object:
        """Take the last batch back. Effects outside the workspace stay."""
        return await self._step(by, redo=False)

    async def redo(self, *, by: str = "person") -> Object:
        """Do the batch again that was taken back last."""
        return await self._step(by, redo=True)

    async def _step(self, by: str, *, redo: bool) -> Object:
        await self._typed.flush()
        async with self._lock:
            await self._catch_up()
            history, before = self.record.history, self.desk
            stack = history.undone if redo else history.done
            if not stack:
                message = "There is nothing to do again." if redo else "There is nothing to take back."
                raise Fault("not_found", message, pointer="", expected="a batch", received="none", retry=False)
            step = stack[-1]
            seq = await self.record.write_undone(step.id, by, redo=redo)
            (history.redo if redo else history.undo)(step.id)
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
        state = self._user.over(own) | {at: entry for at, entry in restored.items() if entry is not None}
        for at in [at for at, entry in restored.items() if entry is None]:
            state.pop(at, None)
        self.record.history.desk = replace(self.desk, state=state)

    async def close_window(self, id: str) -> None:  # noqa: A002 - it is the id of the window
        """Close a window."""
        await self.apply([{"op": "window.close", "params": {"id": id}}])

    def on_window(self, listener: Callable[[WindowEvent], object]) -> Callable[[], None]:
        """Have a listener called for windows that are created, updated or destroyed; call the answer to stop."""
        return self.updates.add(lambda update: [listener(each) for each in update.lifecycle])

    def on_state(self, listener: Callable[[StateChange], object]) -> Callable[[], None]:
        """Have a listener called with the old and the new value of state that changes; call the answer to stop."""
        return self.updates.add(lambda update: [listener(each) for each in update.state])

    async def say(self, role: Speaker, text: str, *, request: str | None = None) -> ChatMessage:
        """Add a message to the chat; `request` is what the person asked for first, where the text adds to it."""
        message = ChatMessage(new_id(), role, text, request=request)
        event = await self.record.log.append(self.id, "workspace.chat", message.to_event())
        message = replace(message, seq=event.seq, at=event.at)
        self.record.remember(message)
        self.record.wrote(event.seq)
        self.messages.tell(message)
        return message

    async def _call(self, call: Call, turn: WaitingBatch, batch: str | None) -> CommandResult:
        """Carry out an `api.call`, and put its answer into the state that waits for it. A failure stops nothing.
        A repeat has no batch of its own, and the state has its answer already."""
        if turn.cancelled:
            result = Result.failure(cancelled())
        elif self.effects is None:
            hint = "Use a workspace of an app: `app.workspace()`."
            result = Result.failure(Fault("unavailable", "Nothing can be called from here.", hint=hint, retry=False))
        else:
            self.pending.done_waiting(turn)
            result = await self.pending.effect(self.effects(self._effect_call(call)), call.group)
        if batch is not None and (into := call.args.get("into")) is not None:
            await self._answer_into(into, call, result, batch)
        return _command_result(call.id, result)

    def _effect_call(self, call: Call) -> Call:
        params = {name: value for name, value in call.args.items() if name != "into"}
        key = params.get("idempotencyKey", call.key)
        return replace(call, args=params, key=None if key is None else self.record.key(key), given_id=call.id)

    async def _answer_into(self, into: Object, call: Call, result: Result, batch: str) -> None:
        """Put an answer into the state, as a part of the batch that asked, unless the state waits for it no more."""
        entry = self.desk.state.get(state_key(into))
        if entry is None or not isinstance(entry.value, dict) or entry.value.get("call") != call.id:
            return
        if result.fault is None:
            value: Object = {"status": "ready", "data": result.data}
        else:
            value = {"status": "error", "error": {"message": result.fault.message, "hint": result.fault.hint}}
        command = {"op": "state.set", "params": {**into, "value": without_references(value)}}
        try:
            await self._own([command], call.trace, batch)
        except Fault as fault:  # too large, for example
            error = {"message": fault.message, "hint": fault.hint}
            command["params"] = {**into, "value": {"status": "error", "error": error}}
            await self._own([command], call.trace, batch)

    async def _own(self, batch: list[Object], trace: str | None = None, part_of: str | None = None) -> None:
        """Apply commands of the workspace itself."""
        if trace is not None:
            batch = [{**envelope, "traceId": trace} for envelope in batch]
        async with self._lock:
            await self._apply_once(read_batch(batch, self.limits), "workspace", part_of)

    async def _end_lost_calls(self) -> None:
        """Say of calls that an earlier process did not finish that nobody knows how they ended."""
        error = {"message": "The server stopped before the answer came.", "hint": "Look whether it happened."}
        lost = [
            {"op": "state.set", "params": {**at.to_json(), "value": {"status": "error", "error": error}}}
            for at, entry in self.desk.state.items()
            if isinstance(entry.value, dict) and entry.value.get("status") == "loading" and "call" in entry.value
        ]
        for start in range(0, len(lost), self.limits.batch_ops):
            await self._own(lost[start : start + self.limits.batch_ops])

    def _overlay_user(self) -> None:
        self.record.history.desk = replace(self.desk, state=self._user.over(self.desk.state))

    def _user_changed(self, at: StateKey) -> None:
        """Show a value of the user that another workspace has changed."""
        if self.desk.state.get(at) != self._user.entries.get(at):
            before = self.desk
            self._overlay_user()
            self._tell(before, batch="", by="user", seq=self.record.seq)

    async def close(self) -> None:
        """Record what was typed, and end what is under way."""
        await self._typed.flush()
        self._expiry.stop()
        self.pending.cancel()
        self._forget_user()

    async def save(self) -> WorkspaceDocument:
        """Return the workspace as a document for one file."""
        await self._typed.flush()
        return saved(await self.record.log.read(self.id), self.limits)


def _refuse_twins(commands: Sequence[ReadCommand]) -> None:
    """Refuse a batch that uses one key or one id twice."""
    for name, given in (
        ("idempotencyKey", [command.call.key for command in commands]),
        ("id", [command.call.id for command in commands]),
    ):
        seen: set[str] = set()
        for index, each in enumerate(given):
            if each is not None and each in seen:
                message = f"The {name} {each!r} stands twice in the batch."
                raise Fault("conflict", message, pointer=f"/{index}/{name}", expected="one of its own", received=each)
            seen |= set() if each is None else {each}


def _command_result(id_: str, result: Result) -> CommandResult:
    return CommandResult(
        result.ok,
        result.data,
        result.fault,
        result.repairs,
        result.notes,
        result.files,
        result.cost,
        result.proof,
        id=id_,
    )


def _answered(command: ReadCommand, event: Event) -> CommandResult:
    """Return the first answer to a command; raise a Fault if its key was used for another command."""
    call, data = command.call, event.data
    if command_digest(call.tool, call.args) != data["digest"]:
        raise Fault(
            "conflict",
            f"The key {call.key!r} was used before, for another command.",
            pointer=f"/{command.place}/idempotencyKey",
            expected="the same command",
            received=f"{call.tool!r} after {data['command']['op']!r}",
            hint="Use a new key for a new command.",
            retry=False,
        )
    repairs = tuple(Repair(**each) for each in data.get("repairs", ()))
    first = Result.success(data["answer"], notes=tuple(data.get("notes", ())), repairs=repairs)
    return _command_result(call.id, first)


def error_text(fault: Fault) -> str:
    """Return a fault as a message of the chat: what is wrong where, and what to do."""
    lines = [fault.message]
    lines += [f"{each.pointer or '/'}: {each.message} {each.hint or ''}".rstrip() for each in fault.issues[:10]]
    if fault.hint and not fault.issues:
        lines.append(fault.hint)
    return "\n".join(lines)

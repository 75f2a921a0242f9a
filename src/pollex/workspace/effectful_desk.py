"""A desk whose commands may have effects: `api.call` is carried out after its batch, `txn.cancel` drops what waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Any, Final

from ..core.call import Call
from ..core.effect_id import effect_id
from ..core.event import EventLog
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from .acting import ASKED, HURRIED, acting
from .batch import read_batch
from .command_result import CommandResult, command_result
from .envelope import ReadCommand, without_references
from .live_desk import Decide, LiveDesk
from .pending import PendingWork, WaitingBatch, cancelled
from .state import state_key

EffectRunner = Callable[[Call], Awaitable[Result]]
"""Carries out an `api.call`."""
CANCEL: Final = "txn.cancel"
CALL: Final = "api.call"


class EffectfulDesk(LiveDesk):
    """Applies batches in turn, and carries out their calls."""

    def __init__(
        self,
        id: str,  # noqa: A002 - it is the id of the workspace
        log: EventLog,
        *,
        effects: EffectRunner | None = None,
        **options: Any,
    ) -> None:
        super().__init__(id, log, **options)
        self.effects = effects
        self.pending = PendingWork()
        self._later: set[asyncio.Future[Result]] = set()
        """Calls that wait for a person, and whose caller does not."""

    async def in_turn(
        self, commands: Sequence[ReadCommand], by: str, part_of: str | None = None, decide: Decide | None = None
    ) -> list[CommandResult]:
        """Apply commands when it is their turn, then make their calls."""
        commands = [await self._cancel(command) if command.call.tool == CANCEL else command for command in commands]
        calls = [command.call for command in commands if command.call.tool == CALL]
        with ExitStack() as stack:
            turn = stack.enter_context(self.pending.waiting(frozenset(command.call.group for command in commands)))
            applied = asyncio.ensure_future(self._when_free(turn, commands, by, part_of, decide))
            try:
                answers, fresh = await self.pending.whole(turn, applied)
                turns = [stack.enter_context(self.pending.waiting(frozenset({call.group}))) for call in calls]
                stack.enter_context(acting(by))
                waits = by != "program" and not (by == "person" and HURRIED.get())
                for call, turn in zip(calls, turns, strict=True):
                    answers[call.id] = await self._call(call, turn, fresh.get(call.id), waits=waits)
            except asyncio.CancelledError:
                if waited_for := [call for call in calls if "into" in call.args]:
                    await self._end_calls(waited_for, applied)
                raise
        return [answers[command.call.id] for command in commands]

    async def _end_calls(
        self, calls: Sequence[Call], applied: asyncio.Future[tuple[dict[str, CommandResult], dict[str, str]]]
    ) -> None:
        """Tell the state that waits for calls that nobody carries out any more that they were cancelled."""
        with suppress(Fault):  # such as that of a batch that never began
            _, fresh = await applied
            for call in (each for each in calls if each.id in fresh):
                await self._answer_into(call.args["into"], call, Result.failure(cancelled()), fresh[call.id])

    async def _cancel(self, command: ReadCommand) -> ReadCommand:
        """Drop pending work at once, before the batch has its turn. A repeat drops nothing."""
        call = command.call
        if call.key is not None and await self.record.earlier(call.key) is not None:
            return command
        return command._replace(cancelled=self.pending.cancel(call.args.get("id")))

    async def _when_free(
        self,
        turn: WaitingBatch,
        commands: Sequence[ReadCommand],
        by: str,
        part_of: str | None,
        decide: Decide | None,
    ) -> tuple[dict[str, CommandResult], dict[str, str]]:
        async with self._lock:
            self.pending.done_waiting(turn)
            return await self.apply_once(commands, by, part_of, decide)

    async def _call(self, call: Call, turn: WaitingBatch, batch: str | None, *, waits: bool) -> CommandResult:
        """Carry out an `api.call`; without `waits`, only until it waits for a person, and in the background then."""
        asked: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        work = asyncio.ensure_future(self._carried_out(call, turn, batch, asked))
        try:
            await asyncio.wait({work} if waits else {work, asked}, return_when=asyncio.FIRST_COMPLETED)  # type: ignore[type-var]
        except asyncio.CancelledError:
            work.cancel()
            raise
        if work.done():
            return command_result(call.id, work.result())
        self._later.add(work)
        work.add_done_callback(self._later.discard)
        note = "It waits for a person; its answer comes into the state that `into` names."
        return command_result(call.id, Result.success({"waiting": asked.result()}, notes=(note,)))

    async def _carried_out(
        self, call: Call, turn: WaitingBatch, batch: str | None, asked: asyncio.Future[str]
    ) -> Result:
        """Make a call, and put its answer into the state that waits for it. A failure stops nothing.
        A repeat has no batch of its own, and the state has its answer already."""
        ASKED.set(asked)
        if turn.cancelled:
            result = Result.failure(cancelled())
        elif self.effects is None:
            hint = "Use a workspace of an app: `app.workspace()`."
            result = Result.failure(Fault("unavailable", "Nothing can be called from here.", hint=hint, retry=False))
        else:
            self.pending.done_waiting(turn)
            result = await self.pending.effect(self.effects(self._effect_call(call, batch)), call.group)
        if batch is not None and (into := call.args.get("into")) is not None:
            await self._answer_into(into, call, result, batch)
        return result

    def _effect_call(self, call: Call, batch: str | None) -> Call:
        """Return the call that is made for a command. Its id is not the one that whoever wrote the command chose."""
        params = {name: value for name, value in call.args.items() if name != "into"}
        key = params.get("idempotencyKey", call.key)
        made = None if batch is None else effect_id(batch, call.id)
        return replace(call, args=params, key=None if key is None else self.record.key(key), given_id=made)

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
            await self.apply_once(read_batch(batch, self.limits), "workspace", part_of)

    async def end_lost_calls(self) -> None:
        """Say of calls that an earlier process did not finish that nobody knows how they ended."""
        error = {"message": "The server stopped before the answer came.", "hint": "Look whether it happened."}
        lost = [
            {"op": "state.set", "params": {**at.to_json(), "value": {"status": "error", "error": error}}}
            for at, entry in self.desk.state.items()
            if isinstance(entry.value, dict) and entry.value.get("status") == "loading" and "call" in entry.value
        ]
        for start in range(0, len(lost), self.limits.batch_ops):
            await self._own(lost[start : start + self.limits.batch_ops])

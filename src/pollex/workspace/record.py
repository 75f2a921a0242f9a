"""The record of a workspace in the log: written batch by batch, read again at a restart."""

from __future__ import annotations

from typing import Any, Final

from ..core.event import Event, EventKind, EventLog, NewEvent, traced
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS, Limits
from ..core.pipeline.once import digest
from ..core.result import NO_COST, Cost
from .budget import DeskBudget
from .change import DeskChange
from .chat import ChatMessage
from .desk import Desk
from .gate_events import with_gate_event
from .history import DeskHistory, LostBatch, user_values
from .listeners import Listeners

KEEP_EVERY: Final = 1_000
"""Commands between two copies of the whole desk in the log."""
REMEMBERED: Final = 200
"""Messages of the chat that are kept at hand."""
STOPPED: Final = "stopped"
"""The problem of an answer that was given up, by STOP or at the end of the server."""


class WorkspaceRecord:
    """What the log says about one workspace, and the history that follows from it."""

    def __init__(
        self,
        id: str,  # noqa: A002 - of the workspace
        log: EventLog,
        limits: Limits = DEFAULT_LIMITS,
        keep_every: int = KEEP_EVERY,
    ) -> None:
        self.id = id
        self.log = log
        self.limits = limits
        self.budget = DeskBudget(limits)
        self.deltas: Listeners[Object] = Listeners()
        """Told the pieces of a model's answer, which come and go."""
        self.keep_every = keep_every
        self.seq = 0
        """The last event that the history has seen."""
        self._reset(None)

    def _reset(self, kept: Object | None) -> None:
        self.history = DeskHistory(None if kept is None else Desk.from_json(kept["desk"]), self.limits)
        self.history.commands = 0 if kept is None else kept["commands"]
        self.chat = [] if kept is None else [ChatMessage.from_json(each) for each in kept["chat"]]
        self.gate: Object = {} if kept is None else kept["gate"]
        self.trace: str | None = None if kept is None else kept["trace"]
        self.unanswered = False
        """Whether a person's message had no answer yet when the log was read."""
        self.seq = 0 if kept is None else kept["seq"]
        self._costs: dict[str, Cost] = {}
        """Of the model's answers, by their paths."""
        if kept is not None and "cost" in kept:
            self.spend("", Cost.from_json(kept["cost"]))
        self._own: set[int] = set()
        """Events after `seq` that this process wrote, and so knows already."""
        self._copies = 0
        self._kept = 0
        """How many commands the newest copy has."""

    async def load(self) -> None:
        """Read everything from the copy before the last, so that batches can be taken back; else from the start."""
        newest = await self._newest_copy()
        copy = await self.log.find(self._copy_key(newest - 1), "workspace.kept") if newest > 1 else None
        self._reset(None if copy is None else copy.data)
        try:
            self._fold(await self.log.read(self.id, after=self.seq))
        except LostBatch:
            self._reset(None)
            self.history.whole = True
            self._fold(await self.log.read(self.id))
        self._copies = newest

    async def catch_up(self) -> bool:
        """Read what other processes have written since, and return whether that changed the desk. Their batches may
        lie between ours, so all is read again then."""
        events = await self.log.read(self.id, after=self.seq)
        foreign = [event for event in events if event.seq not in self._own]
        if any(event.kind in ("workspace.command", "workspace.undone") for event in foreign):
            await self.load()
            return True
        self._fold(foreign)
        self.wrote(*(event.seq for event in events))
        return False

    def _fold(self, events: list[Event]) -> None:
        self.history.replay(events)
        for event in events:
            self.seq = event.seq
            self.trace = event.data.get("trace", self.trace)
            if event.kind == "workspace.chat":
                self.remember(ChatMessage.from_event(event))
                self.unanswered = event.data["role"] == "person"
            elif event.kind == "workspace.gate":
                self.gate = with_gate_event(self.gate, event.data)
            elif event.kind == "model.asked":
                self.unanswered = True
            elif event.kind == "model.answered":
                self.unanswered = event.data["problem"] == STOPPED
                self.spend(event.data["path"], Cost.from_json(event.data["cost"]))
            elif event.kind == "workspace.kept":
                self._kept = event.data["commands"]

    def spend(self, path: str, cost: Cost) -> None:
        """Count what an answer of the model cost, once."""
        self._costs[path] = cost

    @property
    def cost(self) -> Cost:
        """What the model's answers have cost so far, as far as the model said it."""
        total = NO_COST
        for each in self._costs.values():
            total = total.plus(each)
        return total

    def remember(self, message: ChatMessage) -> None:
        """Keep a message at hand, once."""
        if all(message.id != each.id for each in self.chat[-20:]):
            self.chat = [*self.chat, message][-REMEMBERED:]

    async def write(
        self, change: DeskChange, by: str, part_of: str | None = None, gate: Object | None = None
    ) -> int | None:
        """Write a batch, and with it what was decided at the gate, and take both in; return the number of the last
        event. Write nothing and return None where the log has gone on, which `catch_up` reads, or one of the batch's
        keys was used meanwhile."""
        made = [self._event(change, index, by, part_of) for index in range(len(change.applied))]
        decided = [] if gate is None else [NewEvent("workspace.gate", gate)]
        events = await self.log.append_all(self.id, [*made, *decided], after=self.seq)
        if events is None:
            return None
        self.gate = self.gate if gate is None else with_gate_event(self.gate, gate)
        traces = [applied.call.trace for applied in change.applied if applied.call.trace is not None]
        self.trace = traces[-1] if traces else self.trace
        self.history.record(change, part_of)
        self.wrote(*(event.seq for event in events))
        if self.history.commands - self._kept >= self.keep_every:
            await self._keep(events[-1].seq)
        return events[-1].seq

    async def write_gate(self, data: Object) -> bool:
        """Write what was decided at the gate; write nothing and return False where the log has gone on."""
        events = await self.log.append_all(self.id, [NewEvent("workspace.gate", data)], after=self.seq)
        if events is None:
            return False
        self.gate = with_gate_event(self.gate, data)
        self.wrote(events[0].seq)
        return True

    def _event(self, change: DeskChange, index: int, by: str, part_of: str | None) -> NewEvent:
        command = change.applied[index]
        data: Object = {
            "batch": change.batch,
            "index": index,
            "count": len(change.applied),
            "by": by,
            "at": change.now,
            **command.to_json(),
        }
        if changed := [each.to_json() for each in change.state if each.at.scope != "user"] if index == 0 else []:
            data["changes"] = {"state": changed}
        if index == 0 and (found := user_values(self.history.desk, change)):
            data["user"] = found
        if part_of is not None:
            data |= {"partOf": part_of, "continues": self.history.continues(part_of)}
        key = None if command.call.key is None else self.key(command.call.key)
        if key is not None:
            data["digest"] = command_digest(command.call.tool, command.given)
        data = traced(data) if command.call.trace is None else {**data, "trace": command.call.trace}
        return NewEvent("workspace.command", data, key)

    async def write_undone(
        self, batch: str, by: str, *, redo: bool = False, whole: bool = False, aside: bool = False
    ) -> int:
        """Write that a batch was taken back, or done again; `whole` if others may have come after it, `aside` if
        batches that came after it stay."""
        said = {name: True for name, holds in (("whole", whole), ("aside", aside)) if holds}
        return await self.append("workspace.undone", {"batch": batch, "redo": redo, "by": by, **said})

    async def append(self, kind: EventKind, data: Object) -> int:
        """Write another event of this workspace, which the caller has taken into account already."""
        event = await self.log.append(self.id, kind, data)
        self.wrote(event.seq)
        return event.seq

    def wrote(self, *seqs: int) -> None:
        """Remember events of this process. What somebody else wrote in between is read by `catch_up`."""
        self._own.update(seq for seq in seqs if seq > self.seq)
        while self.seq + 1 in self._own:
            self.seq += 1
            self._own.remove(self.seq)

    async def earlier(self, key: str) -> Event | None:
        """Return the command that had this idempotency key."""
        return await self.log.find(self.key(key), "workspace.command")

    def key(self, key: str) -> str:
        """Return an idempotency key as the log has it: each workspace has its own."""
        return f"{self.id}:{key}"

    async def _keep(self, seq: int) -> None:
        data: Object = {
            "desk": self.history.desk.to_json(),
            "commands": self.history.commands,
            "chat": [message.to_json() for message in self.chat],
            "gate": self.gate,
            "trace": self.trace,
            "cost": self.cost.to_json(),
            "seq": seq,
        }
        event = await self.log.append(self.id, "workspace.kept", data, key=self._copy_key(self._copies + 1))
        self._copies, self._kept = self._copies + 1, self.history.commands
        self.wrote(event.seq)

    async def _newest_copy(self) -> int:
        """Return the number of the newest copy of the desk; 0 where there is none."""
        below, above = 0, 1
        while await self._has_copy(above):
            below, above = above, above * 2
        while above - below > 1:
            middle = (below + above) // 2
            below, above = (middle, above) if await self._has_copy(middle) else (below, middle)
        return below

    async def _has_copy(self, number: int) -> bool:
        return await self.log.find(self._copy_key(number), "workspace.kept") is not None

    def _copy_key(self, number: int) -> str:
        return f"{self.id}:kept:{number}"


def command_digest(operation: str, params: Any) -> str:
    """Return a fingerprint of a command as it was given, by which a repeat is told from another command."""
    return digest(operation, params)

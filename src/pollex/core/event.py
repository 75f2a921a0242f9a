"""Events as an append-only log: the one record that progress, live views, replay and idempotency read."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal, Protocol

from .json import Object
from .leaves import copy

EventKind = Literal[
    "run.started",
    "run.paused",
    "run.resumed",
    "run.moved",
    "run.finished",
    "call.started",
    "call.progress",
    "call.finished",
    "approval.asked",
    "approval.answered",
    "question.asked",
    "question.answered",
    "model.asked",
    "model.delta",
    "model.answered",
    "step.started",
    "step.finished",
    "node.started",
    "node.finished",
    "node.healed",
    "page.seen",
    "page.kept",
    "page.navigated",
    "page.dialog",
    "page.blocked",
    "page.crashed",
    "tab.opened",
    "tab.closed",
    "effect",
    "file.written",
    "module.loaded",
    "module.failed",
    "worker.joined",
    "worker.lost",
    "workspace.changed",
    "workspace.command",
    "workspace.chat",
    "workspace.gate",
    "workspace.undone",
    "workspace.kept",
    "note",
]

KINDS: Final[dict[EventKind, str]] = {
    "run.started": "A run began; `data` says what it is for.",
    "run.paused": "A run waits because it was told to; `run.resumed` follows.",
    "run.resumed": "A paused or killed run goes on.",
    "run.moved": "A run goes on in another browser: `where` and `tab`, or one of our own; `notes` what it lost.",
    "run.finished": "A run ended, well or not; `data` has its result.",
    "call.started": "A tool is about to run. Without its `call.finished` the effect is uncertain.",
    "call.progress": "A tool said something on the way: a streamed value, a percentage.",
    "call.finished": "A tool answered; `data` has the result.",
    "approval.asked": "A call waits for a yes or no.",
    "approval.answered": "The yes or no came.",
    "question.asked": "A person is asked something by a form.",
    "question.answered": "The answer came.",
    "model.asked": "A request went to a model.",
    "model.delta": "A piece of a streamed answer.",
    "model.answered": "The model's whole answer, with its cost.",
    "step.started": "The agent looks at the page and decides.",
    "step.finished": "The agent's actions of one decision are done, or (`by`) what a person did who has taken over.",
    "node.started": "A workflow node begins.",
    "node.finished": "A workflow node ended; `data` says by which rung.",
    "node.healed": "A node found its element by evidence after its selectors failed.",
    "page.seen": "A state of a page was taken; `data` has its fingerprint.",
    "page.kept": "The browser's state after a node, sealed, from which a run can go on.",
    "page.navigated": "A tab shows another address.",
    "page.dialog": "The page opened a dialog; `data` says how it was answered.",
    "page.blocked": "A request outside the allowed domains was refused.",
    "page.crashed": "A tab or the browser died.",
    "tab.opened": "A tab was opened or adopted.",
    "tab.closed": "A tab was closed.",
    "effect": "A request that changes something: its act, its address, what it changes, and its answer or refusal.",
    "file.written": "A file was kept: a screenshot, a download, a PDF.",
    "module.loaded": "A module's library was loaded by the first call that needed it; `data` says which version.",
    "module.failed": "A module's library could not be loaded; `data` has the fault.",
    "worker.joined": "A worker joined the fleet.",
    "worker.lost": "A worker stopped answering.",
    "workspace.changed": "A window, component or state of the workspace changed.",
    "workspace.command": "A command was applied to a workspace; `data` has it, its batch and its answer.",
    "workspace.chat": "A message of a person, a model or the system in the chat of a workspace.",
    "workspace.gate": "A plan waits for a person, was accepted or refused; or Full Control was switched or locked.",
    "workspace.undone": "Batches of a workspace were taken back, or done again.",
    "workspace.kept": "A copy of all windows and state, from which a restart goes on.",
    "note": "Something worth knowing that has no kind of its own.",
}


@dataclass(frozen=True, slots=True)
class Event:
    """One event of one run. `seq` counts from 1 within the run."""

    run: str
    seq: int
    at: str
    kind: EventKind
    data: Object

    def to_json(self) -> Object:
        return {"run": self.run, "seq": self.seq, "at": self.at, "kind": self.kind, "data": self.data}


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event that is still to be written, with its whole data: no trace is added to it."""

    kind: EventKind
    data: Object
    key: str | None = None


TRACE: ContextVar[Any] = ContextVar("trace", default=None)
"""The trace of the call that is being answered, such as the workspace specification's (003) `traceId`."""


@contextmanager
def tracing(trace: Any) -> Iterator[None]:
    """Put a trace on every event that is written inside the block, also in tasks and threads that begin there."""
    token = TRACE.set(trace)
    try:
        yield
    finally:
        TRACE.reset(token)


def traced(data: Object) -> Object:
    """Return the data of an event, with the trace of the call that causes it."""
    trace = TRACE.get()
    return data if trace is None else {**data, "trace": trace}


def now() -> str:
    """Return the current time as events write it: ISO 8601 in UTC, to the microsecond."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def ended(events: Sequence[Event], after: int = 0) -> bool:
    """Return whether these events end the run. A stopped run may have been resumed, and a stop that the caller knows
    already (`after`) does not count."""
    last = next((event for event in reversed(events) if event.kind in ("run.finished", "run.resumed")), None)
    if last is None or last.kind == "run.resumed":
        return False
    return last.seq > after or not was_stopped(last)


def was_stopped(finished: Event) -> bool:
    """Return whether the run was stopped by somebody, so that it can be resumed."""
    fault = (finished.data.get("result") or {}).get("fault") or {}
    return fault.get("code") == "cancelled"


async def last_end(log: EventLog, run: str) -> tuple[int, Event | None]:
    """Return how often a run has ended, and its last end. A run that is stopped and resumed ends several times."""
    times, last = 0, None
    while (found := await log.find(run, "run.finished", attempt=times + 1)) is not None:
        times, last = times + 1, found
    return times, last


class EventLog(Protocol):
    """Storage of events. `store.SqlLog` keeps them in a database, `MemoryLog` in a list."""

    owner: str
    """Identifies this process, so that a later one can find out whether a started call may still finish."""

    async def append(
        self, run: str, kind: EventKind, data: Object, *, key: str | None = None, attempt: int = 1
    ) -> Event:
        """Write an event and return it once it is durable. For each key, attempt and kind only the first event is
        written; for a later one the first is returned, so a caller that gets its own data back has won."""

    async def append_all(self, run: str, events: Sequence[NewEvent], *, after: int) -> list[Event] | None:
        """Write events together, all or none, as the next ones of a run. Return None and write nothing where `after` is
        not its last event any more, or one of the keys was used."""

    def post(self, run: str, kind: EventKind, data: Object) -> None:
        """Write an event soon, in order, without waiting. A kill may lose the last few."""

    async def find(self, key: str, kind: EventKind, *, attempt: int = 1) -> Event | None:
        """Return the event with this key, attempt and kind."""

    async def read(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the run's events with a sequence number above `after`, in order."""

    def follow(self, run: str, *, after: int = 0) -> AsyncIterator[Event]:
        """Yield the run's events from `after` on, including future ones, until its `run.finished`."""

    def alive(self, owner: str) -> bool:
        """Return whether the process that `owner` identifies is still running, as far as can be determined."""

    async def close(self) -> None:
        """Write what is queued, and close the log."""


class MemoryLog:
    """An event log in memory, for tests and for calls that need no record."""

    def __init__(self, owner: str = "memory") -> None:
        self.owner = owner
        self.events: list[Event] = []
        self._lock = threading.Lock()
        self._next: dict[str, int] = {}
        self._keyed: dict[tuple[str | None, int, EventKind], Event] = {}

    async def append(
        self, run: str, kind: EventKind, data: Object, *, key: str | None = None, attempt: int = 1
    ) -> Event:
        standing = None if key is None else self._keyed.get((key, attempt, kind))
        return standing or self._write(run, kind, traced(data), key, attempt)

    async def append_all(self, run: str, events: Sequence[NewEvent], *, after: int) -> list[Event] | None:
        used = any((each.key, 1, each.kind) in self._keyed for each in events)
        if used or self._next.get(run, 0) != after:
            return None
        return [self._write(run, each.kind, each.data, each.key) for each in events]

    def post(self, run: str, kind: EventKind, data: Object) -> None:
        self._write(run, kind, traced(data))

    async def find(self, key: str, kind: EventKind, *, attempt: int = 1) -> Event | None:
        return self._keyed.get((key, attempt, kind))

    async def read(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        found = [event for event in self.events if event.run == run and event.seq > after]
        return found if limit is None else found[:limit]

    async def follow(self, run: str, *, after: int = 0) -> AsyncIterator[Event]:
        finished = False
        while not finished:
            found = await self.read(run)
            finished = ended(found, after)
            for event in found:
                if event.seq > after:
                    after = event.seq
                    yield event
            if not finished:
                await asyncio.sleep(0.01)

    def alive(self, owner: str) -> bool:
        return owner == self.owner

    async def close(self) -> None: ...

    def _write(self, run: str, kind: EventKind, data: Object, key: str | None = None, attempt: int = 1) -> Event:
        with self._lock:
            seq = self._next.get(run, 0) + 1
            self._next[run] = seq
            event = Event(run, seq, now(), kind, copy(data))
            self.events.append(event)
            if key is not None:
                self._keyed[key, attempt, kind] = event
        return event

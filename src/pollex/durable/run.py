"""A run that is executed here: its steps, done once and kept, its waits, and what happens to it from outside."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ..core.cancel import CancelToken
from ..core.fault import Fault
from ..core.json import Object
from . import dbos_internals, lease
from .database import Database
from .heartbeat import EmitEvent, Heartbeat
from .serializer import BLOB, JsonSerializer
from .step_history import KeptStep, StepHistory

GRACE: Final = 0.2
"""Seconds that the work of a cancelled step has to end by itself."""
HOLD: Final = 0.5
"""Seconds between two attempts to store a result while the database fails."""
LOOK: Final = 0.15
"""Seconds between two checks of a lease that another run holds."""

STANDING: Final = """SELECT status, owner_xid,
        EXISTS (SELECT 1 FROM {own}run WHERE run IN (:run, :root) AND paused = 1)
    FROM {dbos}workflow_status WHERE workflow_uuid = :run"""
MESSAGE: Final = "SELECT message FROM {own}message WHERE run = :run AND topic = :topic AND number = :number"
CALM: Final = "UPDATE {own}run SET tries = 0 WHERE run = :run"


@dataclass(frozen=True, slots=True)
class Host:
    """What a run needs of the process that executes it."""

    database: Database
    system: dbos_internals.System
    serializer: JsonSerializer
    heartbeat: Heartbeat
    emit: EmitEvent
    child: Callable[[str, Object], Awaitable[Object]]


class RunExecution:
    """One execution of one run, as `core.protocols.Steps` has it. Lives in one event loop."""

    def __init__(self, run: str, token: str, host: Host, kept: Sequence[KeptStep], *, paused: bool, tries: int) -> None:
        self.run = run
        self.cancel = CancelToken()
        self.pauses = 0
        self.on_pause: Callable[[bool], Awaitable[None]] | None = None
        self.token = token
        self.taken_over = False
        self.waiting: tuple[str, int] | None = None
        """The topic and number of the message that is waited for."""
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._trail = StepHistory(run, kept)
        self._number = self._trail.length
        self._calls: dict[str, int] = {}
        self._received: dict[str, int] = {}
        self._tries = tries
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._going: asyncio.Future[None] | None = self._loop.create_future() if paused else None
        self._message: asyncio.Future[str] | None = None
        self._held = False
        self.cancel.listen(lambda: self._loop.call_soon_threadsafe(settle, self._ended, None))

    @property
    def ended(self) -> bool:
        """Whether the run was cancelled or taken over, so that nothing done here counts any more."""
        return self.cancel.cancelled

    @property
    def paused(self) -> bool:
        return self._going is not None

    @property
    def idle(self) -> bool:
        return self._held or self.waiting is not None

    async def step(self, path: str, work: Callable[[], Awaitable[Object]]) -> Object:
        self._refuse_ended()
        kept = self._trail.expect(path)
        if kept is not None:
            return cast("Object", await self._recall(kept))
        await self._gate()
        began = milliseconds()
        try:
            value = await self._do(work)
        except Fault as fault:
            self._refuse_ended()
            await self._keep(path, fault, began)
            raise
        self._refuse_ended()
        await self._keep(path, value, began)
        return value

    def kept(self, path: str) -> bool:
        return self._trail.has(path)

    async def child(self, path: str, plan: Object) -> Object:
        if not path.startswith("/"):
            raise Fault("invalid_input", f"{path!r} is no path of a child.", expected="text that begins with '/'")
        await self._gate()
        return await self._unless_ended(self._host.child(f"{self.run}{path}", plan))

    async def sleep(self, path: str, seconds: float) -> None:
        now = await self._now()
        until = await self._once(f"sleep {path}", lambda: now + seconds)
        await self._rest(until - now)

    async def receive(self, topic: str, *, timeout: float | None = None) -> Any:
        call = self._calls[topic] = self._calls.get(topic, 0) + 1
        until = None
        if timeout is not None:
            now = await self._now()
            until = await self._once(f"receive {topic} {call}", lambda: now + timeout)
        number = self._received.get(topic, 0) + 1
        if not self.kept(f"timeout {topic} {call}"):
            text = await self._listen(topic, number, until)
            if text is not None:
                self._received[topic] = number
                return await self._host.database.call(self._host.serializer.deserialize, text)
        await self._once(f"timeout {topic} {call}", time.time)
        return None

    def lease(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._lease(name)

    @asynccontextmanager
    async def _lease(self, name: str) -> AsyncIterator[None]:
        database, owner = self._host.database, self._host.heartbeat.owner
        while (token := await database.call(lease.take, database, name, owner)) is None:
            await self._rest(LOOK)
        try:
            yield
        finally:
            await asyncio.shield(self._free(name, token))

    async def _free(self, name: str, token: str) -> None:
        """Release a lease, also after the run has ended; a server that is away gets some time to come back."""
        database = self._host.database
        for _ in range(20):
            try:
                await database.call(lease.free, database, name, token)
            except Fault:
                await asyncio.sleep(HOLD)
            else:
                return

    async def admit(self, site: str, per_minute: int) -> None:
        self._refuse_ended()
        await self._rest(await self._host.database.call(lease.turn, self._host.database, site, per_minute))

    def see(self, status: str, token: str | None, *, paused: bool) -> None:
        """Update the run's state from the database: still ours, paused, or not ours."""
        if token != self.token:
            self.taken_over = status in ("PENDING", "ENQUEUED", "DELAYED")
            self.cancel.cancel("taken over" if self.taken_over else "cancelled")
        elif paused and self._going is None:
            self._going = self._loop.create_future()
        elif not paused and self._going is not None:
            settle(self._going, None)
            self._going = None

    def hear(self, text: str) -> None:
        """Deliver the message that is waited for."""
        if self._message is not None:
            settle(self._message, text)

    async def _recall(self, kept: KeptStep) -> Any:
        read = self._host.serializer.deserialize
        value = await self._host.database.call(read, kept.text) if kept.text.startswith(BLOB) else read(kept.text)
        if isinstance(value, Fault):
            raise value
        return value

    async def _once(self, name: str, read: Callable[[], float]) -> float:
        """Return a time that is read once and kept."""
        self._refuse_ended()
        kept = self._trail.expect(name)
        if kept is not None:
            return float(await self._recall(kept))
        moment = read()
        await self._keep(name, moment, milliseconds())
        return moment

    async def _gate(self) -> None:
        """Check before new work that the run is still ours, and wait while it is paused."""
        await self._look()
        paused = False
        while self._going is not None:
            if not paused and self.on_pause is not None:
                await self.on_pause(True)
            paused = True
            self.pauses += 1
            await self._held_until(self._going)
            await self._look()
        if paused and self.on_pause is not None:
            await self.on_pause(False)

    async def _held_until(self, going: asyncio.Future[None]) -> None:
        self._held = True
        try:
            await self._settled(going, None)
        finally:
            self._held = False

    async def _do(self, work: Callable[[], Awaitable[Object]]) -> Object:
        """Do the work; end it soon if the run is cancelled meanwhile."""
        task = asyncio.ensure_future(work())
        forget = self.cancel.listen(
            lambda: self._loop.call_soon_threadsafe(lambda: self._loop.call_later(GRACE, task.cancel))
        )
        try:
            return await task
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is None or not current.cancelling():
                self._refuse_ended()
            raise
        finally:
            forget()

    async def _keep(self, name: str, value: Any, began: int) -> None:
        """Store the result. While the database is full or away, hold it and retry."""
        self._number += 1
        host, times = self._host, (began, milliseconds())
        try:
            await self._trying(
                lambda: dbos_internals.keep(
                    host.system, host.serializer, self.run, self._number, name, value, times, self.token
                )
            )
        except (dbos_internals.Refused, dbos_internals.NotOurs) as error:
            await self._learn_why(error)
        except TypeError as error:
            raise Fault("invalid_output", f"The step {name!r} returned what is not JSON: {error}") from error

    async def _learn_why(self, error: BaseException) -> None:
        """Raise why a step was refused: the run was cancelled, or taken over by another process."""
        await self._look()
        raise Fault("conflict", f"A step of the run {self.run!r} was written twice: {error}", retry=False) from error

    async def _look(self) -> None:
        """Check in the database that the run is still ours, and raise a Fault if not."""
        values = {"run": self.run, "root": root_of(self.run)}
        rows = await self._trying(lambda: self._host.database.run(STANDING, values))
        status, token, paused = rows[0] if rows else ("", None, False)
        self.see(status, token, paused=bool(paused))
        self._refuse_ended()

    async def _trying(self, work: Callable[[], Any]) -> Any:
        told = False
        while True:
            try:
                return await self._loop.run_in_executor(self._host.database.threads, work)
            except (DBAPIError, PoolTimeout, OSError) as error:
                fault = self._host.database.refusal(error)
            if not told:
                logging.getLogger(__package__).warning("The run %s waits: %s", self.run, fault)
                self._host.emit("note", {"run": self.run, "fault": fault.to_json()})
            told = True
            await self._rest(HOLD)

    async def _listen(self, topic: str, number: int, until: float | None) -> str | None:
        """Return the text of a message, or None at the time `until`."""
        self._message = self._loop.create_future()
        self.waiting = (topic, number)
        try:
            rows = await self._host.database.ask(MESSAGE, {"run": self.run, "topic": topic, "number": number})
            if rows:
                return str(rows[0][0])
            await self._settled(self._message, None if until is None else until - await self._now())
            return self._message.result() if self._message.done() else None
        finally:
            self.waiting = self._message = None

    async def _now(self) -> float:
        """Return the seconds of the database's clock, which all processes share."""
        [(present,)] = await self._host.database.ask("SELECT {now}")
        return float(present) / 1_000

    async def _rest(self, seconds: float) -> None:
        if seconds > 0:
            await self._settled(None, seconds)
        self._refuse_ended()

    async def _settled(self, future: asyncio.Future[Any] | None, timeout: float | None) -> None:
        """Wait for the future, the time or the end of the run, whichever comes first."""
        if self._tries:
            self._tries = 0  # who comes to wait has not brought anybody down
            await self._host.database.ask(CALM, {"run": self.run})
        awaited = {self._ended} if future is None else {self._ended, future}
        await asyncio.wait(awaited, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        self._refuse_ended()

    async def _unless_ended(self, work: Awaitable[Object]) -> Object:
        task = asyncio.ensure_future(work)
        try:
            await self._settled(task, None)
        finally:
            if not task.done():
                task.cancel()
        return await task

    def _refuse_ended(self) -> None:
        if self.cancel.cancelled:
            elsewhere = "goes on in another process" if self.taken_over else "was cancelled"
            raise Fault("cancelled", f"The run {self.run!r} {elsewhere}.", retry=False)


def settle(future: asyncio.Future[Any], value: Any) -> None:
    if not future.done():
        future.set_result(value)


def root_of(run: str) -> str:
    """Return the run that a child belongs to in the end; any other run itself."""
    return run.partition("/")[0]


def milliseconds() -> int:
    return int(time.time() * 1_000)

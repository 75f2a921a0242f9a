"""Runs listed and controlled from any process, through the database alone, without executing one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import uuid4

from dbos import DBOSClient

from ..core.fault import Fault
from ..core.json import Object
from ..core.protocols import RunSummary, ScheduleSummary
from ..store.owner import in_words, is_here
from . import dbos_internals, listing, outcome, retention
from .blobs import Blobs, FileBlobs, TableBlobs
from .database import Database
from .heartbeat import LEASE_MS, is_running
from .schedule import add_schedule, remove_schedule, schedules
from .serializer import JsonSerializer
from .sql import STOP, family

RUN: Final = "pollex.run"
"""The one workflow that DBOS knows; its input is the plan."""
WORK: Final = "pollex"
"""The queue of runs that any worker may take."""
MIDDLE: Final = 1_000_000
"""Converts priorities: for DBOS lower numbers go first, from one on; ours are the other way round."""
PACE: Final = 0.2
"""Seconds between two polls of a queue."""

SEND: Final = """INSERT INTO {own}message (run, topic, number, message)
    SELECT :run, :topic, COALESCE(MAX(number), 0) + 1, :message FROM {own}message WHERE run = :run AND topic = :topic
    ON CONFLICT DO NOTHING RETURNING number"""
SEND_ONCE: Final = """INSERT INTO {own}message (run, topic, number, message) VALUES (:run, :topic, :number, :message)
    ON CONFLICT DO NOTHING RETURNING number"""
PAUSE: Final = """INSERT INTO {own}run (run, paused) VALUES (:run, :paused)
    ON CONFLICT (run) DO UPDATE SET paused = excluded.paused"""
FORGIVE: Final = "UPDATE {own}run SET paused = 0, failed = 0, tries = 0, reason = NULL WHERE run IN :runs"
STATUS: Final = """SELECT status, executor_id, queue_name, (
        SELECT owner FROM {own}worker WHERE executor = executor_id AND beat >= {now} - :lease)
    FROM {dbos}workflow_status WHERE workflow_uuid = :run"""
FAMILY: Final = """SELECT workflow_uuid, status FROM {dbos}workflow_status
    WHERE (workflow_uuid = :run OR substr(workflow_uuid, 1, :length) = :prefix)
    AND status NOT IN ('SUCCESS', 'ERROR')"""
OPEN: Final = ("PENDING", "ENQUEUED", "DELAYED")


class RunState(NamedTuple):
    """The state of a run: its current or last executor, whether that one is alive, and its queue."""

    status: str
    executor: str
    queue: str
    alive: bool
    owner: str | None = None
    """The process of the executor."""


class RunControl:
    """An engine that only lists and controls. Runs that are started here go to a queue."""

    def __init__(self, database: str, *, version: str) -> None:
        self.version = version
        self.database = Database(database)
        folder = self.database.path
        blobs: Blobs = TableBlobs(self.database) if folder is None else FileBlobs(folder.parent / "blobs")
        self.serializer = JsonSerializer(blobs)
        self.queue = WORK
        """Where runs go that are to be taken up again."""
        self._queues: set[str] = set()
        self._opening = asyncio.Lock()
        self._client: DBOSClient | None = None

    async def start(
        self, plan: Object, *, run: str | None = None, queue: str | None = None, priority: int = 0, name: str = ""
    ) -> str:
        return await self.enqueue(plan, checked_id(run), queue or WORK, priority, name)

    async def outcome(self, run: str, timeout: float | None = None) -> Object:
        await self.open()
        deadline = None if timeout is None else time.monotonic() + timeout
        pause = 0.005
        while (found := await self.database.call(outcome.read_outcome, self.database, self.serializer, run)) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise Fault("timeout", f"The run {run!r} has not finished within {timeout:g} s.")
            await self.wait_a_little(run, pause)
            pause = min(pause * 1.5, 0.25)
        if isinstance(found, Fault):
            raise found
        return found

    async def plan(self, run: str) -> Object:
        await self.open()
        return await self.database.call(outcome.read_plan, self.database, self.serializer, run)

    async def steps(self, run: str) -> dict[str, Object]:
        await self.open()
        return await self.database.call(outcome.steps, self.database, self.serializer, run)

    async def send(self, run: str, topic: str, message: Any, *, number: int | None = None) -> None:
        await self.open()
        text = await self.database.call(self.serializer.serialize, message)
        values = {"run": run, "topic": topic, "message": text}
        if number is not None:
            if not await self.database.ask(SEND_ONCE, {**values, "number": number}):
                raise Fault("conflict", f"The run {run!r} has its answer at {topic!r} already.", retry=False)
            return
        sent = False
        while not sent:  # when another sender took the number, the next one
            sent = bool(await self.database.ask(SEND, values))

    async def cancel(self, run: str) -> None:
        await self._standing(run)
        await self.database.ask(STOP, family(run))

    async def pause(self, run: str) -> None:
        if (await self._standing(run)).status not in OPEN:
            raise Fault("conflict", f"The run {run!r} does not go on, so it cannot be paused.", retry=False)
        await self.database.ask(PAUSE, {"run": run, "paused": 1})

    async def resume(self, run: str) -> None:
        found = await self._standing(run)
        if found.status in ("SUCCESS", "ERROR"):
            raise Fault("conflict", f"The run {run!r} has finished, so it cannot go on.", retry=False)
        family = await self._family(run)
        await self.database.ask(FORGIVE, {"runs": [run, *(name for name, _ in family)]})
        stopped = [name for name, status in family if status not in OPEN]
        if found.status == "ENQUEUED" and found.queue.startswith(OWN):
            stopped.append(run)  # the process that it waits for may never come
        if stopped:
            await self.reopen(stopped)
        if found.status == "PENDING" and not found.alive:
            await self.take_back(found.executor)

    async def schedule(self, name: str, cron: str, plan: Object, *, queue: str | None = None) -> None:
        await self._know(queue or WORK)
        text = await self.database.call(self.serializer.serialize, plan)
        await self.database.call(add_schedule, self.database, name, cron, text, queue or WORK)

    async def schedules(self) -> Sequence[ScheduleSummary]:
        await self.open()
        return await self.database.call(schedules, self.database, self.serializer)

    async def unschedule(self, name: str) -> None:
        await self.open()
        await self.database.call(remove_schedule, self.database, name)

    async def limit(self, queue: str, *, concurrency: int | None = None, per_worker: int | None = None) -> None:
        await self.open()
        await self.database.call(
            lambda: self.client.register_queue(
                queue, global_concurrency=concurrency, worker_concurrency=per_worker, polling_interval_sec=PACE
            )
        )
        self._queues.add(queue)

    async def list(
        self, *, status: str | None = None, limit: int = 100, run: str | None = None
    ) -> Sequence[RunSummary]:
        await self.open()
        return await self.database.call(listing.runs, self.database, status, limit, run)

    async def find(self, run: str) -> RunSummary:
        """Return one run; raise a Fault where there is none."""
        if not (found := await self.list(run=run)):
            raise outcome.unknown_run(run)
        return found[0]

    async def dead(self) -> Sequence[RunSummary]:
        return await self.list(status="dead", limit=1_000)

    async def recover(self) -> Sequence[str]:
        """Return nothing: no runs are executed here."""
        return []

    async def purge(self, older_than: float) -> int:
        await self.open()
        return await self.database.call(retention.purge, self.database, self.client, self.serializer.blobs, older_than)

    async def close(self) -> None:
        await asyncio.to_thread(self.database.close)

    @property
    def client(self) -> DBOSClient:
        assert self._client is not None
        return self._client

    async def open(self) -> None:
        """Open the database at first use."""
        await self._connect()

    async def _connect(self) -> None:
        async with self._opening:
            if self._client is None:
                self._client = await self.database.call(self._open)

    def _open(self) -> DBOSClient:
        client = DBOSClient(
            system_database_engine=self.database.engine,
            serializer=self.serializer,
            application_name="pollex",
            lazy=True,
            retry_connection_errors=False,
        )
        self.database.set_up(lambda: dbos_internals.make_tables(dbos_internals.system_of(client)))
        return client

    async def enqueue(self, plan: Object, run: str, queue: str, priority: int, name: str) -> str:
        await self._know(queue)
        await self.database.call(enqueue, self.client, self.version, run, plan, queue, priority, name)
        return run

    async def wait_a_little(self, run: str, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def reopen(self, runs: Sequence[str]) -> None:
        """Put runs that were cancelled or given up on a queue again."""
        await self._know(self.queue)
        await self.database.call(lambda: self.client.resume_workflows([*runs], queue_name=self.queue))

    async def take_back(self, executor: str) -> Sequence[str]:
        """Put the runs that a process left unfinished on a queue again."""
        await self._know(self.queue)
        return await self.database.call(take_back, self.database, self.client, executor, self.queue)

    async def _know(self, queue: str) -> None:
        """Create the queue, without limits, if it is missing."""
        await self._connect()
        if queue not in self._queues and not queue.startswith(OWN):
            await self.database.call(
                lambda: self.client.register_queue(queue, polling_interval_sec=PACE, on_conflict="never_update")
            )
            self._queues.add(queue)

    async def _standing(self, run: str) -> RunState:
        await self.open()
        rows = await self.database.ask(STATUS, {"run": run, "lease": LEASE_MS})
        if not rows:
            raise outcome.unknown_run(run)
        status, executor, queue, owner = rows[0]
        return RunState(status, executor, queue, owner is not None and is_running(owner), owner)

    async def process(self, run: str) -> str | None:
        """Return the process that executes a run, in words; None where it is this one or unknown."""
        owner = (await self._standing(run)).owner
        return None if owner is None or is_here(owner) else in_words(owner)

    async def _family(self, run: str) -> Sequence[tuple[str, str]]:
        """Return the run and its children that have not finished, with their status."""
        await self._standing(run)
        return [(name, status) for name, status in await self.database.ask(FAMILY, family(run))]


OWN: Final = "pollex.own."
"""The prefix of a queue that only one executor serves; its id follows."""
UNFINISHED: Final = """SELECT workflow_uuid FROM {dbos}workflow_status
    WHERE status = 'PENDING' AND executor_id = :executor ORDER BY created_at"""


def enqueue(client: DBOSClient, version: str, run: str, plan: Object, queue: str, priority: int, name: str) -> None:
    client.enqueue(
        {
            "workflow_name": RUN,
            "queue_name": queue,
            "workflow_id": run,
            "app_version": version,
            "priority": max(1, MIDDLE - priority),
            "attributes": {"name": name},
        },
        plan,
    )


def take_back(database: Database, client: DBOSClient, executor: str, queue: str) -> list[str]:
    runs = [str(run) for (run,) in database.run(UNFINISHED, {"executor": executor})]
    system = dbos_internals.system_of(client)
    return [run for run in runs if dbos_internals.take_back(system, run, executor, queue)]


def checked_id(run: str | None) -> str:
    """Return the given id of a run, if it cannot be mistaken for a child's, or a new one."""
    if run is not None and ("/" in run or not run.strip()):
        raise Fault("invalid_input", f"{run!r} cannot be the id of a run.", expected="text without '/'")
    return run or str(uuid4())

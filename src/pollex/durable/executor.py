"""The engine that executes runs in this process: DBOS underneath, launched at first use."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, Final

from dbos import DBOS, DBOSConfig, SetWorkflowAttributes, SetWorkflowID

from ..core.fault import Fault
from ..core.json import Object
from ..core.protocols import Steps
from . import dbos_internals
from .controls import OWN, PACE, RUN, UNFINISHED, WORK, RunControl, checked_id, enqueue, take_back
from .heartbeat import BEAT, EmitEvent, Heartbeat
from .periodic import PeriodicTasks
from .reaper import Reaper
from .run import Host, RunExecution, root_of, settle
from .schedule import fire_due
from .step_history import KeptStep
from .watch import LOOK, RunWatcher

MOST_TRIES: Final = 3
"""How often a run is continued without finishing one more step, before it is given up."""
STRAY: Final = 3.0
"""Seconds between two checks for runs that are assigned to this process and not executed."""

KEPT: Final = """SELECT function_name, COALESCE(output, error) FROM {dbos}operation_outputs
    WHERE workflow_uuid = :run ORDER BY function_id"""
STANDING: Final = """SELECT recovery_attempts, EXISTS (SELECT 1 FROM {own}run WHERE run IN (:run, :root) AND paused = 1)
    FROM {dbos}workflow_status WHERE workflow_uuid = :run"""
TRY: Final = """INSERT INTO {own}run AS standing (run, tries, progress) VALUES (:run, 1, :steps)
    ON CONFLICT (run) DO UPDATE SET progress = :steps,
        tries = CASE WHEN :steps > standing.progress THEN 1 ELSE standing.tries + 1 END
    RETURNING tries"""
GIVE_UP: Final = "UPDATE {own}run SET reason = :reason WHERE run = :run"
FAIL: Final = "INSERT INTO {own}run (run, failed) VALUES (:run, 1) ON CONFLICT (run) DO UPDATE SET failed = 1"
CALM: Final = "UPDATE {own}run SET tries = 0 WHERE run IN :runs"

PUTTING_AWAY: Final = 2.0
"""Seconds that a stopped run has to close its page and record its end."""


class DurableEngine(RunControl):
    """Executes runs by `execute`; see `pollex.durable.engine`."""

    _of_process: ClassVar[DurableEngine | None] = None
    """The one that executes here: DBOS is one for each process."""

    def __init__(
        self,
        database: str,
        execute: Callable[[Object, Steps], Awaitable[Object]],
        *,
        executor: str,
        version: str,
        worker: bool,
        tell: EmitEvent | None,
    ) -> None:
        super().__init__(database, version=version)
        self.executor = executor
        self.queue = WORK if worker else f"{OWN}{executor}"
        self._execute = execute
        self._worker = worker
        self._tell: EmitEvent = tell or (lambda kind, data: None)
        self._heartbeat = Heartbeat(self.database, executor, "worker" if worker else "single", self._tell)
        self._launching = asyncio.Lock()
        self._watch: RunWatcher | None = None
        self._host: Host | None = None
        self._pulses: list[PeriodicTasks] = []
        self._tasks: dict[str, asyncio.Task[object]] = {}
        self._settled: dict[str, asyncio.Future[None]] = {}
        self._recovered: list[str] = []
        self._strays: set[str] = set()
        self._closed = False

    async def start(
        self, plan: Object, *, run: str | None = None, queue: str | None = None, priority: int = 0, name: str = ""
    ) -> str:
        await self.launch()
        await self.database.await_turn()
        if queue is not None:
            return await self.enqueue(plan, checked_id(run), queue, priority, name)
        return await self._begin(checked_id(run), plan, name)

    async def recover(self) -> Sequence[str]:
        await self.launch()
        recovered, self._recovered = self._recovered, []
        return recovered

    async def cancel(self, run: str) -> None:
        await super().cancel(run)
        await self._look()

    async def pause(self, run: str) -> None:
        await super().pause(run)
        await self._look()

    async def resume(self, run: str) -> None:
        await self.launch()
        await super().resume(run)
        await self._look()

    async def close(self) -> None:
        """Stop executing. A worker's runs go on elsewhere, a single one when it is started again."""
        self._closed = True
        for pulse in self._pulses[1:]:
            await asyncio.to_thread(pulse.end)
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._host is not None:
            await asyncio.to_thread(self._leave)
        if DurableEngine._of_process is self:
            DurableEngine._of_process = None
        await super().close()

    async def open(self) -> None:
        await self.launch()

    async def launch(self) -> None:
        """Take the slot, continue its unfinished runs, and begin to serve queues."""
        async with self._launching:
            if self._host is not None or self._closed:
                return
            self._take_process()
            await self._connect()
            await self.database.call(self._heartbeat.join)
            beating = PeriodicTasks("heartbeat", [(BEAT, self._heartbeat.beat)])
            beating.start()
            self._pulses.append(beating)
            self._recovered += await self.take_back(self.executor)
            self._watch = RunWatcher(self.database)
            self._host = Host(
                self.database,
                dbos_internals.system_of(self.client),
                self.serializer,
                self._heartbeat,
                self._tell,
                self._child,
            )
            self._launch_dbos()
            self._start_chores(self._watch)

    def _take_process(self) -> None:
        if DurableEngine._of_process not in (None, self):
            raise Fault(
                "conflict",
                "Another App of this process executes runs.",
                expected="one App that executes runs in a process",
                hint="Let that App run it, close it first, or run this with durable=False.",
                retry=False,
            )
        DurableEngine._of_process = self

    def _launch_dbos(self) -> None:
        """Launch DBOS in the event loop in which it shall execute runs."""
        config: DBOSConfig = {
            "name": "pollex",
            "system_database_engine": self.database.engine,
            "application_version": self.version,
            "executor_id": self.executor,
            "serializer": self.serializer,
            "use_listen_notify": False,
            "run_migrations": False,
            "notification_listener_polling_interval_sec": LOOK,
            "log_level": "CRITICAL",
            "enable_otlp": False,
        }
        dbos = DBOS(config=config)

        async def perform(plan: Object) -> Object:
            return await self._perform(str(DBOS.workflow_id), plan)

        self._workflow = DBOS.workflow(name=RUN, max_recovery_attempts=None)(perform)
        if not self._worker:
            DBOS.listen_queues([])
            dbos_internals.serve_alone(dbos, self.queue, PACE)
        DBOS.launch()
        dbos_internals.claim_alone(dbos_internals.system_of(dbos))
        dbos_internals.end_at_once(dbos)
        dbos_internals.keep_threads(asyncio.get_running_loop())

    def _start_chores(self, watch: RunWatcher) -> None:
        chores: list[tuple[float, Callable[[], object]]] = [(LOOK, watch.look), (STRAY, self._take_strays)]
        if self._worker:
            reaper = Reaper(self.database, self._heartbeat, self._take_from, self._tell)
            chores += [(1.0, reaper.reap), (0.5, lambda: fire_due(self.database, self._fire))]
        pulse = PeriodicTasks("chores", chores)
        pulse.start()
        self._pulses.append(pulse)

    async def _begin(self, run: str, plan: Object, name: str) -> str:
        """Start a run outside of any current run, since DBOS would count it among that run's steps."""

        async def begin() -> None:
            with SetWorkflowID(run), SetWorkflowAttributes({"name": name}):
                await DBOS.start_workflow_async(self._workflow, plan)

        await asyncio.create_task(self._translated(begin()), context=contextvars.Context())
        return run

    async def _translated(self, work: Awaitable[None]) -> None:
        from sqlalchemy.exc import DBAPIError

        try:
            await work
        except DBAPIError as error:
            raise self.database.refusal(error) from error

    async def _child(self, run: str, plan: Object) -> Object:
        await self._begin(run, plan, "")
        return await self.outcome(run)

    async def _perform(self, run: str, plan: Object) -> Object:
        """Execute a run, from its beginning or from where an earlier process left it."""
        assert self._watch is not None
        task = asyncio.current_task()
        assert task is not None
        self._tasks[run] = task
        settled = self._settled[run] = asyncio.get_running_loop().create_future()
        try:
            steps = await self._prepare(run)
            self._watch.live[run] = steps
            try:
                outcome = await self._execute(plan, steps)
            except Fault:
                if steps.ended:
                    raise dbos_internals.NotOurs(run) from None
                raise
            if outcome.get("ok") is False and not steps.ended:
                await self.database.ask(FAIL, {"run": run})
            return outcome
        finally:
            self._watch.live.pop(run, None)
            self._tasks.pop(run, None)
            self._settled.pop(run, None)
            settle(settled, None)

    async def _prepare(self, run: str) -> RunExecution:
        assert self._host is not None
        token = dbos_internals.token_of(run)
        kept = [KeptStep(name, text) for name, text in await self.database.ask(KEPT, {"run": run})]
        [(attempts, paused)] = await self.database.ask(STANDING, {"run": run, "root": root_of(run)})
        tries = 0
        if attempts > 1:
            [(tries,)] = await self.database.ask(TRY, {"run": run, "steps": len(kept)})
        if tries > MOST_TRIES:
            reason = f"It was taken up {tries - 1} times, and each time its process ended before another step was done."
            await self.database.ask(GIVE_UP, {"run": run, "reason": reason})
            await self.database.call(dbos_internals.give_up, self._host.system, run)
            raise dbos_internals.NotOurs(run)
        return RunExecution(run, token, self._host, kept, paused=bool(paused), tries=tries)

    async def outcome(self, run: str, timeout: float | None = None) -> Object:
        """Return the run's result. A stopped run that is executed here has cleaned up by then."""
        try:
            return await super().outcome(run, timeout)
        except Fault:
            if (settled := self._settled.get(run)) is not None:
                await asyncio.wait({settled}, timeout=PUTTING_AWAY)
            raise

    async def wait_a_little(self, run: str, seconds: float) -> None:
        settled = self._settled.get(run)
        if settled is None:
            await super().wait_a_little(run, seconds)
        else:
            await asyncio.wait({settled}, timeout=1.0)

    async def _look(self) -> None:
        if self._watch is not None:
            await self.database.call(self._watch.look)

    def _take_from(self, executor: str) -> Sequence[str]:
        return take_back(self.database, self.client, executor, self.queue)

    def _take_strays(self) -> None:
        """Continue runs that are assigned to this process and not executed, seen twice to be sure."""
        unfinished = {str(run) for (run,) in self.database.run(UNFINISHED, {"executor": self.executor})}
        lost = unfinished - set(self._tasks)
        for run in lost & self._strays:
            dbos_internals.take_back(dbos_internals.system_of(self.client), run, self.executor, self.queue)
        self._strays = lost

    def _fire(self, run: str, plan: str, queue: str, name: str) -> None:
        enqueue(self.client, self.version, run, self.serializer.deserialize(plan), queue, 0, name)

    def _leave(self) -> None:
        """Stop serving, put a worker's unfinished runs back on the queue, and free the slot."""
        DBOS.destroy(destroy_registry=True)
        runs = [str(run) for (run,) in self.database.run(UNFINISHED, {"executor": self.executor})]
        if runs:
            self.database.run(CALM, {"runs": runs})
        if self._worker:
            self._take_from(self.executor)
        self._pulses[0].end()
        self._heartbeat.leave()

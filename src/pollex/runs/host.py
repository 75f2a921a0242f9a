"""The engine of an app's runs: who executes them here, and how their end is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ..core.call import checked_run_id, new_id
from ..core.context import Context
from ..core.event import EventKind
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from .execution import Execution

if TYPE_CHECKING:
    from ..durable.controls import RunControl
    from ..durable.executor import DurableEngine

MOST_NAMESAKES: Final = 100
"""Processes of one kind that execute runs beside each other."""


class RunHost:
    """Executes the plans of runs. One engine executes all of them; it is launched with the first."""

    def __init__(
        self,
        context: Context,
        execution: Execution,
        *,
        database: str,
        environ: Mapping[str, str],
        opened: Callable[[], Object] = dict,
    ) -> None:
        """`opened` says with which browser and tools this process works; kept for whoever resumes a run."""
        self.execution = execution
        self.database = database
        self.executor: str | None = None
        """Who executes: the first run's id, or a worker's name."""
        self.worker = False
        self._context = context
        self._environ = environ
        self._opened = opened

    @cached_property
    def engine(self) -> DurableEngine:
        from .. import durable

        executor = self.executor or new_id()
        execute = self.execution.execute
        return durable.engine(self.database, execute, executor=executor, worker=self.worker, tell=self._log_worker)

    @property
    def control(self) -> RunControl:
        """Lists and steers runs; executes none, unless this process does already."""
        return self.engine if "engine" in vars(self) else self._control

    @cached_property
    def _control(self) -> RunControl:
        from .. import durable

        return durable.control(self.database)

    async def serve(self, worker: str, concurrency: int) -> None:
        """Execute runs from the queue, so many at a time, and those of workers that died, until `close`."""
        from ..durable.controls import WORK

        self.executor, self.worker, self.execution.waits = worker, True, True
        self.execution.slots = asyncio.Semaphore(concurrency)
        # Loads what a page needs now: later it would block the loop while the queue is served.
        self.execution.open_page(self._context, None)
        await self.engine.limit(WORK, per_worker=concurrency)  # before the first run can be taken
        await self.engine.recover()

    async def join(self, name: str) -> None:
        """Execute runs as `name`, or as `name-2` and so on where other processes do, and wait for approvals.

        What an earlier process of that name left unfinished goes on here.
        """
        self.execution.waits = True
        for number in range(1, MOST_NAMESAKES + 1):
            self.executor = name if number == 1 else f"{name}-{number}"
            try:
                await self.engine.recover()
            except Fault as fault:
                if fault.expected != "one process for each executor" or number == MOST_NAMESAKES:
                    raise
                await vars(self).pop("engine").close()
            else:
                return

    async def _start(self, plan: Object, name: str, run: str | None = None) -> str:
        started = new_run_id(run)
        self.executor = self.executor or started
        return await self.engine.start({**plan, "opened": self._opened()}, run=started, name=name)

    async def outcome(self, run: str) -> Result:
        """Wait for the end of a run, and return its result."""
        try:
            return Result.from_json(await self.engine.outcome(run))
        except Fault as fault:
            if fault.code == "cancelled":
                fault.hint = fault.hint or f"It goes on with: pollex runs resume {run}"
            return Result.failure(fault, {"run": run})

    async def close(self) -> None:
        for name in ("engine", "_control"):
            if name in vars(self):
                await vars(self).pop(name).close()

    def _log_worker(self, kind: EventKind, data: Object) -> None:
        """Write what the engine says of workers into the log of the app's own run."""
        if self._context.log is not None:
            self._context.log.post(self._context.run, kind, data)


def new_run_id(run: str | None) -> str:
    """Return the id that was chosen for a new run, checked, or a fresh one."""
    return new_id() if run is None else checked_run_id(run, new=True)

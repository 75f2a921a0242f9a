"""Runs that survive a kill: an engine on DBOS Transact, in a SQLite file or in PostgreSQL.

`engine` executes runs in this process; `control` lists and controls them without executing any. Both open the database
at first use. A process has at most one engine, as DBOS is a singleton.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from ..core.json import Object
from ..core.protocols import Steps

if TYPE_CHECKING:
    from .controls import RunControl
    from .executor import DurableEngine
    from .heartbeat import EmitEvent

__all__ = ["control", "engine"]

Execute = Callable[[Object, Steps], Awaitable[Object]]


def engine(
    database: str,
    execute: Execute,
    *,
    executor: str,
    version: str = "pollex-1",
    worker: bool = False,
    tell: EmitEvent | None = None,
) -> DurableEngine:
    """Return an engine that executes runs here. `database` is the path of a SQLite file, or a `postgresql://` address.

    Without `worker` it executes one run, whose id is also `executor`. A worker has a fixed `executor` for its slot,
    continues its own runs and those of workers that died, serves all queues and fires schedules. `tell` is called with
    `worker.joined`, `worker.lost` and `note` and their data, in a thread of the engine.
    """
    from .executor import DurableEngine

    return DurableEngine(database, execute, executor=executor, version=version, worker=worker, tell=tell)


def control(database: str, *, version: str = "pollex-1") -> RunControl:
    """Return an engine that lists and controls runs and puts new ones on queues, without executing any."""
    from .controls import RunControl

    return RunControl(database, version=version)

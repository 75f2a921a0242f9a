"""The reaper: it gives the runs of dead workers to living ones. One worker at a time does this."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from . import lease
from .database import Database
from .heartbeat import LEASE_MS, EmitEvent, Heartbeat, is_running

REAPING: Final = 7_305_912
"""The advisory lock of the worker that does this, on PostgreSQL."""

OTHERS: Final = """SELECT executor, owner, beat < {now} - :lease FROM {own}worker
    WHERE kind = 'worker' AND executor <> :executor"""
REMOVE: Final = "DELETE FROM {own}worker WHERE executor = :executor AND owner = :owner"

TakeBack = Callable[[str], Sequence[str]]
"""Puts the unfinished runs of an executor on a queue again, and returns their ids."""


class Reaper:
    def __init__(self, database: Database, heartbeat: Heartbeat, take_back: TakeBack, tell: EmitEvent) -> None:
        self._database = database
        self._heartbeat = heartbeat
        self._take_back = take_back
        self._tell = tell

    def reap(self) -> None:
        """Take the runs of each worker whose lease has expired, or whose process is gone from this machine."""
        if not self._heartbeat.fresh:
            return
        with self._alone() as alone:
            if not alone:
                return
            for executor, owner, lapsed in self._database.run(OTHERS, self._values()):
                if lapsed or not is_running(owner):
                    runs = self._take_back(executor)
                    self._database.run(REMOVE, {"executor": executor, "owner": owner})
                    self._tell("worker.lost", {"executor": executor, "owner": owner, "runs": list(runs)})

    def _values(self) -> dict[str, object]:
        return {"executor": self._heartbeat.executor, "lease": LEASE_MS}

    @contextmanager
    def _alone(self) -> Iterator[bool]:
        if self._database.sqlite:
            token = lease.take(self._database, "reaper", self._heartbeat.owner)
            try:
                yield token is not None
            finally:
                if token is not None:
                    lease.free(self._database, "reaper", token)
        else:
            statement = self._database.text(f"SELECT pg_try_advisory_xact_lock({REAPING})")
            with self._database.engine.begin() as connection:
                yield bool(connection.execute(statement).scalar())

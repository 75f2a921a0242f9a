"""The heartbeat of a process that executes runs: a row updated every two seconds, by the database's clock."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Final

from ..core.event import EventKind
from ..core.fault import Fault
from ..core.json import Object
from ..store.owner import is_alive, new_owner
from ..store.postgres import LEASE
from .database import Database

EmitEvent = Callable[[EventKind, Object], object]

BEAT: Final = 2.0
"""Seconds between two heartbeats."""
LEASE_MS: Final = LEASE * 1_000

FIND: Final = "SELECT owner FROM {own}worker WHERE executor = :executor"
JOIN: Final = """INSERT INTO {own}worker AS standing (executor, owner, kind, joined, beat)
    VALUES (:executor, :owner, :kind, {now}, {now})
    ON CONFLICT (executor) DO UPDATE SET
        owner = excluded.owner, kind = excluded.kind, joined = excluded.joined, beat = excluded.beat
    WHERE standing.owner IN (:owner, :ended) OR standing.beat < {now} - :lease
    RETURNING owner"""
TOUCH: Final = "UPDATE {own}worker SET beat = {now} WHERE executor = :executor AND owner = :owner RETURNING executor"
LEAVE: Final = "DELETE FROM {own}worker WHERE executor = :executor AND owner = :owner"


class Heartbeat:
    """The row of this process. `owner` identifies the process, `executor` the slot that it fills."""

    def __init__(self, database: Database, executor: str, kind: str, tell: EmitEvent) -> None:
        self.database = database
        self.executor = executor
        self.owner = new_owner()
        self._kind = kind
        self._tell = tell
        self._last = float(-LEASE)
        self._held_here = False

    @property
    def fresh(self) -> bool:
        """Whether the lease cannot have expired: False after the process was suspended for longer than a lease."""
        return time.monotonic() - self._last < LEASE

    def join(self) -> None:
        """Take the slot. If a predecessor's state cannot be seen from here, its lease must expire first."""
        deadline = time.monotonic() + LEASE + BEAT
        while not self._join():
            if self._held_here or time.monotonic() > deadline:
                raise Fault(
                    "conflict",
                    f"Another process executes runs as {self.executor!r}.",
                    expected="one process for each executor",
                    hint="End that process, or give this one another name.",
                    retry=False,
                )
            time.sleep(0.25)

    def beat(self) -> None:
        """Update the heartbeat; if this process was given up meanwhile, join again."""
        sent = time.monotonic()
        if self.database.run(TOUCH, {"executor": self.executor, "owner": self.owner}):
            self._last = sent
        else:
            self._join()

    def leave(self) -> None:
        self.database.run(LEAVE, {"executor": self.executor, "owner": self.owner})
        self._last = -LEASE

    def _join(self) -> bool:
        standing = self.database.run(FIND, {"executor": self.executor})
        ended = standing[0][0] if standing and not is_running(standing[0][0]) else self.owner
        self._held_here = bool(standing) and standing[0][0].startswith(f"{socket.gethostname()}:")
        sent = time.monotonic()
        values = {"executor": self.executor, "owner": self.owner, "kind": self._kind, "ended": ended, "lease": LEASE_MS}
        if not self.database.run(JOIN, values):
            return False
        self._last = sent
        self._tell("worker.joined", {"executor": self.executor, "owner": self.owner, "kind": self._kind})
        return True


def is_running(owner: str) -> bool:
    """Return whether the process is running, as far as can be seen from this machine."""
    return is_alive(owner.partition("#")[0])

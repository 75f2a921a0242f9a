"""The newest runs, for lists that are read again and again: only what changed is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..core.event import EventLog
from ..core.json import Object
from ..core.protocols import RunSummary
from .questions import AskedQuestions, OpenQuestion
from .summary import summary

if TYPE_CHECKING:
    from .control import Runs

GOING: Final = ("queued", "running", "paused")
"""The states in which a run may still write events."""
KEPT: Final = 1_000
"""Runs that are remembered."""


@dataclass(slots=True)
class ReadRun:
    """A run as it was read last."""

    row: RunSummary
    shown: Object
    asked: AskedQuestions = field(default_factory=AskedQuestions)
    seq: int = 0
    """The last event that was read."""


class RecentRuns:
    """Reads the list of runs. One whose row is the same is not read again; of one that goes on, its new events are."""

    def __init__(self, runs: Callable[[], Runs], log: EventLog) -> None:
        self._runs = runs
        self._log = log
        self._read: dict[str, ReadRun] = {}
        self._turn = asyncio.Lock()

    async def newest(self, limit: int) -> list[Object]:
        """Return the newest runs as `summary` has them, with the questions that they ask."""
        async with self._turn:
            rows = await self._runs().control.list(limit=limit)
            return [await self._shown(row) for row in rows]

    async def questions(self) -> list[tuple[RunSummary, OpenQuestion]]:
        """Return what all runs that go on ask, the newest run first."""
        async with self._turn:
            rows = await self._runs().control.list(status="running", limit=KEPT)
            for row in rows:
                await self._shown(row)
            return [(row, each) for row in rows for each in self._asked(row.id)]

    def _asked(self, run: str) -> Iterator[OpenQuestion]:
        yield from self._read[run].asked.open.values()

    async def _shown(self, row: RunSummary) -> Object:
        known = self._read.pop(row.id, None)
        if known is None or known.row != row:
            shown = await summary(self._runs(), self._log, row, asks=False)
            known = ReadRun(row, shown) if known is None else ReadRun(row, shown, known.asked, known.seq)
        self._read[row.id] = known
        while len(self._read) > KEPT:
            del self._read[next(iter(self._read))]
        if row.status in GOING:
            for event in await self._log.read(row.id, after=known.seq):
                known.asked.read(event)
                known.seq = event.seq
        asks = [each.text for each in self._asked(row.id)] if row.status == "running" else []
        return {**known.shown, "asks": asks}

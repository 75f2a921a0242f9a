"""Pending work of a workspace: batches that wait for their turn, and effects under way. All of it can be cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from ..core.fault import Fault
from ..core.result import Result

Answer = TypeVar("Answer")


@dataclass(eq=False, slots=True)
class WaitingBatch:
    """A batch that waits for its turn."""

    groups: frozenset[str | None]
    cancelled: bool = False


class PendingWork:
    """What has been asked for and is not done."""

    def __init__(self) -> None:
        self._turns: set[WaitingBatch] = set()
        self._effects: dict[asyncio.Future[Result], str | None] = {}

    def __bool__(self) -> bool:
        return bool(self._turns or self._effects)

    @contextmanager
    def waiting(self, groups: frozenset[str | None]) -> Iterator[WaitingBatch]:
        """Register a batch until its turn has come."""
        turn = WaitingBatch(groups)
        self._turns.add(turn)
        try:
            yield turn
        finally:
            self._turns.discard(turn)

    def done_waiting(self, turn: WaitingBatch) -> None:
        """Let a batch begin, or raise a Fault if it was cancelled."""
        self._turns.discard(turn)
        if turn.cancelled:
            raise cancelled()

    async def whole(self, turn: WaitingBatch, task: asyncio.Future[Answer]) -> Answer:
        """Wait for work that is done as a whole once it has begun, even if who waits for it is cancelled."""
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            turn.cancelled = True
            raise

    async def effect(self, work: Awaitable[Result], group: str | None) -> Result:
        """Wait for an effect, which may be cancelled by its group."""
        task = asyncio.ensure_future(work)
        self._effects[task] = group
        try:
            return await task
        except asyncio.CancelledError:
            if not task.cancelled():
                task.cancel()
                raise
            if (current := asyncio.current_task()) is not None and current.cancelling():
                raise
            return Result.failure(cancelled())
        finally:
            del self._effects[task]

    def cancel(self, group: str | None = None) -> int:
        """Cancel the work of a group, or all of it; return how much that was."""
        turns = [turn for turn in self._turns if group is None or group in turn.groups]
        effects = [task for task, of in self._effects.items() if group is None or group == of]
        for turn in turns:
            turn.cancelled = True
        for task in effects:
            task.cancel()
        return len(turns) + len(effects)


def cancelled() -> Fault:
    return Fault("cancelled", "The work was cancelled by `txn.cancel`.", hint="Send it again if it is still wanted.")

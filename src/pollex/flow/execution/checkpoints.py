"""Continuing in a fresh browser: the states that were kept, and what nodes have done to the page since then.

Nodes that only filled the page (a text typed, a box ticked) are run again, since nothing of them has left it.
What was sent is never sent again: where the page cannot be reached without that, the run ends and says so.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ...core.fault import Fault
from ...core.result import Result
from ...core.snapshots import BrowserEffect, SnapshotStore, moved
from .record import CallOutcome, NodeRecord

Redo: TypeAlias = Callable[[], Awaitable[Result]]
"""Runs a node again, without keeping its result."""


@dataclass
class Checkpoints:
    """The nodes that have run, with the browser states that a resume can begin from."""

    snapshots: SnapshotStore | None
    passed: list[tuple[Redo, NodeRecord]] = field(default_factory=list)

    def add(self, redo: Redo, record: NodeRecord) -> None:
        """Add a node that changed the page. After something was sent, a resume cannot begin before it."""
        if record.moved == "sent" and record.state is not None:
            self.passed.clear()
        self.passed.append((redo, record))

    async def after(self, state_name: str, calls: Sequence[CallOutcome]) -> tuple[str | None, BrowserEffect]:
        """Return the name of the browser's state after a node, where it changed that, and how it did.

        A call that an earlier process finished is not made again: the browser is put into the state after it.
        """
        did: BrowserEffect = max(
            (moved(call.tool, call.result.data, call.result.fault) for call in calls),
            key=("no", "went", "sent").index,
            default="no",
        )
        if self.snapshots is None or did == "no":
            return None, did
        await self.snapshots.catch_up(state_name)
        return self.snapshots.name, did

    async def ready(self, name: str, as_before: Callable[[], Awaitable[bool]]) -> None:
        """Restore the browser as the last node left it, where this process has none yet or it died.

        `name` is that of the node that is about to run, and `as_before` says whether its preconditions hold.
        """
        if self.snapshots is None or not self.snapshots.begins():
            return
        points = [at for at, (_, record) in enumerate(self.passed) if record.state is not None]
        for at in reversed(points):
            later = self.passed[at + 1 :]
            if any(record.moved == "sent" for _, record in later):
                break
            await self._back_to(str(self.passed[at][1].state), later)
            if await as_before():
                return
        if points:
            raise _cannot_continue(name)

    async def _back_to(self, state: str, later: Sequence[tuple[Redo, NodeRecord]]) -> None:
        """Restore a state, and do again what later nodes did to the page."""
        assert self.snapshots is not None
        await self.snapshots.restore(state)
        for redo, record in later:
            if record.result.ok and (again := await redo()).fault is not None:
                raise again.fault


def _cannot_continue(name: str) -> Fault:
    return Fault(
        "failed",
        f"The run cannot go on at {name}: the page is not as it was, and what led there was sent already.",
        expected="the page as it was before the interruption",
        hint="Look at the site, and start a new run from a node whose page can be reached.",
        retry=False,
    )

"""Going on in a fresh browser: the state that was kept, and what the page had been given since then.

Nodes that only filled the page (a text typed, a box ticked) are done to it again, since nothing of them has left it.
What was sent off is never sent again: where the page cannot be had without that, the run says so and ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..core.fault import Fault
from ..core.snapshots import Moved, SnapshotStore, moved
from .judging import judge
from .record import Record

if TYPE_CHECKING:
    from .visit import Visit


@dataclass
class Trail:
    """The nodes that have run, and what they did to the browser."""

    snapshots: SnapshotStore | None
    passed: list[tuple[Visit, Record]] = field(default_factory=list)
    fresh: bool = True
    """Whether this process has not used its browser yet."""

    def add(self, visit: Visit, record: Record) -> None:
        """Remember what a resume may have to do again. Nothing before what was sent off can be gone back to."""
        if self.snapshots is None:
            return
        if record.moved == "sent" and record.state is not None:
            self.passed.clear()
        if record.state is not None or visit.acts_on_page:
            layers = tuple(dict(layer) for layer in visit.scope.layers)
            self.passed.append((replace(visit, scope=replace(visit.scope, layers=layers), calls=[]), record))

    async def after(self, visit: Visit) -> tuple[str | None, Moved]:
        """The name of the browser's state after a node that changed it, and how it did.

        A call that an earlier process finished is not made again; then the browser is put into the state after it.
        """
        did: Moved = max(
            (moved(called.tool, called.result.data, called.result.fault) for called in visit.calls),
            key=("no", "went", "sent").index,
            default="no",
        )
        if self.snapshots is None or did == "no":
            return None, did
        if visit.state_name not in self.snapshots.witnessed and await self.snapshots.has(visit.state_name):
            await self.snapshots.restore(visit.state_name)
        return self.snapshots.name, did

    async def ready(self, visit: Visit) -> None:
        """Before a node: where this process has no browser yet, or it died, the browser as the last node left it."""
        if self.snapshots is None:
            return
        fresh, self.fresh = self.fresh or not self.snapshots.page.alive, False
        if not fresh:
            return
        points = [at for at, (_, record) in enumerate(self.passed) if record.state is not None]
        for at in reversed(points):
            later = self.passed[at + 1 :]
            if any(record.moved == "sent" for _, record in later):
                break
            await self._back_to(str(self.passed[at][1].state), later)
            if await _as_before(visit):
                return
        if points:
            raise _cannot_go_on(visit)

    async def _back_to(self, state: str, later: Sequence[tuple[Visit, Record]]) -> None:
        """Restore a state, and do again what later nodes did to the page."""
        assert self.snapshots is not None
        await self.snapshots.restore(state)
        for visit, record in later:
            if record.result.ok:
                again = await visit.node.kind.run(replace(visit, journal=False, calls=[]))
                if again.fault is not None:
                    raise again.fault


async def _as_before(visit: Visit) -> bool:
    """Whether the node's precondition holds; without one, it is taken to."""
    rules: list[Any] = visit.node.document.get("before", [])
    verdicts = await judge(visit, rules, patient=True) if rules else []
    return all(verdict["holds"] for verdict in verdicts)


def _cannot_go_on(visit: Visit) -> Fault:
    return Fault(
        "failed",
        f"The run cannot go on at {visit.node.name}: the page is not as it was, and what led there was sent already.",
        expected="the page as it was before the interruption",
        hint="Look at the site, and start a new run from a node whose page can be reached.",
        retry=False,
    )

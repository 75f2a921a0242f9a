"""In whose browser a run works: in one of ours, or in a tab of the person's own."""

from __future__ import annotations

from ..core.event import Event, EventLog
from ..core.json import Object

NAMES = ("where", "tab")


def place_of(plan: Object) -> Object:
    """Return in whose browser, and in which tab there, a run was begun; nothing for one of our own."""
    return _place(plan.get("task", plan))


async def place_now(log: EventLog | None, run: str, plan: Object) -> Object:
    """Return where a run works since it was moved last."""
    last = None if log is None else (await moves(log, run))[1]
    return place_of(plan) if last is None else _place(last.data)


async def moves(log: EventLog, run: str) -> tuple[int, Event | None]:
    """Return how often a run was moved, and the last time."""
    times, last = 0, None
    while (found := await log.find(move_key(run), "run.moved", attempt=times + 1)) is not None:
        times, last = times + 1, found
    return times, last


def move_key(run: str) -> str:
    return f"{run} moved"


def _place(data: Object) -> Object:
    return {name: data[name] for name in NAMES if data.get(name) is not None}

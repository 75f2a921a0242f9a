"""Schedules: rows with the time of the next run. Any worker may fire one; that time is in the run's id, as a hash."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from croniter import croniter  # type: ignore[import-untyped]

from ..core.fault import Fault
from ..core.protocols import ScheduleSummary
from .database import Database
from .listing import event_time
from .serializer import JsonSerializer

ADD: Final = """INSERT INTO {own}schedule (name, cron, plan, queue, due) VALUES (:name, :cron, :plan, :queue, :due)
    ON CONFLICT (name) DO UPDATE SET cron = :cron, plan = :plan, queue = :queue, due = :due"""
LIST: Final = "SELECT name, cron, plan, due FROM {own}schedule ORDER BY due, name"
REMOVE: Final = "DELETE FROM {own}schedule WHERE name = :name RETURNING name"
DUE: Final = "SELECT name, cron, plan, queue, due, {now} FROM {own}schedule WHERE due <= {now}"
FIRED: Final = "UPDATE {own}schedule SET due = :next WHERE name = :name AND due = :due"

StartRun = Callable[[str, str, str, str], object]
"""Starts a run with this id, from the text of its plan, on a queue, under the schedule's name."""


def add_schedule(database: Database, name: str, cron: str, plan: str, queue: str) -> None:
    if not croniter.is_valid(cron, second_at_beginning=True):
        raise Fault(
            "invalid_input",
            f"{cron!r} is not a time as cron writes it.",
            expected="minute hour day month weekday, with seconds before them if need be",
            received=cron,
            hint="For every morning at seven: 0 7 * * *",
        )
    [(present,)] = database.run("SELECT {now}")  # the clock that fires it, not this machine's
    due = next_after(cron, int(present))
    database.run(ADD, {"name": name, "cron": cron, "plan": plan, "queue": queue, "due": due})


def schedules(database: Database, serializer: JsonSerializer) -> list[ScheduleSummary]:
    rows = database.run(LIST)
    return [
        ScheduleSummary(name, cron, event_time(due), serializer.deserialize(plan)) for name, cron, plan, due in rows
    ]


def remove_schedule(database: Database, name: str) -> None:
    if not database.run(REMOVE, {"name": name}):
        raise Fault("not_found", f"There is no schedule {name!r}.", retry=False)


def fire_due(database: Database, start: StartRun) -> None:
    """Start what is due, once for all missed times. Two workers that do this start the same run."""
    for name, cron, plan, queue, due, present in database.run(DUE):
        start(scheduled_run(name, datetime.fromtimestamp(due / 1_000, UTC)), plan, queue, name)
        database.run(FIRED, {"name": name, "due": due, "next": next_after(cron, present)})


def scheduled_run(name: str, moment: datetime) -> str:
    """Return the id of the run of a schedule at a moment: the same whoever fires it."""
    return str(uuid5(NAMESPACE_URL, f"pollex://schedule/{name}@{moment:%Y-%m-%dT%H:%M:%SZ}"))


def next_after(cron: str, milliseconds: int) -> int:
    moment = croniter(cron, milliseconds / 1_000, second_at_beginning=True).get_next(float)
    return int(moment * 1_000)

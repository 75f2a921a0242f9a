"""Schedules: rows with the time of the next run. Any worker may fire one; the run's id contains that time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from croniter import croniter  # type: ignore[import-untyped]

from ..core.fault import Fault
from .database import Database

ADD: Final = """INSERT INTO {own}schedule (name, cron, plan, queue, due) VALUES (:name, :cron, :plan, :queue, :due)
    ON CONFLICT (name) DO UPDATE SET cron = :cron, plan = :plan, queue = :queue, due = :due"""
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


def remove_schedule(database: Database, name: str) -> None:
    if not database.run(REMOVE, {"name": name}):
        raise Fault("not_found", f"There is no schedule {name!r}.", retry=False)


def fire_due(database: Database, start: StartRun) -> None:
    """Start what is due, once for all missed times. Two workers that do this start the same run."""
    for name, cron, plan, queue, due, present in database.run(DUE):
        moment = datetime.fromtimestamp(due / 1_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        start(f"{name}@{moment}", plan, queue, name)
        database.run(FIRED, {"name": name, "due": due, "next": next_after(cron, present)})


def next_after(cron: str, milliseconds: int) -> int:
    moment = croniter(cron, milliseconds / 1_000, second_at_beginning=True).get_next(float)
    return int(moment * 1_000)

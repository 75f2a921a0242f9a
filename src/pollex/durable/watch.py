"""What happens to the runs of this process from outside: cancelled, paused, taken over, a message."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from .database import Database, SqlRow
from .run import RunExecution, root_of

LOOK: Final = 0.3
"""Seconds between two checks, so that a cancellation takes effect within a second."""
MANY: Final = 500
"""The largest number of runs in one query."""

STATE: Final = """SELECT workflow_uuid, status, owner_xid, paused FROM {dbos}workflow_status
    LEFT JOIN {own}run ON run = workflow_uuid WHERE workflow_uuid IN :runs"""
MESSAGES: Final = "SELECT run, topic, number, message FROM {own}message WHERE run IN :runs"


class RunWatcher:
    """The live runs, by id. `look` is called from a thread, all else in the event loop of the runs."""

    def __init__(self, database: Database) -> None:
        self.live: dict[str, RunExecution] = {}
        self._database = database
        self._loop = asyncio.get_running_loop()

    def look(self) -> None:
        live = dict(self.live)
        asked = sorted({*live, *map(root_of, live)})
        states = [row for part in parts(asked) for row in self._database.run(STATE, {"runs": part})]
        waiting = [name for name, run in live.items() if run.waiting is not None]
        messages = [row for part in parts(waiting) for row in self._database.run(MESSAGES, {"runs": part})]
        with suppress(RuntimeError):  # the loop was closed meanwhile
            self._loop.call_soon_threadsafe(self._apply, live, states, messages)

    def _apply(self, looked: Mapping[str, RunExecution], states: Sequence[SqlRow], messages: Sequence[SqlRow]) -> None:
        """Pass the findings on to the runs that have not been replaced since."""
        live = {name: run for name, run in looked.items() if self.live.get(name) is run}
        found = {name: (status, token) for name, status, token, _ in states}
        paused = {name for name, _, _, wish in states if wish}
        for name, run in live.items():
            run.see(*found.get(name, ("", None)), paused=name in paused or root_of(name) in paused)
        for name, topic, number, text in messages:
            if name in live and live[name].waiting == (topic, number):
                live[name].hear(text)


def parts(runs: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(runs), MANY):
        yield runs[start : start + MANY]

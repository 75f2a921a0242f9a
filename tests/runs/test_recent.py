"""The list of runs that is read again and again: nothing is read twice that cannot have changed."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from pollex import App
from pollex.core.event import Event, EventKind
from pollex.flow.workflow import Workflow
from pollex.runs.recent import RecentRuns
from pollex.store import SqlLog

from ..waits import until_async

ASKING = Workflow.from_json(
    {
        "name": "Asking",
        "nodes": [{"position": 1, "type": "ask", "alias": "reply", "config": {"question": "Which colour?"}}],
    }
)
NOTHING = Workflow.from_json({"name": "Nothing", "nodes": []})


class CountedLog(SqlLog):
    """Counts what is read of each run."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.found: Counter[str] = Counter()
        self.after: dict[str, list[int]] = {}

    async def find(self, key: str, kind: EventKind, *, attempt: int = 1) -> Event | None:
        self.found[key] += 1
        return await super().find(key, kind, attempt=attempt)

    async def read(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        self.after.setdefault(run, []).append(after)
        return await super().read(run, after=after, limit=limit)


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with App(home=tmp_path) as running:
        yield running


async def test_a_run_that_has_ended_is_read_once(app: App) -> None:
    await app.run_workflow(NOTHING)
    log = CountedLog(app.settings.home / "pollex.db")
    recent = RecentRuns(lambda: app.runs, log)
    first = await recent.newest(50)
    read, log.found = +log.found, Counter()
    assert await recent.newest(50) == first
    assert [(each["name"], each["status"], each["asks"]) for each in first] == [("Nothing", "done", [])]
    assert (bool(read), log.found, log.after) == (True, Counter(), {})


async def test_what_runs_ask_is_read_from_where_it_was_read_before(app: App) -> None:
    log = CountedLog(app.settings.home / "pollex.db")
    recent = RecentRuns(lambda: app.runs, log)
    run = await app.start(workflow=ASKING)
    [(row, question)] = await until_async("the run asks", recent.questions)
    assert (row.id, question.text, (await recent.newest(1))[0]["asks"]) == (run.id, "Which colour?", ["Which colour?"])
    await recent.questions()
    assert log.after[run.id][-1] == (await run.events())[-1].seq
    await app.runs.answer(run.id, None, "green")
    await run.wait()
    await until_async("nothing is asked any more", lambda: _nothing(recent))


async def _nothing(recent: RecentRuns) -> bool:
    return not await recent.questions()

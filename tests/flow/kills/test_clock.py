"""Clocks that are wrong, and a disk that is full. Uses Debian's `faketime` and, for the disk, a small file system."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pollex import App
from pollex.core.json import Object
from pollex.durable.schedule import scheduled_run
from pollex.flow.workflow import Workflow

from ...postgres import Postgres
from ...waits import until
from .conftest import Outside

CHILD = Path(__file__).with_name("storm_child.py")
LONG = bool(os.environ.get("POLLEX_CHAOS"))
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
needs_faketime = pytest.mark.skipif(FAKETIME is None, reason="Debian's faketime is not installed")
long_only = pytest.mark.skipif(not LONG, reason="long: make chaos")


def sends(what: str, account: str = "") -> Object:
    rule = {"type": "tool", "tool": "sent", "args": {"what": what}, "operator": "greater", "value": 0, "within": 0}
    return {"type": "tool", "config": {"tool": "send", "args": {"what": what, "account": account}}, "verify": [rule]}


def written(*nodes: Object, **more: Any) -> Workflow:
    numbered = [{"position": at, **node} for at, node in enumerate(nodes, 1)]
    return Workflow.from_json({"name": "clock", "nodes": numbered, **more})


@dataclass
class Fleet:
    """Workers whose clocks are wrong by so much, written as faketime does: `+1h`."""

    app: App
    outside: Outside
    workers: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def open(self, name: str, clock: str = "") -> None:
        settings = self.app.settings
        job = {"home": str(settings.home), "database": str(settings.database), "name": name, "total": 20, "each": 10}
        job |= {"outside": self.outside.url, "journal": True}
        environment = dict(os.environ)
        if clock:
            environment |= {"LD_PRELOAD": str(FAKETIME), "FAKETIME": clock, "DONT_FAKE_MONOTONIC": "1"}
        process = subprocess.Popen(
            [sys.executable, CHILD], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps(job).encode())
        process.stdin.close()
        self.workers[name] = process

    async def start(self, workflow: Workflow) -> str:
        plan = self.app.runs.plan(workflow, {})
        return await self.app.runs.control.start(plan, name=workflow.name)

    def close(self) -> None:
        for process in self.workers.values():
            process.kill()
            process.wait()


@asynccontextmanager
async def fleet(home: Path, database: str, outside: Outside) -> AsyncIterator[Fleet]:
    async with App(home=home, database=database) as app:
        made = Fleet(app, outside)
        try:
            yield made
        finally:
            made.close()


async def sends_more_than(outside: Outside, count: int) -> None:
    await asyncio.to_thread(until, f"more than {count} are sent", lambda: len(outside.of("send")) > count)


@needs_faketime
@long_only
@pytest.mark.timeout(200)
async def test_leases_hold_while_clocks_differ_by_two_hours(
    tmp_path: Path, postgres: Postgres, outside: Outside
) -> None:
    """Nobody is taken for dead, and an account is used by one run at a time."""
    outside.seconds = 0.2
    workflow = written(*(sends(str(number), "account") for number in range(6)), limits={"account": "account"})
    async with fleet(tmp_path, postgres.database(), outside) as workers:
        workers.open("ahead", "+1h")
        workers.open("behind", "-1h")
        runs = [await workers.start(workflow) for number in range(8)]
        await sends_more_than(outside, 12)
        await asyncio.sleep(8)
        outcomes = [await workers.app.runs.outcome(run) for run in runs]
        lost = await workers.app.runs.control.database.ask(
            "SELECT data FROM pollex.event WHERE kind = 'worker.lost'", {}
        )
    assert [each.fault for each in outcomes] == [None] * 8
    assert Counter(each.name for each in outside.of("send")) == {(run, str(n)): 1 for run in runs for n in range(6)}
    sent = sorted(outside.of("send"), key=lambda each: each.began)
    assert [each for each, after in pairwise(sent) if after.began < each.ended] == []
    assert lost == []


@needs_faketime
@long_only
@pytest.mark.timeout(200)
@pytest.mark.parametrize("clock", ["+1h", "-1h"])
async def test_a_dead_workers_runs_go_on_where_the_clock_is_wrong(
    clock: str, tmp_path: Path, postgres: Postgres, outside: Outside
) -> None:
    outside.seconds = 0.3
    async with fleet(tmp_path, postgres.database(), outside) as workers:
        workers.open("right")
        run = await workers.start(written(*(sends(str(number)) for number in range(12))))
        await sends_more_than(outside, 3)
        workers.open("wrong", clock)
        await asyncio.sleep(0.5)
        workers.workers["right"].kill()
        outcome = await asyncio.wait_for(workers.app.runs.outcome(run), 60)
    assert outcome.fault is None
    assert Counter(each.name for each in outside.of("send")) == {("run", str(n)): 1 for n in range(12)}


@needs_faketime
@long_only
@pytest.mark.timeout(200)
async def test_schedules_fire_by_the_databases_clock(tmp_path: Path, postgres: Postgres, outside: Outside) -> None:
    """Once for each moment, whatever the workers' clocks say."""
    async with fleet(tmp_path, postgres.database(), outside) as workers:
        workers.open("ahead", "+1h")
        workers.open("behind", "-1h")
        plan = workers.app.runs.plan(written(sends("tick")), {})
        await workers.app.runs.control.schedule("tick", "*/2 * * * * *", plan)
        begun = datetime.now(UTC)
        await sends_more_than(outside, 4)
        ended = datetime.now(UTC)
    names = [each.name[0] for each in outside.of("send")]
    near = [begun + timedelta(seconds=after) for after in range(-7_200, 7_200)]
    known = {scheduled_run("tick", moment): moment.replace(microsecond=0) for moment in near}
    moments = [known[name] for name in names]
    assert len(set(names)) == len(names)
    assert begun - timedelta(seconds=2) <= min(moments) <= max(moments) <= ended + timedelta(seconds=1)


@needs_faketime
@long_only
@pytest.mark.timeout(120)
@pytest.mark.parametrize("clock", ["+1h", "-1h"])
def test_a_schedule_made_where_the_clock_is_wrong(clock: str, tmp_path: Path, postgres: Postgres) -> None:
    """Its next moment is the next one by the database's clock, which all workers go by."""
    address = postgres.database()
    program = f"""
import asyncio
from pollex import durable
async def main():
    control = durable.control({address!r})
    await control.schedule("tick", "* * * * *", {{}})
    [(due, now)] = await control.database.ask("SELECT due, {{now}} FROM {{own}}schedule", {{}})
    print(due - now)
    await control.close()
asyncio.run(main())
"""
    environment = {**os.environ, "LD_PRELOAD": str(FAKETIME), "FAKETIME": clock, "DONT_FAKE_MONOTONIC": "1"}
    said = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert 0 < int(float(said.stdout)) <= 60_000


@needs_faketime
@long_only
@pytest.mark.timeout(120)
async def test_a_question_keeps_its_time_when_a_process_with_another_clock_takes_it_up(
    tmp_path: Path, postgres: Postgres, outside: Outside
) -> None:
    ask = {"type": "ask", "config": {"question": "Well?", "timeoutMs": 60_000}}
    async with fleet(tmp_path, postgres.database(), outside) as workers:
        workers.open("right")
        run = await workers.start(written(sends("before"), ask))
        await sends_more_than(outside, 0)
        await asyncio.sleep(1)
        workers.workers["right"].kill()
        workers.open("wrong", "+1h")
        await asyncio.sleep(6)
        await workers.app.runs.control.send(run, "/2", {"answer": "yes"})
        outcome = await asyncio.wait_for(workers.app.runs.outcome(run), 30)
    assert outcome.fault is None


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(file: Path) -> None:
    """Take all the room that is left."""
    with file.open("wb", buffering=0) as growing:
        try:
            while True:
                growing.write(b"x" * 4_096)
        except OSError:
            pass


@long_only
@pytest.mark.timeout(120)
async def test_a_disk_is_full_for_a_while(tmp_path: Path, small_disk: Path, outside: Outside) -> None:
    """Runs wait, go on when there is room, and send nothing twice."""
    outside.seconds = 0.1
    async with fleet(tmp_path, str(small_disk / "pollex.db"), outside) as workers:
        workers.open("w1")
        workflow = written(*(sends(str(number)) for number in range(20)))
        runs = [await workers.start(workflow) for number in range(4)]
        await sends_more_than(outside, 8)
        fill(small_disk / "filler")
        await asyncio.sleep(3)
        held = len(outside.of("send"))
        (small_disk / "filler").unlink()
        outcomes = [await asyncio.wait_for(workers.app.runs.outcome(run), 60) for run in runs]
    assert held < 80
    assert [each.fault for each in outcomes] == [None] * 4
    assert Counter(each.name for each in outside.of("send")) == {(run, str(n)): 1 for run in runs for n in range(20)}

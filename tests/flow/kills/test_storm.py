"""Storms of kills over whole workflows: workers are killed with -9 at random moments, and others take their place.

A server outside counts what is sent. Short here; long with POLLEX_CHAOS=1, as `make chaos` has it.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from time import time
from typing import Any
from uuid import UUID

import pytest

from pollex import App
from pollex.core.json import Object
from pollex.durable.controls import WORK
from pollex.flow.workflow import Workflow

from ...postgres import Postgres
from ...processes import Nursery, Process
from ...waits import until_async
from .conftest import Outside

CHILD = Path(__file__).with_name("storm_child.py")
LONG = bool(os.environ.get("POLLEX_CHAOS"))
KILLS, NODES = (100, 2_000) if LONG else (6, 150)
SEED = int(os.environ.get("POLLEX_SEED", random.SystemRandom().randrange(10_000)))
ITEMS = [1, 2, 3, 4]
TOTAL, EACH = 9, 6
"""How many runs at a time, over all workers and on each."""
PER_MINUTE = 240


def document(site: str, account: str) -> Object:
    """Every kind of node that needs no browser. With an account, runs of the same one go one after the other."""

    def sends(what: str) -> Object:
        args = {"what": what, "account": account}
        rule = {"type": "tool", "tool": "sent", "args": {"what": what}, "operator": "greater", "value": 0}
        return {"type": "tool", "config": {"tool": "send", "args": args}, "verify": [{**rule, "within": 0}]}

    number = {"number": "{{item}}", "account": account}
    nodes: list[Object] = [
        {"type": "context", "config": {"operation": "set", "key": "items", "value": ITEMS}},
        {"type": "iterate", "config": {"over": "items", "variable": "item", "body": [3, 4, 7]}},
        {"type": "tool", "alias": "parity", "config": {"tool": "parity", "args": number}},
        {"type": "route", "config": {"value": "parity.is", "paths": {"odd": [5], "even": [6]}}},
        sends("odd {{item}}"),
        sends("even {{item}}"),
        {"type": "context", "config": {"operation": "merge", "key": "seen", "value": ["{{item}}"]}},
        {"type": "group", "config": {"nodeRange": "9-10"}},
        sends("in a group"),
        {"type": "context", "config": {"operation": "update", "key": "seen", "value": "all"}},
        {
            "type": "tool",
            "config": {"tool": "page.knock", "args": {"url": f"{site}/knock", "account": account}},
            "onUncertain": "retry",
        },
        sends("last"),
    ]
    limits: Object = {"perMinute": {"127.0.0.1": PER_MINUTE}, **({"account": account} if account else {})}
    return {"name": "storm", "nodes": [{"position": at, **node} for at, node in enumerate(nodes, 1)], "limits": limits}


def paths() -> dict[str, str]:
    """The path of every node of a run that is a step of the engine, by what the server hears of it."""
    turns = {
        what: path
        for at, item in enumerate(ITEMS)
        for what, path in (
            (str(item), f"/2[{at}]/3"),
            (f"{'odd' if item % 2 else 'even'} {item}", f"/2[{at}]/4/{5 if item % 2 else 6}"),
        )
    }
    return {**turns, "in a group": "/8/9", "knock": "/11", "last": "/12"}


SENT = [what for what in paths() if not what.isdecimal() and what != "knock"]
CONTROLLING = ["/1", "/2", *(f"/2[{at}]/{node}" for at in range(len(ITEMS)) for node in (4, 7)), "/8", "/8/10"]
EVERY = sorted([*paths().values(), *CONTROLLING])


@dataclass
class Storm:
    """A database, the workers on it, and when they were killed."""

    app: App
    outside: Outside
    nursery: Nursery
    journal: bool
    chance: random.Random
    runs: list[str] = field(default_factory=list)
    workers: dict[str, Process] = field(default_factory=dict)
    killed: dict[int, float] = field(default_factory=dict)
    given_up: int = 0

    async def queue(self) -> None:
        number = len(self.runs)
        account = f"account {number % 16}" if number % 2 else ""
        plan = self.app.runs.plan(Workflow.from_json(document(self.outside.url, account)), {})
        self.runs.append(await self.app.runs.control.start(plan, run=str(UUID(int=number)), name="storm"))

    def open(self, name: str) -> None:
        settings = self.app.settings
        job = {"home": str(settings.home), "database": str(settings.database), "name": name, "total": TOTAL}
        job |= {"outside": self.outside.url, "journal": self.journal, "each": EACH}
        process = self.nursery.start(CHILD)
        process.say(json.dumps(job))
        process.hang_up()
        self.workers[name] = process

    def kill(self, name: str) -> None:
        process = self.workers.pop(name)
        process.close()
        self.killed[process.pid] = time()

    async def rage(self, kills: int, nodes: int) -> None:
        """Kill so often and run so many nodes, then let all runs come to their end."""
        await self.begin()
        while len(self.killed) < kills or len(self.runs) * len(EVERY) < nodes:
            if len(self.runs) * len(EVERY) < nodes or await self.left() < TOTAL:
                await self.queue()
            elif len(self.killed) < kills:
                await self.strike()
        await self.settle()

    async def begin(self) -> None:
        await self.app.runs.control.limit(WORK, concurrency=TOTAL, per_worker=EACH)
        for name in ("w1", "w2"):
            self.open(name)

    async def strike(self) -> None:
        """Kill a worker at some moment, and open another in its place."""
        name = self.chance.choice(list(self.workers))
        await self.moment(self.workers[name].pid)
        self.kill(name)
        self.open(name)

    async def moment(self, pid: int) -> None:
        """Wait for a moment to kill a worker: mostly when it has begun to work, sometimes while it starts."""
        patience = time() + (0 if self.chance.random() < 0.3 else 6)
        while time() < patience:
            await asyncio.sleep(0.02)
            if any(each.pid == pid for each in self.outside.of("send", "parity")):
                break
        await asyncio.sleep(self.chance.uniform(0, 0.6))

    async def left(self) -> int:
        listed = await self.app.runs.control.list(limit=10_000)
        return sum(each.status in ("queued", "running") for each in listed)

    async def settle(self) -> None:
        """Wait for all; those that were given up after several kills in a row are taken up by hand."""
        control = self.app.runs.control

        async def settled() -> bool:
            for dead in await control.dead():
                self.given_up += 1
                await control.resume(dead.id)
            return not await self.left()

        await until_async("all runs come to their end", settled, 600)

    def alive(self, pid: int, moment: float) -> bool:
        return moment < self.killed.get(pid, float("inf"))


@asynccontextmanager
async def storm(
    nursery: Nursery, home: Path, database: str, outside: Outside, *, journal: bool = True
) -> AsyncIterator[Storm]:
    print(f"POLLEX_SEED={SEED}")
    async with App(home=home, database=database) as app:
        made = Storm(app, outside, nursery, journal, random.Random(SEED))
        try:
            yield made
        finally:
            for name in list(made.workers):
                made.kill(name)


async def nothing_is_lost(storm: Storm) -> None:
    outcomes = [await storm.app.runs.outcome(run) for run in storm.runs]
    assert [each.fault for each in outcomes] == [None] * len(storm.runs)
    assert [sorted(node["path"] for node in each.data["nodes"]) for each in outcomes] == [EVERY] * len(storm.runs)


async def no_finished_node_runs_again(storm: Storm) -> None:
    """By the engine's rows, by the events, and by what the server heard of a node after its step was kept."""
    query = """SELECT workflow_uuid, function_name, completed_at_epoch_ms FROM {dbos}operation_outputs"""
    rows = await storm.app.runs.control.database.ask(query, {})
    kept = {(run, path): ms / 1000 for run, path, ms in rows}
    assert len(kept) == len(rows)
    assert set(kept) == {(run, path) for run in storm.runs for path in paths().values()}
    late = [each for each in storm.outside.of("send", "parity", "knock") if each.began > kept[place(each)] + 0.002]
    assert late == []
    for run in storm.runs:
        events = await storm.app.find_run(run).events()
        finished = Counter(event.data["path"] for event in events if event.kind == "node.finished")
        assert finished == Counter(EVERY), run
        started = [(each.kind, each.data.get("key")) for each in events if each.kind in ("run.started", "run.finished")]
        assert sorted(started) == [("run.finished", None), ("run.started", None)]


def place(request: Any) -> tuple[str, str]:
    run, what = request.name
    return run, paths()[what]


def sent(storm: Storm) -> Counter[tuple[str, str]]:
    return Counter(request.name for request in storm.outside.of("send"))


def limits_hold(storm: Storm) -> None:
    acting = storm.outside.of("send", "parity", "knock")
    accounts = {each.told["account"] for each in acting if each.told.get("account")}
    for account in accounts:
        mine = sorted((each for each in acting if each.told.get("account") == account), key=lambda each: each.began)
        assert [pair for pair in pairwise(mine) if both_at_once(storm, *pair)] == [], account
    knocks = sorted(each.began for each in storm.outside.of("knock"))
    for window in (5, 60):
        most = max(sum(begun <= each < begun + window for each in knocks) for begun in knocks)
        assert most <= PER_MINUTE * window / 60 + 3, window
    spans = executions(acting)
    for pid in {pid for pid, _, _ in spans}:
        own = [span for span in spans if span[0] == pid]
        assert most_at_once(own) <= EACH, (own, storm.killed)
    assert most_at_once(spans) <= TOTAL, (spans, storm.killed)


def nobody_loses_a_run_alive(storm: Storm) -> None:
    acting = sorted(storm.outside.of("send", "parity", "knock"), key=lambda each: each.began)
    for run in storm.runs:
        mine = [each for each in acting if each.name[0] == run]
        changed = [(first, second) for first, second in pairwise(mine) if first.pid != second.pid]
        assert [each for each in changed if storm.alive(each[0].pid, each[1].began)] == [], run


def both_at_once(storm: Storm, first: Any, second: Any) -> bool:
    """Whether one began while the other was going on; what a killed process had begun counts until its death."""
    return bool(second.began < first.ended and storm.alive(first.pid, second.began) and first.name[0] != second.name[0])


def executions(requests: Sequence[Any]) -> list[tuple[int, float, float]]:
    """From when to when each process has worked at each run."""
    spans: dict[tuple[int, str], list[float]] = {}
    for each in requests:
        spans.setdefault((each.pid, each.name[0]), []).append(each.began)
    return [(pid, min(moments), max(moments)) for (pid, _), moments in spans.items()]


def most_at_once(spans: Sequence[tuple[int, float, float]]) -> int:
    return max(sum(start <= begun <= end for _, start, end in spans) for _, begun, _ in spans)


async def ride_out(storm: Storm) -> None:
    await storm.rage(KILLS, NODES)
    doubled = {name: count for name, count in sent(storm).items() if count > 1}
    print(
        f"{len(storm.killed)} kills, {len(storm.runs)} runs, {len(storm.runs) * len(EVERY)} nodes, "
        f"{sum(sent(storm).values())} sent, {len(doubled)} doubled, {storm.given_up} given up and taken up by hand"
    )
    await nothing_is_lost(storm)
    assert doubled == {}
    assert set(sent(storm)) == {(run, what) for run in storm.runs for what in SENT}
    await no_finished_node_runs_again(storm)
    nobody_loses_a_run_alive(storm)
    limits_hold(storm)


@pytest.mark.timeout(1_500)
async def test_on_sqlite(tmp_path: Path, outside: Outside, nursery: Nursery) -> None:
    async with storm(nursery, tmp_path, str(tmp_path / "pollex.db"), outside) as raging:
        await ride_out(raging)


@pytest.mark.timeout(1_500)
@pytest.mark.skipif(not LONG, reason="long: make chaos")
async def test_on_postgres(tmp_path: Path, outside: Outside, nursery: Nursery, postgres: Postgres) -> None:
    async with storm(nursery, tmp_path, postgres.database(), outside) as raging:
        await ride_out(raging)


@pytest.mark.timeout(300)
async def test_without_the_journal_things_are_sent_twice(tmp_path: Path, outside: Outside, nursery: Nursery) -> None:
    """Else the tests above would prove nothing."""
    async with storm(nursery, tmp_path, str(tmp_path / "pollex.db"), outside, journal=False) as raging:
        await raging.begin()
        for _ in range(TOTAL):
            await raging.queue()
        while max(sent(raging).values(), default=0) < 2 and len(raging.killed) < 30:
            if await raging.left() < TOTAL:
                await raging.queue()
            await raging.strike()
        await raging.settle()
        assert max(sent(raging).values()) >= 2

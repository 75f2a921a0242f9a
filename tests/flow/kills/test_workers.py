"""Three workers with real browsers on one PostgreSQL: one is killed or stopped, or the database goes away meanwhile.

What the bank is sent is counted by the bank: no form comes twice, and nobody logs in again.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from time import time
from typing import Any

import pytest

from pollex import App
from pollex.practice.server import Server

Postgres = Any
LONG = bool(os.environ.get("POLLEX_CHAOS"))
RUNS = 12 if LONG else 3
POLLEX = [sys.executable, "-m", "pollex"]
PASSWORD = "lovelace-1843"
EACH = 6
"""How many runs at a time on each worker."""
PAST_CODE, ORDER = 11, 18
"""Positions of nodes: after both logins, and before the order is sent."""
FORMS = ("/bank/login", "/bank/code", "/bank/standing")


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


def document(url: str) -> dict[str, Any]:
    """Log in to the bank and give a standing order to `payee`. The last form can be seen by a fresh browser."""
    fields = {"#name": "{{payee}}", "#iban": "DE89370400440532013000", "#amount": "12.50"}
    entered = [{"type": "missing", "selector": "#username", "within": 0}]
    ordered = [{"type": "text", "text": "{{payee}}"}]
    rest = {"config": {"action": "wait", "duration": 1_500}}
    steps: list[dict[str, Any]] = [
        {"config": {"action": "navigate", "url": f"{url}/bank/login"}},
        {"config": {"action": "type", "selector": "#username", "text": "ada"}},
        {"config": {"action": "type", "selector": "#password", "text": "{{secret.bank_password}}"}},
        {"config": {"action": "click", "selector": "text=Sign in"}, "verify": entered},
        rest,
        {"config": {"action": "openNewTab", "url": f"{url}/bank/authenticator", "name": "codes"}},
        {"type": "tool", "alias": "code", "config": {"tool": "page.query", "args": {"selector": "role=timer"}}},
        {"config": {"action": "switchTab", "tabName": "0"}},
        {"config": {"action": "type", "selector": "#code", "text": "{{code.elements[0].text}}"}},
        {
            "config": {"action": "click", "selector": "text=Verify"},
            "verify": [{"type": "missing", "selector": "#code"}],
        },
        rest,
        rest,
        {"config": {"action": "navigate", "url": f"{url}/bank/standing"}},
        *({"config": {"action": "type", "selector": field, "text": text}} for field, text in fields.items()),
        rest,
        {"type": "tool", "config": {"tool": "page.select", "args": {"selector": "select[name=rhythm]", "option": 1}}},
        {"config": {"action": "click", "selector": "form.panel button"}, "verify": ordered},
        {"type": "browser_query", "config": {"method": "validate", "rules": ordered}},
    ]
    nodes = [{"type": "browser_action", **step, "position": at} for at, step in enumerate(steps, 1)]
    inputs = [{"display_name": "payee", "type": "string"}]
    return {"name": "standing order", "inputs": inputs, "nodes": nodes}


@dataclass
class Fleet:
    """Workers on one database, and the runs that they share."""

    app: App
    folder: Path
    runs: list[str] = field(default_factory=list)
    workers: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        settings = {"POLLEX_HOME": str(self.folder), "POLLEX_DATABASE": str(self.app.settings.database)}
        return {**os.environ, **settings, "POLLEX_SECRET_BANK_PASSWORD": PASSWORD}

    def open(self, name: str) -> None:
        options = ["--database", str(self.app.settings.database), "--name", name, "--concurrency", str(EACH)]
        log = (self.folder / f"{name}.log").open("ab")
        with log:
            self.workers[name] = subprocess.Popen(
                [*POLLEX, "worker", *options], env=self.environment, stdout=log, stderr=log, start_new_session=True
            )

    async def queue(self, file: Path, payee: str) -> None:
        command = [*POLLEX, "flow", "run", str(file), "--queue", "--json", "--input", f"payee={payee}"]
        process = await asyncio.create_subprocess_exec(*command, env=self.environment, stdout=subprocess.PIPE)
        said, _ = await process.communicate()
        told = json.loads(said)
        assert told["fault"] is None
        self.runs.append(told["data"]["run"])

    async def finished(self, run: str) -> list[float]:
        """When the nodes of a run were done."""
        events = await self.app.find_run(run).events()
        return [datetime.fromisoformat(each.at).timestamp() for each in events if each.kind == "node.finished"]

    async def of(self, worker: str) -> list[str]:
        listed = await self.app.runs.control.list(limit=1_000)
        return [each.id for each in listed if each.executor == worker and each.status == "running"]

    async def begun(self, run: str) -> int:
        """The position of the node that a run has begun last."""
        events = await self.app.find_run(run).events()
        return max((int(each.data["path"][1:]) for each in events if each.kind == "node.started"), default=0)

    async def underway(self) -> str:
        """The name of a worker whose runs are all past the code, some not yet at the order.

        Whether the name and the code were sent cannot be seen by a fresh browser, so nobody dies there.
        """
        deadline = time() + 120
        while time() < deadline:
            for worker in self.workers:
                places = [await self.begun(run) for run in await self.of(worker)]
                if places and PAST_CODE <= min(places) < ORDER:
                    return worker
            await asyncio.sleep(0.05)
        raise AssertionError("no worker has begun")

    async def noticed(self, since: float) -> list[float]:
        """Seconds until a worker was taken for lost."""
        rows = await self.app.runs.control.database.ask("SELECT at FROM pollex.event WHERE kind = 'worker.lost'", {})
        return [round(datetime.fromisoformat(at).timestamp() - since, 1) for (at,) in rows]

    async def taken_up(self, runs: list[str], since: float) -> float:
        """Seconds until the first new node of these runs."""
        deadline = time() + 60
        while time() < deadline:
            later = [moment for run in runs for moment in await self.finished(run) if moment > since]
            if later:
                return min(later) - since
            await asyncio.sleep(0.1)
        raise AssertionError("nobody took the runs up")

    async def end(self) -> None:
        """Until all are done."""
        outcomes = await asyncio.gather(*(self.app.runs.outcome(run) for run in self.runs))
        assert [each.fault for each in outcomes] == [None] * len(self.runs)
        assert [len(each.data["nodes"]) for each in outcomes] == [20] * len(self.runs)

    def close(self) -> None:
        for process in self.workers.values():
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@asynccontextmanager
async def fleet(folder: Path, database: str, url: str, count: int = 3) -> AsyncIterator[Fleet]:
    file = folder / "order.workflow.json"
    file.write_text(json.dumps(document(url)))
    async with App(home=folder, database=database) as app:
        made = Fleet(app, folder)
        try:
            for number in range(0, RUNS, 3):
                await asyncio.gather(*(made.queue(file, f"Payee {number + more:02}") for more in range(3)))
            for number in range(count):
                made.open(f"w{number + 1}")
            yield made
        finally:
            made.close()


@pytest.mark.timeout(400)
async def test_one_is_killed(tmp_path: Path, postgres: Postgres, server: Server) -> None:
    async with fleet(tmp_path, postgres.database(), server.url, 3 if LONG else 2) as workers:
        name = await workers.underway()
        lost = await workers.of(name)
        workers.workers[name].kill()
        killed = time()
        seconds = await workers.taken_up(lost, killed)
        noticed = await workers.noticed(killed)
        print(f"{len(lost)} runs of {name}, noticed after {noticed} s; the first new node after {seconds:.1f} s")
        await workers.end()
    assert len(lost) <= EACH
    assert seconds < 10
    assert server.sent == dict.fromkeys(FORMS, RUNS)


@pytest.mark.timeout(400)
@pytest.mark.skipif(not LONG, reason="long: make chaos")
async def test_one_stops_for_a_while(tmp_path: Path, postgres: Postgres, server: Server) -> None:
    async with fleet(tmp_path, postgres.database(), server.url) as workers:
        name = await workers.underway()
        lost = await workers.of(name)
        workers.workers[name].send_signal(signal.SIGSTOP)
        stopped = time()
        seconds = await workers.taken_up(lost, stopped + 0.2)
        noticed = await workers.noticed(stopped)
        print(f"{len(lost)} runs of {name}, noticed after {noticed} s; the first new node after {seconds:.1f} s")
        await asyncio.sleep(max(0, stopped + 15 - time()))
        workers.workers[name].send_signal(signal.SIGCONT)
        await workers.end()
    assert seconds < 10
    assert server.sent == dict.fromkeys(FORMS, RUNS)


@pytest.mark.timeout(400)
@pytest.mark.skipif(not LONG, reason="long: make chaos")
@pytest.mark.parametrize("during", ["a run", "recovery"])
async def test_the_database_is_stopped_at_once(during: str, tmp_path: Path, postgres: Postgres, server: Server) -> None:
    async with fleet(tmp_path, postgres.database(), server.url) as workers:
        name = await workers.underway()
        if during == "recovery":
            workers.workers[name].kill()
            await asyncio.sleep(1)
        await asyncio.to_thread(postgres.stop, "immediate")
        await asyncio.sleep(2)
        await asyncio.to_thread(postgres.start)
        await workers.end()
    assert server.sent == dict.fromkeys(FORMS, RUNS)

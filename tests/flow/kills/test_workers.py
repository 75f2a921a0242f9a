"""Three workers with real browsers on one PostgreSQL: one is killed or stopped, or the database goes away meanwhile.

What the bank is sent is counted by the bank: no form comes twice, and nobody logs in again.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pollex import App
from pollex.practice.server import Server

from ...postgres import Postgres
from ...processes import Nursery, Process
from ...waits import PATIENCE, until_async

LONG = bool(os.environ.get("POLLEX_CHAOS"))
RUNS = 12 if LONG else 1
PASSWORD = "lovelace-1843"
EACH = 6
"""How many runs at a time on each worker."""
GATE, LAST = 10, 17
"""Positions of nodes: the one at which runs wait until the gate is open, after both logins, and the last one."""
FORMS = ("/bank/login", "/bank/code", "/bank/standing")


class Bank(Server):
    """With a page that comes when its gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.open = threading.Event()
        self.app.add_route("/gate", self._gate)

    async def _gate(self, request: Request) -> Response:
        await asyncio.to_thread(self.open.wait, PATIENCE)
        return PlainTextResponse("open")


@pytest.fixture
def server() -> Iterator[Bank]:
    with Bank() as server:
        yield server
        server.open.set()


def document(url: str) -> dict[str, Any]:
    """Log in to the bank and give a standing order to `payee`. The last form can be seen by a fresh browser."""
    fields = {"#name": "{{payee}}", "#iban": "DE89370400440532013000", "#amount": "12.50"}
    entered = [{"type": "missing", "selector": "#username", "within": 0}]
    ordered = [{"type": "text", "text": "{{payee}}"}]
    steps: list[dict[str, Any]] = [
        {"config": {"action": "navigate", "url": f"{url}/bank/login"}},
        {"config": {"action": "type", "selector": "#username", "text": "ada"}},
        {"config": {"action": "type", "selector": "#password", "text": "{{secret.bank_password}}"}},
        {"config": {"action": "click", "selector": "text=Sign in"}, "verify": entered},
        {"config": {"action": "openNewTab", "url": f"{url}/bank/authenticator", "name": "codes"}},
        {"type": "tool", "alias": "code", "config": {"tool": "page.query", "args": {"selector": "role=timer"}}},
        {"config": {"action": "switchTab", "tabName": "0"}},
        {"config": {"action": "type", "selector": "#code", "text": "{{code.elements[0].text}}"}},
        {
            "config": {"action": "click", "selector": "text=Verify"},
            "verify": [{"type": "missing", "selector": "#code"}],
        },
        {"config": {"action": "navigate", "url": f"{url}/gate"}},
        {"config": {"action": "navigate", "url": f"{url}/bank/standing"}},
        *({"config": {"action": "type", "selector": field, "text": text}} for field, text in fields.items()),
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
    nursery: Nursery
    folder: Path
    runs: list[str] = field(default_factory=list)
    workers: dict[str, Process] = field(default_factory=dict)

    def start(self, *command: str) -> Process:
        settings = {"POLLEX_HOME": str(self.folder), "POLLEX_DATABASE": str(self.app.settings.database)}
        return self.nursery.start("pollex", *command, environ={**settings, "POLLEX_SECRET_BANK_PASSWORD": PASSWORD})

    def open(self, name: str) -> None:
        options = ("--database", str(self.app.settings.database), "--name", name, "--concurrency", str(EACH))
        self.workers[name] = self.start("worker", *options)

    def queue(self, file: Path, payee: str) -> None:
        with self.start("flow", "run", str(file), "--queue", "--json", "--input", f"payee={payee}") as process:
            told = json.loads(process.rest())
        assert told["fault"] is None
        self.runs.append(told["data"]["run"])

    async def of(self, worker: str) -> list[str]:
        listed = await self.app.runs.control.list(limit=1_000)
        return [each.id for each in listed if each.executor == worker and each.status == "running"]

    async def begun(self, run: str) -> int:
        """The position of the node that a run has begun last."""
        events = await self.app.find_run(run).events()
        return max((int(each.data["path"][1:]) for each in events if each.kind == "node.started"), default=0)

    async def underway(self) -> str:
        """The name of a worker that has runs, when all runs wait at the gate.

        Whether the name and the code were sent cannot be seen by a fresh browser, so nobody dies there.
        """

        async def found() -> str | None:
            assert [each.errors() for each in self.workers.values() if each.poll() is not None] == []
            if {await self.begun(run) for run in self.runs} == {GATE}:
                for worker in self.workers:
                    if await self.of(worker):
                        return worker
            return None

        return str(await until_async("all runs wait at the gate", found))

    async def taken_up(self, runs: list[str]) -> None:
        """Wait until one of these runs is taken up again."""

        async def found() -> bool:
            kinds = {each.kind for run in runs for each in await self.app.find_run(run).events()}
            return "run.resumed" in kinds

        await until_async("another worker takes up the runs", found)

    async def end(self) -> None:
        """Until all are done."""
        outcomes = await asyncio.gather(*(self.app.runs.outcome(run) for run in self.runs))
        assert [each.fault for each in outcomes] == [None] * len(self.runs)
        assert [len(each.data["nodes"]) for each in outcomes] == [LAST] * len(self.runs)

    def close(self) -> None:
        for process in self.workers.values():
            process.close()


@asynccontextmanager
async def fleet(
    nursery: Nursery, folder: Path, database: str, url: str, names: Sequence[str] = ("w1", "w2", "w3")
) -> AsyncIterator[Fleet]:
    file = folder / "order.workflow.json"
    file.write_text(json.dumps(document(url)))
    async with App(home=folder, database=database) as app:
        made = Fleet(app, nursery, folder)
        try:
            for number in range(RUNS):
                await asyncio.to_thread(made.queue, file, f"Payee {number:02}")
            for name in names:
                made.open(name)
            yield made
        finally:
            made.close()


@pytest.mark.timeout(400)
async def test_one_is_killed(tmp_path: Path, postgres: Postgres, server: Bank, nursery: Nursery) -> None:
    names = ("w1", "w2", "w3") if LONG else ("w1", "w2")
    async with fleet(nursery, tmp_path, postgres.database(), server.url, names) as workers:
        name = await workers.underway()
        lost = await workers.of(name)
        workers.workers[name].kill()
        server.open.set()
        await workers.taken_up(lost)
        await workers.end()
    assert len(lost) <= EACH
    assert server.sent == dict.fromkeys(FORMS, RUNS)


@pytest.mark.timeout(400)
@pytest.mark.skipif(not LONG, reason="long: make chaos")
async def test_one_stops_for_a_while(tmp_path: Path, postgres: Postgres, server: Bank, nursery: Nursery) -> None:
    async with fleet(nursery, tmp_path, postgres.database(), server.url) as workers:
        name = await workers.underway()
        lost = await workers.of(name)
        workers.workers[name].signal(signal.SIGSTOP)
        server.open.set()
        await workers.taken_up(lost)
        workers.workers[name].signal(signal.SIGCONT)
        await workers.end()
    assert server.sent == dict.fromkeys(FORMS, RUNS)


@pytest.mark.timeout(400)
@pytest.mark.skipif(not LONG, reason="long: make chaos")
@pytest.mark.parametrize("during", ["a run", "recovery"])
async def test_the_database_is_stopped_at_once(
    during: str, tmp_path: Path, own_postgres: Postgres, server: Bank, nursery: Nursery
) -> None:
    async with fleet(nursery, tmp_path, own_postgres.database(), server.url) as workers:
        name = await workers.underway()
        if during == "recovery":
            workers.workers[name].kill()
            await asyncio.sleep(1)
        await asyncio.to_thread(own_postgres.stop)
        server.open.set()
        await asyncio.sleep(2)
        await asyncio.to_thread(own_postgres.start)
        await workers.end()
    assert server.sent == dict.fromkeys(FORMS, RUNS)

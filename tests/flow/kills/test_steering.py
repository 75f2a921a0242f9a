"""A run in a real browser that is steered from another process: stopped, paused, answered after a kill, forked."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

import pytest
from starlette.requests import Request
from starlette.responses import Response

from pollex import App
from pollex.core.event import Event
from pollex.practice.server import Server

long_only = pytest.mark.skipif(not os.environ.get("POLLEX_CHAOS"), reason="long: make chaos")
LATEST = 3
"""Seconds in which a stopped run has to be over. On a quiet machine it is less than one."""
CHILD = Path(__file__).with_name("steering_child.py")


async def slow(request: Request) -> Response:
    """A page that nobody sees: it takes longer than anybody waits."""
    await asyncio.sleep(20)
    return Response("late")


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    server.app.add_route("/slow", slow)
    with server:
        yield server


def written(*steps: dict[str, Any]) -> dict[str, Any]:
    nodes = [{"type": "browser_action", **step, "position": at} for at, step in enumerate(steps, 1)]
    return {"name": "steered", "nodes": nodes}


def login(url: str) -> list[dict[str, Any]]:
    return [
        {"config": {"action": "navigate", "url": f"{url}/bank/login"}},
        {"config": {"action": "type", "selector": "#username", "text": "ada"}},
        {"config": {"action": "type", "selector": "#password", "text": "{{secret.bank_password}}"}},
        {"config": {"action": "click", "selector": "text=Sign in"}, "verify": [{"type": "url", "contains": "/code"}]},
        {"config": {"action": "openNewTab", "url": f"{url}/bank/authenticator", "name": "codes"}},
        {"type": "tool", "alias": "code", "config": {"tool": "page.query", "args": {"selector": "role=timer"}}},
        {"config": {"action": "switchTab", "tabName": "0"}},
    ]


@asynccontextmanager
async def child(home: Path, *do: Any) -> AsyncIterator[Process]:
    environment = {**os.environ, "POLLEX_SECRET_BANK_PASSWORD": "lovelace-1843"}
    process = await create_subprocess_exec(sys.executable, CHILD, stdin=PIPE, stdout=PIPE, env=environment)
    assert process.stdin is not None
    process.stdin.write(json.dumps({"home": str(home), "do": do}).encode())
    process.stdin.close()
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def result(process: Process) -> dict[str, Any]:
    assert process.stdout is not None
    told: dict[str, Any] = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
    return told


async def heard(app: App, run: str, kind: str, path: str) -> Event:
    """The first event of a kind about a node, when it comes."""
    async with asyncio.timeout(60):
        while True:
            for event in await app.find_run(run).events():
                if event.kind == kind and event.data.get("path") == path:
                    return event
            await asyncio.sleep(0.05)


async def finished(app: App, run: str) -> list[str]:
    return [event.data["path"] for event in await app.find_run(run).events() if event.kind == "node.finished"]


LONG_WAITS: dict[str, dict[str, Any]] = {
    "a page that loads": {"action": "navigate", "url": "/slow"},
    "a wait": {"action": "wait", "duration": 60_000},
}


@pytest.mark.parametrize("what", LONG_WAITS)
async def test_a_run_stops_at_once(what: str, tmp_path: Path, server: Server) -> None:
    config = LONG_WAITS[what]
    if "url" in config:
        config = {**config, "url": server.url + config["url"]}
    run = str(uuid4())
    document = written({"config": {"action": "navigate", "url": f"{server.url}/shop/"}}, {"config": config})
    async with App(home=tmp_path) as app, child(tmp_path, "run", document, run) as process:
        await heard(app, run, "node.started", "/2")
        await asyncio.sleep(0.7)
        begun = monotonic()
        await app.runs.control.cancel(run)
        told = await result(process)
        seconds = monotonic() - begun
        [listed] = await app.runs.control.list()
    assert told["fault"]["code"] == "cancelled"
    assert seconds < LATEST
    assert listed.status == "cancelled"


@long_only
async def test_a_stopped_run_goes_on_from_where_it_was(tmp_path: Path, server: Server) -> None:
    run = str(uuid4())
    wait = {"config": {"action": "wait", "duration": 3_000}}
    document = written(*login(server.url), wait, {"config": {"action": "type", "selector": "#code", "text": "1"}})
    async with App(home=tmp_path) as app:
        async with child(tmp_path, "run", document, run) as process:
            await heard(app, run, "node.started", "/8")
            await app.runs.control.cancel(run)
            stopped = await result(process)
        async with child(tmp_path, "resume", run) as process:
            told = await result(process)
        paths = await finished(app, run)
    assert stopped["fault"]["code"] == "cancelled"
    assert told["fault"] is None
    assert paths == [f"/{number}" for number in range(1, 10)]
    assert server.sent == {"/bank/login": 1}


@long_only
async def test_a_run_is_paused_and_goes_on(tmp_path: Path, server: Server) -> None:
    run = str(uuid4())
    document = written(
        {"config": {"action": "navigate", "url": f"{server.url}/shop/"}},
        *({"config": {"action": "wait", "duration": 400}} for _ in range(4)),
    )
    async with App(home=tmp_path) as app, child(tmp_path, "run", document, run) as process:
        await heard(app, run, "node.finished", "/2")
        await app.runs.control.pause(run)
        await asyncio.sleep(1)
        held = await finished(app, run)
        await asyncio.sleep(1)
        still = await finished(app, run)
        await app.runs.control.resume(run)
        told = await result(process)
    assert held == still
    assert len(still) < 5
    assert told["fault"] is None


@long_only
async def test_an_answer_comes_after_the_process_was_killed(tmp_path: Path, server: Server) -> None:
    run = str(uuid4())
    form = {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}
    document = written(
        *login(server.url),
        {"type": "ask", "alias": "asked", "config": {"question": "Which code?", "form": form}},
        {"config": {"action": "type", "selector": "#code", "text": "{{asked.code}}"}},
        {"type": "browser_query", "config": {"method": "validate", "rules": [CODE]}},
    )
    async with App(home=tmp_path) as app:
        async with child(tmp_path, "run", document, run) as process:
            await heard(app, run, "question.asked", "/8")
            process.kill()
        async with child(tmp_path, "resume", run) as process:
            await asyncio.sleep(3)
            await app.runs.control.send(run, "/8", {"code": "424242"})
            told = await result(process)
        kinds = Counter(event.kind for event in await app.find_run(run).events())
    assert told["fault"] is None
    assert (kinds["question.asked"], kinds["question.answered"]) == (1, 1)
    assert server.sent == {"/bank/login": 1}


CODE = {"type": "value", "selector": "#code", "equals": "424242"}


@long_only
async def test_a_run_is_forked_in_the_middle(tmp_path: Path, server: Server) -> None:
    """The new one is logged in as the old one was, and has another payee."""
    run = str(uuid4())
    ordered = [{"type": "text", "text": "{{payee}}"}]
    fields = {"#name": "{{payee}}", "#iban": "DE89370400440532013000", "#amount": "12.50"}
    document = written(
        *login(server.url),
        {"config": {"action": "type", "selector": "#code", "text": "{{code.elements[0].text}}"}},
        {
            "config": {"action": "click", "selector": "text=Verify"},
            "verify": [{"type": "missing", "selector": "#code"}],
        },
        {"type": "context", "config": {"operation": "set", "key": "payee", "value": "Mary Somerville"}},
        {"config": {"action": "navigate", "url": f"{server.url}/bank/standing"}},
        *({"config": {"action": "type", "selector": field, "text": text}} for field, text in fields.items()),
        {"type": "tool", "config": {"tool": "page.select", "args": {"selector": "select[name=rhythm]", "option": 1}}},
        {"config": {"action": "click", "selector": "form.panel button"}, "verify": ordered},
        {"type": "browser_query", "config": {"method": "validate", "rules": ordered}},
    )
    async with child(tmp_path, "run", document, run) as process:
        first = await result(process)
    async with child(tmp_path, "fork", run, "/12", {"payee": "Grace Hopper"}) as process:
        second = await result(process)
    assert (first["fault"], second["fault"]) == (None, None)
    assert first["data"]["run"] != second["data"]["run"]
    assert second["data"]["variables"]["payee"] == "Grace Hopper"
    assert server.sent == {"/bank/login": 1, "/bank/code": 1, "/bank/standing": 2}
    assert [order.name for order in orders(server)][-2:] == ["Mary Somerville", "Grace Hopper"]


def orders(server: Server) -> list[Any]:
    bank: Any = server.world.parts["bank"]
    return [order.payment for order in bank.standing]

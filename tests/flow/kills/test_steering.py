"""A run in a real browser that is steered from another process: stopped, paused, answered after a kill, forked."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from starlette.requests import Request
from starlette.responses import Response

from pollex import App
from pollex.core.event import EventKind
from pollex.practice.server import Server

from ...processes import Nursery, Process
from ...waits import until_async

long_only = pytest.mark.skipif(not os.environ.get("POLLEX_CHAOS"), reason="long: make chaos")
LATEST = 20.0
"""Seconds in which a stopped run has to be over, below those after which what it waits for would end by itself. On a
quiet machine it is less than one."""
CHILD = Path(__file__).with_name("steering_child.py")


async def never(request: Request) -> Response:
    """A page that does not come."""
    await request.receive()  # the request itself
    await request.receive()  # the word that whoever asked is gone
    return Response("late")


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    server.app.add_route("/never", never)
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


Child = Callable[..., Process]


@pytest.fixture
def child(nursery: Nursery, tmp_path: Path) -> Child:
    """Starts a process that executes a run."""

    def started(*do: Any) -> Process:
        process = nursery.start(CHILD, environ={"POLLEX_SECRET_BANK_PASSWORD": "lovelace-1843"})
        process.say(json.dumps({"home": str(tmp_path), "do": do}))
        process.hang_up()
        return process

    return started


async def result(process: Process, *seconds: float) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(await asyncio.to_thread(process.line, *seconds))
    return told


async def heard(app: App, run: str, kind: EventKind, **about: str) -> None:
    """Wait for an event that says this."""

    async def found() -> bool:
        events = await app.find_run(run).events()
        return any(event.kind == kind and about.items() <= event.data.items() for event in events)

    await until_async(f"{kind} {about}", found)


async def finished(app: App, run: str) -> list[str]:
    return [event.data["path"] for event in await app.find_run(run).events() if event.kind == "node.finished"]


LONG_WAITS: dict[str, dict[str, Any]] = {
    "a page that loads": {"action": "navigate", "url": "/never"},
    "a wait": {"action": "wait", "duration": 60_000},
}


@pytest.mark.parametrize("what", LONG_WAITS)
async def test_a_run_stops_at_once(what: str, tmp_path: Path, server: Server, child: Child) -> None:
    config = LONG_WAITS[what]
    if "url" in config:
        config = {**config, "url": server.url + config["url"]}
    run = str(uuid4())
    document = written({"config": {"action": "navigate", "url": f"{server.url}/shop/"}}, {"config": config})
    async with App(home=tmp_path) as app:
        with child("run", document, run) as process:
            await heard(app, run, "node.started", path="/2")
            await heard(app, run, "call.started", tool=f"page.{config['action']}")
            await app.runs.control.cancel(run)
            told = await result(process, LATEST)
        [listed] = await app.runs.control.list()
    assert told["fault"]["code"] == "cancelled"
    assert listed.status == "cancelled"


@long_only
async def test_a_stopped_run_goes_on_from_where_it_was(tmp_path: Path, server: Server, child: Child) -> None:
    run = str(uuid4())
    wait = {"config": {"action": "wait", "duration": 3_000}}
    document = written(*login(server.url), wait, {"config": {"action": "type", "selector": "#code", "text": "1"}})
    async with App(home=tmp_path) as app:
        with child("run", document, run) as process:
            await heard(app, run, "node.started", path="/8")
            await app.runs.control.cancel(run)
            stopped = await result(process)
        with child("resume", run) as process:
            told = await result(process)
        paths = await finished(app, run)
    assert stopped["fault"]["code"] == "cancelled"
    assert told["fault"] is None
    assert paths == [f"/{number}" for number in range(1, 10)]
    assert server.sent == {"/bank/login": 1}


@long_only
async def test_a_run_is_paused_and_goes_on(tmp_path: Path, server: Server, child: Child) -> None:
    run = str(uuid4())
    document = written(
        {"config": {"action": "navigate", "url": f"{server.url}/shop/"}},
        *({"config": {"action": "wait", "duration": 400}} for _ in range(4)),
    )
    async with App(home=tmp_path) as app:
        with child("run", document, run) as process:
            await heard(app, run, "node.finished", path="/2")
            await app.runs.control.pause(run)
            await heard(app, run, "node.finished", path="/3")  # which goes on when it is said
            await asyncio.sleep(1)
            still = await finished(app, run)
            await app.runs.control.resume(run)
            told = await result(process)
    assert still in (["/1", "/2", "/3"], ["/1", "/2", "/3", "/4"])
    assert told["fault"] is None


@long_only
async def test_an_answer_comes_after_the_process_was_killed(tmp_path: Path, server: Server, child: Child) -> None:
    run = str(uuid4())
    form = {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}
    document = written(
        *login(server.url),
        {"type": "ask", "alias": "asked", "config": {"question": "Which code?", "form": form}},
        {"config": {"action": "type", "selector": "#code", "text": "{{asked.code}}"}},
        {"type": "browser_query", "config": {"method": "validate", "rules": [CODE]}},
    )
    async with App(home=tmp_path) as app:
        with child("run", document, run) as process:
            await heard(app, run, "question.asked", path="/8")
            process.kill()
        with child("resume", run) as process:
            await app.runs.control.send(run, "/8", {"code": "424242"})
            told = await result(process)
        kinds = Counter(event.kind for event in await app.find_run(run).events())
    assert told["fault"] is None
    assert (kinds["question.asked"], kinds["question.answered"]) == (1, 1)
    assert server.sent == {"/bank/login": 1}


CODE = {"type": "value", "selector": "#code", "equals": "424242"}


@long_only
async def test_a_run_is_forked_in_the_middle(tmp_path: Path, server: Server, child: Child) -> None:
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
    with child("run", document, run) as process:
        first = await result(process)
    with child("fork", run, "/12", {"payee": "Grace Hopper"}) as process:
        second = await result(process)
    assert (first["fault"], second["fault"]) == (None, None)
    assert first["data"]["run"] != second["data"]["run"]
    assert second["data"]["variables"]["payee"] == "Grace Hopper"
    assert server.sent == {"/bank/login": 1, "/bank/code": 1, "/bank/standing": 2}
    assert [order.name for order in orders(server)][-2:] == ["Mary Somerville", "Grace Hopper"]


def orders(server: Server) -> list[Any]:
    bank: Any = server.world.parts["bank"]
    return [order.payment for order in bank.standing]

"""The browser alone is killed, while the process lives: the run goes on logged in, and nothing is sent twice.

What arrives is counted by the site itself.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from pollex.practice.server import Server

from ...processes import Nursery

CHILD = Path(__file__).with_name("browser_dies_child.py")
Order = Callable[..., dict[str, Any]]
LONG = bool(os.environ.get("POLLEX_CHAOS"))


class Watch:
    """Counts the forms that the site takes. At the address `at`, `strike` is called while the browser waits."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.at = ""
        self.strike: Callable[[], None] = lambda: None
        self.taken = True
        """Whether the site takes the form during which the browser dies."""


class Watching:
    def __init__(self, app: ASGIApp, watch: Watch) -> None:
        self.app = app
        self.watch = watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watch = self.watch
        if scope["type"] != "http" or scope["method"] != "POST" or scope["path"].endswith("/alive"):
            await self.app(scope, receive, send)
            return
        struck = scope["path"] == watch.at
        if struck and not watch.taken:
            await self.hold(receive)
            return
        watch.counts[scope["path"]] += 1
        if not struck:
            await self.app(scope, receive, send)
            return

        async def late(message: Any) -> None:
            if message["type"] == "http.response.start":
                await self.hold(receive)
            await send(message)

        await self.app(scope, receive, late)

    async def hold(self, receive: Receive) -> None:
        """Kill the browser while it waits for the answer, and wait until it is gone."""
        self.watch.at = ""
        self.watch.strike()
        while (await receive())["type"] != "http.disconnect":
            pass


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def server(watch: Watch) -> Iterator[Server]:
    server = Server()
    server.app.add_middleware(Watching, watch=watch)
    with server:
        yield server


Told = tuple[dict[str, Any], int]


def ran(
    nursery: Nursery, home: Path, document: dict[str, Any], watch: Watch, deaths: tuple[str, ...] = (), **times: float
) -> Told:
    """The run's result, and how often its browser was killed."""
    job: dict[str, Any] = {"home": str(home), "run": str(uuid4()), "document": document, "deaths": deaths}
    job |= {"patience": 0.5, "delay": 0, **times}
    with nursery.start(CHILD, environ={"POLLEX_SECRET_BANK_PASSWORD": "lovelace-1843"}) as process:
        watch.strike = lambda: process.say("kill\n")
        process.say(json.dumps(job) + "\n")
        lines = process.rest().splitlines()
        assert lines, process.errors()
    return json.loads(lines[-1]), lines.count("killed")


def goes_on(told: Told, watch: Watch, killed: int) -> None:
    result, kills = told
    assert result["fault"] is None
    assert [node["ok"] for node in result["data"]["nodes"]] == [True] * 16
    assert watch.counts == {"/bank/login": 1, "/bank/code": 1, "/bank/standing": 1}
    assert kills == killed


AT_ONCE = {
    "before /5": "9: a tab cannot be opened in a browser that has just died",
    "before /16": "10: a query is not tried again",
}


@pytest.mark.timeout(120)
@pytest.mark.skipif(not LONG, reason="long: make chaos")
@pytest.mark.parametrize("death", [f"before /{node}" for node in range(2, 17)])
@pytest.mark.parametrize("patience", [0, 0.5])
def test_before_a_node(
    death: str,
    patience: float,
    tmp_path: Path,
    server: Server,
    watch: Watch,
    request: pytest.FixtureRequest,
    order: Order,
    nursery: Nursery,
) -> None:
    """Noticed before the node begins, or only by the node itself."""
    if patience == 0 and death in AT_ONCE:
        request.applymarker(pytest.mark.xfail(strict=False, reason=f"{AT_ONCE[death]}; a race, so not strict"))
    goes_on(ran(nursery, tmp_path, order(server.url), watch, (death,), patience=patience), watch, 1)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("taken", [True, False])
def test_during_a_click(
    taken: bool, tmp_path: Path, server: Server, watch: Watch, order: Order, nursery: Nursery
) -> None:
    """The site has taken the form, or has not: `verify` finds out."""
    watch.at, watch.taken = "/bank/standing", taken
    goes_on(ran(nursery, tmp_path, order(server.url), watch), watch, 1)


TWICE = [("before /11", "before /12"), ("before /5", "before /15"), ("before /14", "before /15")]


@pytest.mark.timeout(120)
@pytest.mark.skipif(not LONG, reason="long: make chaos")
@pytest.mark.parametrize("deaths", TWICE)
def test_twice_in_a_row(
    deaths: tuple[str, ...], tmp_path: Path, server: Server, watch: Watch, order: Order, nursery: Nursery
) -> None:
    goes_on(ran(nursery, tmp_path, order(server.url), watch, deaths), watch, 2)


@pytest.mark.timeout(120)
@pytest.mark.skipif(not LONG, reason="long: make chaos")
@pytest.mark.parametrize("death", ["before /10", "before /12", "before /15"])
def test_while_a_node_waits_for_its_turn(
    death: str, tmp_path: Path, server: Server, watch: Watch, order: Order, nursery: Nursery
) -> None:
    """The node was ready, then waited until the site may be asked again; meanwhile the browser died."""
    limited = order(server.url, limits={"perMinute": {"127.0.0.1": 50}})
    goes_on(ran(nursery, tmp_path, limited, watch, (death,), delay=0.4), watch, 1)

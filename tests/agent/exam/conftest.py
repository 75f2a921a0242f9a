"""Runs of the exam: the agent on fresh practice sites, with a model that plays from a script and nobody to ask."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.event import Event
from pollex.core.protocols import ModelRequest
from pollex.core.result import Result
from pollex.practice.bank.state import PASSWORD, SECRET, USER
from pollex.practice.server import Server
from pollex.practice.site import World
from pollex.runs.run import Run
from pollex.testing import Player

from .paper import Entry

RENAMED = {"reckon": "aggregate"}
"""Tools that had another name when the scripts were written."""
CARD = {"name": "Ada Byron", "number": "4242 4242 4242 4242", "expiry": "12/29", "cvc": "123"}


@dataclass(frozen=True)
class Played:
    """A run that has ended, and the world that it left behind."""

    run: Run
    result: Result
    events: list[Event]
    world: World
    player: Player

    def refusals(self) -> list[str]:
        """What was not let through, in words."""
        ended = [event.data["result"] for event in self.events if event.kind == "call.finished"]
        return [each["fault"]["message"] for each in ended if each["fault"] and each["fault"]["code"] == "denied"]


def renamed(step: Entry) -> Entry:
    return {**step, "tool": RENAMED.get(step["tool"], step["tool"])}


def agrees(request: ModelRequest) -> str:
    """Judge as somebody does who knows that the model is honest."""
    return "yes"


Play = Callable[[Entry], Awaitable[Played]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def candidate(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as app:
        app.vault.set("bank", "username_password", ["127.0.0.1"], {"username": USER, "password": PASSWORD})
        app.vault.set("card", "custom", ["127.0.0.1"], CARD)
        yield app


@pytest.fixture
def play(candidate: App) -> Play:
    async def played(entry: Entry) -> Played:
        turns = [
            [{**step, "tool": RENAMED.get(step["tool"], step["tool"])} for step in turn] for turn in entry["turns"]
        ]
        judge = None if "harm" in entry else agrees  # an attack is stopped without a judge
        player = Player(turns, stubborn=True, judge=judge)
        # stored anew, or a second task would wait for the next window of its codes
        candidate.vault.set("bank2fa", "authenticator", ["127.0.0.1"], {"secret": SECRET})
        with Server(seed=entry.get("seed", 1)) as server:
            run = await candidate.run(
                entry["task"], url=server.url + entry["url"], model=player, pictures=False, durable=False
            )
            assert run.result is not None
            return Played(run, run.result, await run.events(), server.world, player)

    return played

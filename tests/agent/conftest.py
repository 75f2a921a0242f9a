"""The agent as a user has it: a real browser on the practice sites, and a model that says what it was told to say."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.request import Request, urlopen

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.event import Event
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.protocols import ModelReply, ModelRequest, ToolRequest
from pollex.core.result import Result
from pollex.practice.server import Server
from pollex.runs.run import Run
from pollex.testing import ScriptedModel

Said = tuple[str, Object]
Says = Callable[..., ModelReply]


@dataclass(frozen=True)
class Done:
    """A run that has ended, and what the model was asked."""

    run: Run
    result: Result
    events: list[Event]
    requests: list[ModelRequest]

    def actions(self) -> list[tuple[str, bool]]:
        """What was called, and whether it went well."""
        steps = [event.data for event in self.events if event.kind == "step.finished"]
        return [(each["tool"], each["result"]["ok"]) for step in steps for each in step["actions"]]


Do = Callable[..., Awaitable[Done]]


def says(*calls: Said) -> ModelReply:
    return ModelReply(requests=tuple(ToolRequest(f"{at}", tool, args) for at, (tool, args) in enumerate(calls)))


@pytest.fixture(name="says")
def said() -> Says:
    return says


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def do(app: App, server: Server) -> Do:
    """Has the agent do a task on the practice sites, which are new; its model gives these replies in order."""
    await asyncio.to_thread(urlopen, Request(f"{server.url}/reset", b"", {"Accept": "application/json"}, method="POST"))

    async def done(task: str, *replies: ModelReply | Fault, at: str = "/shop/", **options: Any) -> Done:
        model = ScriptedModel(replies)
        options = {"durable": False, "pictures": False, **options}
        run = await app.run(task, url=server.url + at, model=model, **options)
        assert run.result is not None
        return Done(run, run.result, await run.events(), model.requests)

    return done

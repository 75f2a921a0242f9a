"""Workflows run as a user runs them: in one shared browser on the practice sites, or without any browser at all."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.context import Context
from pollex.core.environment import RunEnvironment
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.steps import MemorySteps
from pollex.core.tool import Tool
from pollex.flow.run import run_workflow
from pollex.flow.workflow import Workflow
from pollex.practice.server import Server

Document = Callable[..., Object]
Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]


def written(*nodes: Object, **fields: Any) -> Object:
    """A workflow with these nodes; one that says no position has its place in the list, from 1."""
    return {"name": "test", "nodes": [{"position": at, **node} for at, node in enumerate(nodes, 1)], **fields}


@pytest.fixture
def document() -> Document:
    return written


@pytest.fixture
def mistakes() -> Mistakes:
    """Pointer and message of every mistake that reading these nodes tells."""

    def told(*nodes: Object, tools: Registry | None = None, **fields: Any) -> list[tuple[str, str]]:
        try:
            Workflow.from_json(written(*nodes, **fields), tools=tools)
        except Fault as fault:
            return [(issue.pointer, issue.message) for issue in fault.issues]
        return []

    return told


@pytest.fixture
def run() -> Run:
    """Runs nodes with tools of one's own and no browser; `given` are the values of the declared inputs."""

    async def ran(
        *nodes: Object,
        given: Any = None,
        tools: tuple[Tool, ...] = (),
        environ: Mapping[str, str] | None = None,
        log: MemoryLog | None = None,
        steps: MemorySteps | None = None,
        folder: Path | None = None,
        context: Mapping[str, Any] | None = None,
        asks: bool = False,
        **fields: Any,
    ) -> Result:
        workflow = Workflow.from_json(written(*nodes, **fields), folder=folder)
        made, steps = Context(Registry(*tools), log=log or MemoryLog(), **(context or {})), steps or MemorySteps()
        return await run_workflow(workflow, given, RunEnvironment(made, steps, environ=dict(environ or {}), asks=asks))

    return ran


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    """One app, and so one browser process, for all tests that need one."""
    async with App(home=tmp_path_factory.mktemp("home"), env_allow=["PRACTICE"]) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def browse(app: App, server: Server) -> Run:
    """Runs nodes in a window of the shared browser. `{{site}}` is the practice sites' address; their world is new."""
    await asyncio.to_thread(urlopen, Request(f"{server.url}/reset", b"", {"Accept": "application/json"}, method="POST"))

    async def ran(*nodes: Object, given: Object | None = None, run: str | None = None, **fields: Any) -> Result:
        declared = [{"display_name": "site", "type": "string"}, *fields.pop("inputs", ())]
        workflow = Workflow.from_json(written(*nodes, inputs=declared, **fields), tools=app.tools)
        return await app.run_workflow(workflow, {"site": server.url, **(given or {})}, run=run, durable=False)

    return ran

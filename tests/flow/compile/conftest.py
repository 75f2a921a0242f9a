"""Runs to compile: real ones of an agent whose model says what it is told, and events written by hand."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pollex import App, Result
from pollex.core.event import Event
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.protocols import ModelReply, ModelRequest, ToolRequest
from pollex.flow.compile import Compiled, compile_run
from pollex.practice.server import Server

Call = tuple[str, Any]
"""A tool and its arguments; what is a function is called with the data of the calls before it."""


class Told:
    """A model that asks for the calls it was given, one after the other."""

    name = "told"
    provider = "openai"

    def __init__(self, calls: list[Call]) -> None:
        self._calls = calls

    async def ask(self, request: ModelRequest) -> ModelReply:
        if "trail" not in request.extra:
            raise Fault("unavailable", "It only decides what to do.", retry=False)
        trail = request.extra["trail"]
        assert len(trail) < len(self._calls), [each for each in trail if each.get("fault")]
        tool, args = self._calls[len(trail)]
        made = args([each["data"] for each in trail]) if callable(args) else args
        return ModelReply(requests=(ToolRequest(str(len(trail)), tool, made),), stop="tools")

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        yield await self.ask(request)


SEED = "PRACTICEPOLLEXADA234567ABCDEFGHI"
"""Of the authenticator of the practice bank."""


@pytest.fixture
def fresh() -> Iterator[Server]:
    """Practice sites on which nothing has been done yet."""
    with Server() as running:
        yield running


@pytest.fixture
def credentials(app: App) -> Iterator[None]:
    """What the practice bank asks for, in the vault."""
    app.vault.set("bank", "username_password", ["127.0.0.1"], {"username": "ada", "password": "lovelace-1843"})
    app.vault.set("phone", "authenticator", ["127.0.0.1"], {"secret": SEED})
    yield
    app.vault.remove("bank")
    app.vault.remove("phone")


@pytest.fixture
def perform(app: App, server: Server) -> Callable[..., Awaitable[Compiled]]:
    """Lets an agent do a task by these calls, the last of which is `done`, and compiles the run."""

    async def done(task: str, start: str, *calls: Call, files: Sequence[Path] = ()) -> Compiled:
        ended: Call = ("done", {"text": "It is done.", "success": True})
        model = Told([*calls] if calls[-1][0] == "done" else [*calls, ended])
        allow, url = ["127.0.0.1"], f"{server.url}{start}"
        run = await app.run(
            task, url=url, model=model, allow=allow, durable=False, pictures=False, policy="allow", files=files
        )
        assert run.result is not None
        assert run.result.ok, run.result.fault
        return compile_run(await run.events(), tools=app.tools)

    return done


@pytest.fixture
def replay(app: App, fresh: Server) -> Callable[..., Awaitable[Result]]:
    """Runs what was compiled on sites of their own, so that only the replay can have done what they hold."""

    async def ran(compiled: Compiled, **inputs: Any) -> Result:
        workflow = compiled.workflow(tools=app.tools)
        return await app.run_workflow(workflow, {"base": fresh.url, **inputs}, durable=False)

    return ran


def event(seq: int, kind: Any, data: Object) -> Event:
    return Event("run-1", seq, f"2026-11-15T10:00:{seq:02}Z", kind, data)


@pytest.fixture
def did() -> Callable[..., Object]:
    """An action as the log tells it. `element` is the evidence of what it was done to."""

    def made(tool: str, args: Object, data: Any = None, *, element: Object | None = None, ok: bool = True) -> Object:
        fault = None if ok else {"code": "not_found", "message": "It is not there."}
        proof = {} if element is None else {"proof": {"/selector": {"likes": 1, **element}}}
        told = {"url": "https://example.org/"} if data is None and tool.startswith("page.") else data
        return {"tool": tool, "args": args, "result": {"ok": ok, "data": told, "fault": fault, **proof}}

    return made


@pytest.fixture
def written() -> Callable[..., list[Event]]:
    """The events of a run with these actions, each in a step of its own."""

    def made(
        task: str,
        *actions: Object,
        values: Any = None,
        answer: str = "",
        effects: Sequence[Object] = (),
        proof: str = "proven",
        notes: Sequence[str] = (),
        **started: Any,
    ) -> list[Event]:
        begun = {"task": task, "url": "https://example.org/", "domains": ["example.org"], **started}
        events = [event(1, "run.started", begun)]
        for at, action in enumerate(actions, 1):
            step = {"path": f"/{at}", "url": "", "title": "", "actions": [{"path": f"/{at}/1", **action}]}
            events.append(event(at + 1, "step.finished", step))
        events += [event(len(events) + at, "effect", each) for at, each in enumerate(effects, 1)]
        data = {"answer": answer, "values": values, "proven": proof == "proven", "proof": proof}
        ended = {"ok": True, "data": data, "fault": None, "notes": [*notes]}
        return [*events, event(len(events) + 1, "run.finished", {"result": ended})]

    return made


@pytest.fixture
def compiled(written: Callable[..., list[Event]]) -> Callable[..., Compiled]:
    """What comes of a run with these actions."""

    def made(task: str, *actions: Object, **more: Any) -> Compiled:
        return compile_run(written(task, *actions, **more))

    return made

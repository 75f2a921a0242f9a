"""A task that failed goes on as a new run behind what it had done."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.fault import Fault
from pollex.core.protocols import ModelReply
from pollex.core.result import Result
from pollex.practice.server import Server
from pollex.testing import ScriptedModel

pytestmark = pytest.mark.asyncio(loop_scope="session")

Says = Callable[..., ModelReply]
TASK = "Say how many things are in the basket"


@pytest_asyncio.fixture(name="app", loop_scope="session")
async def own_app(tmp_path: Path) -> AsyncIterator[App]:
    """An engine that ends with the test: its threads draw random numbers, which tests of properties do not bear."""
    async with App(home=tmp_path, environ={}) as running:
        yield running


async def tried(app: App, server: Server, *replies: ModelReply | Fault, **options: Any) -> tuple[str, Result]:
    url = f"{server.url}/shop/"
    run = await app.run(TASK, url=url, model=ScriptedModel(replies, name="first"), pictures=False, **options)
    assert run.result is not None
    return run.id, run.result


async def test_with_another_model_behind_the_last_good_step(app: App, server: Server, says: Says) -> None:
    look = says(("page_click", {"index": 6}))
    gone = Fault("denied", "The key is not valid.", retry=False)
    run, result = await tried(app, server, look, gone)
    assert not result.ok
    second = ScriptedModel([says(("done", {"text": "None.", "success": False}))], name="second")
    ended = await app.resume_run(run, model=second)
    [request] = second.requests
    assert request.extra["url"].endswith("/shop/basket")
    assert "page_click" in request.messages[1].text
    assert (ended.data["steps"], ended.data["run"] != run) == (2, True)


async def test_with_more_steps(app: App, server: Server, says: Says) -> None:
    look = says(("page_scroll", {"pages": 1}))
    run, result = await tried(app, server, look, look, max_steps=2)
    assert (result.ok, result.fault and result.fault.code) == (False, "limit")
    third = ScriptedModel([says(("done", {"text": "None.", "success": False}))], name="first")
    ended = await app.resume_run(run, model=third, max_steps=3)
    assert ended.data["steps"] == 3


async def test_what_cannot_be_changed_is_said(app: App, server: Server, says: Says) -> None:
    run, _ = await tried(app, server, says(("done", {"text": "No.", "success": False})))
    fault = (await app.runs.fork(run, variables={"url": "http://elsewhere.example"})).fault
    assert fault is not None
    assert (fault.code, fault.pointer) == ("invalid_input", "/url")


async def test_a_step_that_there_is_not(app: App, server: Server, says: Says) -> None:
    run, _ = await tried(app, server, says(("done", {"text": "No.", "success": False})))
    faults = [(await app.runs.fork(run, at=at)).fault for at in ("/7", "7[1]", "/0")]
    assert [fault and (fault.code, fault.pointer, fault.expected) for fault in faults] == [
        ("not_found", "/at", "/1 to /1")
    ] * 3

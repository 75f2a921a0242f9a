"""A person takes over: the run is paused, the person acts in the browser, the run goes on and sees what changed."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from pollex import App
from pollex.flow.compile import compile_run

from ...waits import PATIENCE, until, until_async
from .person import hands, own_browser
from .site import Site
from .terminal import Terminal, told
from .wire import Asked, Calls, Mind, Wire

pytestmark = pytest.mark.timeout(300)
Thinking = Callable[[Mind], Wire]
PAUSED: Final = "You were paused. A person may have acted in the browser meanwhile"
DONE: Final[Calls] = [("done", {"text": "It is as it is.", "success": True})]


class Hesitant:
    """A mind that decides only when it may, and each time what it was told."""

    def __init__(self, *decisions: Calls) -> None:
        self.may = threading.Event()
        self._left = list(decisions)

    def __call__(self, asked: Asked) -> Calls:
        assert self.may.wait(PATIENCE), "the mind was not allowed to decide"
        return self._left.pop(0)


async def the_run(app: App) -> str:
    [run] = await app.runs.control.list()
    return run.id


async def waits(app: App) -> str | None:
    """The run, when it waits on the page."""
    for run in await app.runs.control.list():
        events = await app.find_run(run.id).events()
        if any(event.kind == "call.started" and event.data["tool"] == "page.wait" for event in events):
            return run.id
    return None


async def kept(app: App, run: str, path: str) -> bool:
    return path in await app.runs.control.steps(run)


def start(site: Site, wire: Wire, cdp: str) -> list[str]:
    return [
        "run",
        "Say who is at the door.",
        "--url",
        f"{site.url}/door",
        "--model",
        wire.model,
        "--cdp",
        cdp,
        "--json",
    ]


async def test_paused_while_the_model_is_asked(
    terminal: Terminal, site: Site, thinking: Thinking, app: App, tmp_path: Path
) -> None:
    """What it wants then was decided on another page: it is not done, and it looks again."""
    mind = Hesitant([("page.type", {"selector": "#name", "text": "Ada"})], DONE)
    wire = thinking(mind)
    with own_browser(tmp_path / "own") as cdp, terminal.begin(*start(site, wire, cdp)) as process:
        await asyncio.to_thread(until, "the model is asked", lambda: wire.asked)
        run = await the_run(app)
        assert terminal.do("runs", "pause", run)[0] == 0
        mind.may.set()
        await asyncio.to_thread(until, "the model has answered", lambda: wire.answered)
        async with hands(cdp, "/door") as page:
            await page.locator("#name").fill("Grace")
        assert terminal.do("runs", "resume", run)[0] == 0
        result = told(process)
    assert PAUSED in wire.asked[1].text
    assert "Name = Grace" in wire.asked[1].text
    assert result["ok"]
    compiled = compile_run(await app.find_run(run).events(), partial=True)
    assert "The run was paused; what a person did in the browser meanwhile is not in the workflow." in compiled.unsure


@pytest.mark.skipif(not os.environ.get("POLLEX_CHAOS"), reason="long: make chaos")
async def test_paused_while_an_action_goes_on(
    terminal: Terminal, site: Site, thinking: Thinking, app: App, tmp_path: Path
) -> None:
    """The action comes to its end; then the person has the browser."""
    mind = Hesitant([("page.wait", {"selector": "#open", "duration": 60_000})], DONE)
    mind.may.set()
    wire = thinking(mind)
    with own_browser(tmp_path / "own") as cdp, terminal.begin(*start(site, wire, cdp)) as process:
        run = str(await until_async("the action goes on", lambda: waits(app)))
        await app.runs.control.pause(run)
        site.opened.set()
        await until_async("the action has ended", lambda: kept(app, run, "/1/1"))
        assert len(wire.asked) == 1
        async with hands(cdp, "/door") as page:
            await page.locator("#name").fill("Grace")
        await app.runs.control.resume(run)
        result = told(process)
    assert PAUSED in wire.asked[1].text
    assert "Name = Grace" in wire.asked[1].text
    assert result["ok"]

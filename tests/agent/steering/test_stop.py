"""A task is stopped at any time, from another process or by Ctrl+C: it ends at once, says so, and leaves nothing."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pytest

from pollex import App

from .site import Site
from .terminal import Terminal, told, until
from .wire import Asked, Calls, Mind, Wire

CHAOS: Final = bool(os.environ.get("POLLEX_CHAOS"))
LATEST: Final = 3.0
"""Seconds in which a stopped run has to be over. On a quiet machine it is less than one."""
pytestmark = pytest.mark.timeout(300)
Thinking = Callable[[Mind], Wire]


def thinks(asked: Asked) -> None:
    """For ever."""


def once(*calls: tuple[str, dict[str, Any]]) -> Mind:
    return lambda asked: list(calls)


def talks() -> Mind:
    """Does something else each time, and quickly."""
    numbers = itertools.count()
    return lambda asked: [("remember", {"note": f"number {next(numbers)}"})]


SCENES: Final[dict[str, tuple[Callable[[], Mind], str, str]]] = {
    "while the model is asked": (lambda: thinks, "/shop/", "model.asked"),
    "while the first page loads": (lambda: thinks, "/never", "call.started"),
    "while a page loads": (lambda: once(("page.act", {"instruction": "click Never"})), "/door", "model.answered"),
    "while an action waits": (
        lambda: once(("page.wait", {"selector": "#open", "duration": 60_000})),
        "/door",
        "model.answered",
    ),
    "between steps": (talks, "/shop/", "step.finished"),
}
"""What the model does, where the task begins, and what has happened last when the run is stopped."""
SHORT: Final = ("while the model is asked", "while a page loads", "between steps")


def command(site: Site, wire: Wire, at: str) -> list[str]:
    return ["run", "Look around.", "--url", site.url + at, "--model", wire.model, "--yes", "--json"]


async def come_to(app: App, kind: str) -> str:
    """The run, when such an event has come."""
    for _ in range(3_000):
        for run in await app.runs.control.list():
            if any(event.kind == kind for event in await app.find_run(run.id).events()):
                return run.id
        await asyncio.sleep(0.02)
    raise AssertionError(f"there was no {kind}")


async def ended(app: App, run: str) -> float:
    """When the run said that it was over."""
    events = await app.find_run(run).events()
    [at] = [event.at for event in events if event.kind == "run.finished"]
    return datetime.fromisoformat(at).timestamp()


@pytest.mark.parametrize("scene", SCENES if CHAOS else SHORT)
async def test_a_run_is_stopped(scene: str, terminal: Terminal, site: Site, thinking: Thinking, app: App) -> None:
    mind, at, kind = SCENES[scene]
    wire = thinking(mind())
    with terminal.begin(*command(site, wire, at)) as process:
        run = await come_to(app, kind)
        await asyncio.sleep(0.5)
        begun = time.time()
        await app.runs.control.cancel(run)
        result = told(process)
        gone = time.time() - begun
    seconds = await ended(app, run) - begun
    print(f"{scene}: over after {seconds:.2f} s, the process gone after {gone:.2f} s")
    assert result["fault"]["code"] == "cancelled"
    assert result["fault"]["hint"] == f"It goes on with: pollex runs resume {run}"
    assert seconds < LATEST
    assert [each.status for each in await app.runs.control.list()] == ["cancelled"]
    assert terminal.all_gone()
    if scene == "while the model is asked":
        assert until(lambda: wire.asked[0].gone, 1)


@pytest.mark.parametrize("where", SHORT[:2] if CHAOS else SHORT[:1])
async def test_ctrl_c(where: str, terminal: Terminal, site: Site, thinking: Thinking, app: App) -> None:
    mind, at, kind = SCENES[where]
    wire = thinking(mind())
    with terminal.begin(*command(site, wire, at)) as process:
        run = await come_to(app, kind)
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        result = told(process)
        gone = time.monotonic() - begun
    print(f"Ctrl+C {where}: the process gone after {gone:.2f} s")
    assert result["fault"]["code"] == "cancelled"
    assert process.returncode == 1
    assert [(each.id, each.status) for each in await app.runs.control.list()] == [(run, "running")]
    assert terminal.all_gone()


def waits_then_ends() -> Mind:
    decisions: list[Calls] = [
        [
            ("page.type", {"selector": "#name", "text": "Ada"}),
            ("page.wait", {"selector": "#open", "duration": 60_000}),
        ],
        [("done", {"text": "It is open.", "success": True})],
    ]
    return lambda asked: decisions.pop(0)


async def test_a_stopped_run_goes_on(terminal: Terminal, site: Site, thinking: Thinking, app: App) -> None:
    """By the command line. What was decided is not asked again, and the log tells the whole story."""
    wire = thinking(waits_then_ends())
    with terminal.begin(*command(site, wire, "/door")) as process:
        run = await come_to(app, "model.answered")
        await asyncio.sleep(1)
        code, _, err = terminal.do("runs", "stop", run)
        assert code == 0, err
        assert told(process)["fault"]["code"] == "cancelled"
    site.opened.set()
    code, out, err = terminal.do("runs", "resume", run)
    assert (code, out) == (0, "It is open.\n")
    assert len(wire.asked) == 2
    assert "textbox Name = Ada" in wire.asked[1].text
    events = await app.find_run(run).events()
    done = {each["path"]: each["result"]["ok"] for event in events for each in event.data.get("actions", ())}
    assert done == {"/0/1": True, "/1/1": True, "/1/2": True, "/2/1": True}
    assert events[-1].kind == "run.finished"
    assert events[-1].data["result"]["ok"]
    assert "Said that it is done" in err


async def test_what_a_run_was_opened_with_is_told_when_it_goes_on(
    terminal: Terminal, site: Site, thinking: Thinking, app: App, tmp_path: Path
) -> None:
    """Neither a browser's address, which may hold a key, nor code is taken from the database."""
    tools = tmp_path / "own_tools.py"
    tools.write_text(
        "import pollex\n\n\n@pollex.tool(effect='read')\ndef twice(of: int) -> int:\n"
        "    '''Twice a number.'''\n    return 2 * of\n"
    )
    wire = thinking(waits_then_ends())
    with terminal.begin(*command(site, wire, "/door"), "--from", str(tools)) as process:
        run = await come_to(app, "model.answered")
        assert terminal.do("runs", "stop", run)[0] == 0
        process.communicate(timeout=60)
    site.opened.set()
    plan = await app.runs.control.plan(run)
    assert plan["opened"] == {"headed": False, "cdp": False, "sources": [str(tools)]}
    code, out, err = terminal.do("runs", "resume", run[:8])
    assert (code, out) == (0, "It is open.\n")
    assert f"Give them again with: --from {tools}" in " ".join(err.split())

"""A task is stopped at any time, from another process or by Ctrl+C: it ends at once, says so, and leaves nothing."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from pollex import App
from pollex.core.event import Event, EventKind

from ...waits import until, until_async
from .site import Site
from .terminal import Terminal, told
from .wire import Asked, Calls, Mind, Wire

CHAOS: Final = bool(os.environ.get("POLLEX_CHAOS"))
LATEST: Final = 20.0
"""Seconds in which a stopped run has to be over, below those after which what it waits for would end by itself. On a
quiet machine it is less than one."""
pytestmark = pytest.mark.timeout(300)
Thinking = Callable[[Mind], Wire]
Reached = Callable[[Site, Wire, list[Event]], object]


def thinks(asked: Asked) -> None:
    """For ever."""


def once(*calls: tuple[str, dict[str, Any]]) -> Mind:
    return lambda asked: list(calls)


def talks() -> Mind:
    """Does something else each time, and quickly."""
    numbers = itertools.count()
    return lambda asked: [("remember", {"note": f"number {next(numbers)}"})]


def has(kind: EventKind, tool: str | None = None) -> Reached:
    """An event has come; with a tool, one about it."""
    return lambda site, wire, events: any(
        event.kind == kind and tool in (None, event.data.get("tool")) for event in events
    )


SCENES: Final[dict[str, tuple[Callable[[], Mind], str, Reached]]] = {
    "while the model is asked": (lambda: thinks, "/shop/", lambda site, wire, events: wire.asked),
    "while the first page loads": (lambda: thinks, "/never", lambda site, wire, events: site.awaited.is_set()),
    "while a page loads": (
        lambda: once(("page.act", {"instruction": "click Never"})),
        "/door",
        lambda site, wire, events: site.awaited.is_set(),
    ),
    "while an action waits": (
        lambda: once(("page.wait", {"selector": "#open", "duration": 60_000})),
        "/door",
        has("call.started", "page.wait"),
    ),
    "between steps": (talks, "/shop/", has("step.finished")),
}
"""What the model does, where the task begins, and when the run is stopped."""
SHORT: Final = ("while the model is asked", "while a page loads", "between steps")


def command(site: Site, wire: Wire, at: str) -> list[str]:
    return ["run", "Look around.", "--url", site.url + at, "--model", wire.model, "--yes", "--json"]


async def come_to(app: App, site: Site, wire: Wire, reached: Reached) -> str:
    """The run, when it has come so far."""

    async def found() -> str | None:
        for run in await app.runs.control.list():
            if reached(site, wire, await app.find_run(run.id).events()):
                return run.id
        return None

    return str(await until_async("the run comes to where it is stopped", found))


@pytest.mark.parametrize("scene", SCENES if CHAOS else SHORT)
async def test_a_run_is_stopped(scene: str, terminal: Terminal, site: Site, thinking: Thinking, app: App) -> None:
    mind, at, reached = SCENES[scene]
    wire = thinking(mind())
    with terminal.begin(*command(site, wire, at)) as process:
        run = await come_to(app, site, wire, reached)
        await app.runs.control.cancel(run)
        result = told(process, LATEST)
    events = await app.find_run(run).events()
    assert result["fault"]["code"] == "cancelled"
    assert result["fault"]["hint"] == f"It goes on with: pollex runs resume {run}"
    assert [event.kind for event in events].count("run.finished") == 1
    assert [each.status for each in await app.runs.control.list()] == ["cancelled"]
    terminal.all_gone()
    if scene == "while the model is asked":
        until("the model is not asked any more", lambda: wire.asked[0].gone)


@pytest.mark.parametrize("where", SHORT[:2] if CHAOS else SHORT[:1])
async def test_ctrl_c(where: str, terminal: Terminal, site: Site, thinking: Thinking, app: App) -> None:
    mind, at, reached = SCENES[where]
    wire = thinking(mind())
    with terminal.begin(*command(site, wire, at)) as process:
        run = await come_to(app, site, wire, reached)
        process.signal(signal.SIGINT)
        result = told(process, LATEST)
        assert process.wait() == 1
    assert result["fault"]["code"] == "cancelled"
    assert [(each.id, each.status) for each in await app.runs.control.list()] == [(run, "running")]
    terminal.all_gone()


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
        run = await come_to(app, site, wire, has("call.started", "page.wait"))
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
        run = await come_to(app, site, wire, has("call.started", "page.wait"))
        assert terminal.do("runs", "stop", run)[0] == 0
        process.wait()
    site.opened.set()
    plan = await app.runs.control.plan(run)
    assert plan["opened"] == {"headed": False, "cdp": False, "sources": [str(tools)]}
    code, out, err = terminal.do("runs", "resume", run[:8])
    assert (code, out) == (0, "It is open.\n")
    assert f"Give them again with: --from {tools}" in " ".join(err.split())

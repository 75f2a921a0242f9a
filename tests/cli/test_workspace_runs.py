"""Workspaces among the runs: listed, and shown as lines, as a page and as events."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from pollex import App
from pollex.core.event import Event

from ..processes import Nursery
from ..report.workspace_log import draw
from .terminal import Terminal


async def _drawn(home: Path) -> tuple[str, list[Event]]:
    async with App(home=home) as app:
        id_ = await draw(app)
        return id_, await app.log.read(id_)


@pytest.fixture(scope="module")
def terminal(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    pollex = Terminal(nursery, tmp_path_factory.mktemp("desk"))
    yield pollex
    pollex.close()


@pytest.fixture(scope="module")
def drawn(terminal: Terminal) -> tuple[str, list[Event]]:
    return asyncio.run(_drawn(terminal.home))


def test_a_workspace_is_told_in_words(terminal: Terminal, drawn: tuple[str, list[Event]]) -> None:
    id_, _ = drawn
    shown = terminal("runs", "show", id_[:8])
    assert (shown.returncode, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    call = lines.pop(7)
    assert call.startswith("✓ Called pollex://tool/workflows.list  ")
    assert lines == [
        f"Workspace  {id_}",
        "person: Make a note, <i>please</i>",
        "batch 1  by program",
        "  Opened the window “Notes <b>”  trace trace-1",
        "  Drew #root of the window notes",
        "    <script> was dropped with its content: there is no JavaScript here; use data-command",
        "  Began to call pollex://tool/workflows.list",
        "batch 2  by model",
        "  Set the workspace state done",
        "batch 2 was taken back, by person",
        "Full Control was switched on, by person",
    ]


def test_a_workspace_is_written_as_a_page(terminal: Terminal, drawn: tuple[str, list[Event]]) -> None:
    file = terminal.folder / "workspace.html"
    shown = terminal("runs", "show", drawn[0], "--html", str(file))
    assert (shown.returncode, shown.stdout) == (0, f"{file}\n")
    assert "<h1>Workspace</h1>" in file.read_text()


def test_programs_get_the_events(terminal: Terminal, drawn: tuple[str, list[Event]]) -> None:
    id_, events = drawn
    assert terminal("runs", "show", id_, "--json").data == [event.to_json() for event in events]


def test_a_workspace_stands_in_the_list_of_runs(terminal: Terminal, drawn: tuple[str, list[Event]]) -> None:
    id_, events = drawn
    [row] = terminal("runs", "list", "--json").data
    assert (row["id"], row["kind"], row["status"], row["started"]) == (id_, "workspace", "open", events[0].at)
    assert id_[:8] in terminal("runs", "list").stdout
    assert terminal("runs", "list", "--status", "done", "--json").data == []


def test_an_unknown_id_is_a_fault(terminal: Terminal) -> None:
    assert terminal("runs", "show", str(uuid4()), "--json").fault["code"] == "not_found"


def test_a_workspace_cannot_be_stopped_as_a_run(terminal: Terminal, drawn: tuple[str, list[Event]]) -> None:
    assert terminal("runs", "stop", drawn[0], "--json").fault["code"] == "not_found"

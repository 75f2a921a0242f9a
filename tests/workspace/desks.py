"""Workspaces for tests: in memory, with a clock that stands still until it is moved."""

from __future__ import annotations

from typing import Any

import pytest

from pollex.core.call import Call, new_id
from pollex.core.event import EventLog, MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object, dumps
from pollex.core.result import Result
from pollex.workspace.command_result import CommandResult
from pollex.workspace.update import DeskUpdate
from pollex.workspace.workspace import Workspace

OPEN: Object = {"op": "window.create", "params": {"id": "w", "title": "Window"}}


class Clock:
    """Milliseconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Effects:
    """Answers every `api.call`, and remembers it."""

    def __init__(self, result: Result | None = None) -> None:
        self.calls: list[Call] = []
        self.result = result or Result.success({"answer": 42})

    async def __call__(self, call: Call) -> Result:
        self.calls.append(call)
        return self.result


async def opened(*commands: Object, log: EventLog | None = None, **options: Any) -> Workspace:
    """Return a new workspace to which commands were applied."""
    workspace = await Workspace(new_id(), log or MemoryLog(), **options).open()
    if commands:
        await workspace.apply(list(commands))
    return workspace


async def reopened(workspace: Workspace, **options: Any) -> Workspace:
    """Return the workspace as another process finds it in the log."""
    return await Workspace(workspace.id, workspace.record.log, **options).open()


def op(name: str, /, **params: Any) -> Object:
    """Return an envelope."""
    return {"op": name, "params": params}


def html(markup: str, target: str = "#root", window: str = "w") -> Object:
    """Return an envelope that draws."""
    return op("dom.set", windowId=window, target=target, html=markup)


def content(workspace: Workspace, window: str = "w") -> Any:
    """Return what a window shows, as the page gets it."""
    return workspace.desk.windows[window].to_page()["content"]


def frame(workspace: Workspace, window: str = "w") -> Object:
    """Return a window without its content."""
    return workspace.desk.windows[window].frame()


def kept(workspace: Workspace) -> str:
    """Return the desk as it is kept, byte for byte."""
    return dumps(workspace.desk.to_json())


async def refused(workspace: Workspace, batch: Any, **options: Any) -> Fault:
    """Return why a batch is not applied, and make sure that it did nothing."""
    before, events = kept(workspace), await _commands(workspace)
    with pytest.raises(Fault) as caught:
        await workspace.apply(batch, **options)
    assert (kept(workspace), await _commands(workspace)) == (before, events)
    return caught.value


async def _commands(workspace: Workspace) -> list[int]:
    return [event.seq for event in await workspace.record.log.read(workspace.id) if event.kind == "workspace.command"]


def heard(workspace: Workspace) -> list[DeskUpdate]:
    """Return a list that gets every update from now on."""
    updates: list[DeskUpdate] = []
    workspace.updates.add(updates.append)
    return updates


def data(results: list[CommandResult]) -> list[Any]:
    return [result.data for result in results]


def notes(results: list[CommandResult]) -> list[str]:
    return [note for result in results for note in result.notes]


def pointers(fault: Fault) -> list[str]:
    return sorted(issue.pointer for issue in fault.issues)

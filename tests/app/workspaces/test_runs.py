"""Runs that a workspace starts: what they show is drawn, and STOP stops them."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from pollex import App

from ...waits import until_async

SHOW = {"position": 1, "type": "show", "config": {"title": "Orders", "value": [{"name": "Lamp"}], "as": "table"}}
ASK = {"position": 1, "type": "ask", "config": {"question": "Which?"}}


def keep(home: Path, name: str, *nodes: Any) -> None:
    folder = home / "workflows"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.workflow.json").write_text(json.dumps({"name": name, "inputs": [], "nodes": nodes}))


def called(tool: str, body: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"op": "api.call", "params": {"method": "POST", "url": f"pollex://tool/{tool}", "body": body}}]


def start(workflow: str, **more: Any) -> list[dict[str, Any]]:
    return called("runs.start", {"workflow": workflow, **more})


async def test_what_a_workflow_shows_is_drawn(app: App, tmp_path: Path) -> None:
    keep(tmp_path, "orders", SHOW)
    workspace = (await app.workspaces.open()).workspace
    [result] = await workspace.apply(start("orders"))
    assert result.unwrap()["ok"] is True
    await until_async("it is drawn", lambda: workspace.desk.components)
    [window] = workspace.windows()
    assert window == {"id": f"shown-{result.unwrap()['run'][:8]}", "title": "Orders"}
    assert [(each.type, each.window) for each in workspace.desk.components.values()] == [
        ("text", window["id"]),
        ("table", window["id"]),
    ]


async def test_what_cannot_be_drawn_is_told_and_the_next_is_tried(tmp_path: Path) -> None:
    keep(tmp_path, "orders", SHOW, {**SHOW, "position": 2})
    async with App(home=tmp_path, environ={"POLLEX_LIMIT_WINDOWS": "1"}) as app:
        workspace = (await app.workspaces.open()).workspace
        await workspace.apply([{"op": "window.create", "params": {"id": "w", "title": "Full"}}])
        await workspace.apply(start("orders"))
        await until_async("both are told", lambda: len(workspace.chat) == 2)
    assert {"too many windows" in message.text for message in workspace.chat} == {True}


async def test_stop_stops_the_runs_that_were_started_here(app: App, tmp_path: Path) -> None:
    keep(tmp_path, "asks", ASK)
    host = await app.workspaces.open()
    [result] = await host.workspace.apply(start("asks", wait=False))
    run = result.unwrap()["run"]
    await until_async("it asks", lambda: app.runs.questions(run))
    windows = host.workspace.windows()
    await host.stop()
    [found] = await app.runs.control.list(run=run)
    assert (found.status, host.runs.started, host.workspace.windows()) == ("cancelled", {}, windows)
    assert host.workspace.record.gate["locked"] is True


async def test_the_end_of_a_run_that_nobody_waits_for_is_told_without_what_it_found(app: App, tmp_path: Path) -> None:
    keep(tmp_path, "orders", SHOW)
    keep(tmp_path, "asks", ASK)
    host = await app.workspaces.open()
    await host.workspace.apply(start("orders", wait=False))
    await until_async("it is told", lambda: host.workspace.chat)
    [started] = await host.workspace.apply(start("asks", wait=False))
    await app.runs.control.cancel(started.unwrap()["run"])
    await until_async("it is told", lambda: len(host.workspace.chat) > 1)
    said = [(message.role, message.text.partition(".")[0]) for message in host.workspace.chat]
    assert said == [("model", "“orders” is done"), ("model", "“asks” was stopped")]
    assert "Lamp" not in str(host.workspace.chat)


async def test_the_end_of_a_run_says_where_to_look(app: App, tmp_path: Path) -> None:
    keep(tmp_path, "orders", SHOW)
    workspace = (await app.workspaces.open()).workspace
    await workspace.apply(start("orders", wait=False, show=True))
    await until_async("it is told", lambda: workspace.chat)
    await workspace.apply(start("orders", wait=False))
    await until_async("it is told", lambda: len(workspace.chat) > 1)
    assert [message.text.partition(". ")[2] for message in workspace.chat] == [
        "Its window shows what came of it.",
        "The window Runs shows what came of it.",
    ]


async def test_stopping_a_run_that_has_ended_says_how_it_ended(app: App, tmp_path: Path) -> None:
    keep(tmp_path, "orders", SHOW)
    keep(tmp_path, "asks", ASK)
    workspace = (await app.workspaces.open()).workspace
    [done] = await workspace.apply(start("orders"))
    [waits] = await workspace.apply(start("asks", wait=False))
    stopped = [await workspace.apply(called("runs.stop", {"id": each.unwrap()["run"]})) for each in (done, waits)]
    assert [answer.unwrap()["status"] for (answer,) in stopped] == ["done", "cancelled"]


@pytest.mark.parametrize("tool", ["runs.stop", "runs.pause", "runs.resume"])
async def test_what_is_done_to_a_run_of_others_is_asked_for(tool: str, app: App, tmp_path: Path) -> None:
    keep(tmp_path, "asks", ASK)
    run = await app.start(workflow=app.load_workflow(tmp_path / "workflows" / "asks.workflow.json"))
    await until_async("it asks", lambda: app.runs.questions(run.id))
    host = await app.workspaces.open()
    answer = asyncio.ensure_future(host.workspace.apply(called(tool, {"id": run.id}), by="model"))
    [question] = (await until_async("a person is asked", host.approvals.open)).values()
    assert "not started here" in question.text
    await host.approvals.answer(None, approved=False, by="http")
    [result] = await answer
    assert result.fault is not None
    [found] = await app.runs.control.list(run=run.id)
    assert (result.fault.code, found.finished) == ("denied", None)


async def test_an_unknown_workflow_is_a_fault(app: App) -> None:
    workspace = (await app.workspaces.open()).workspace
    [result] = await workspace.apply(start("none"))
    assert result.fault is not None
    assert (result.fault.code, "none" in result.fault.message) == ("not_found", True)

"""A model cannot read or give away files of this machine: a person is asked, whichever tool would open them."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from pollex import App
from pollex.workspace.command_result import CommandResult

from ...waits import until_async


async def refused(app: App, tool: str, body: dict[str, Any], by: str = "model") -> tuple[str, CommandResult]:
    """Return why a person is asked about a call, and its answer when the person refuses."""
    host = await app.workspaces.open()
    command = {"op": "api.call", "params": {"method": "POST", "url": f"pollex://tool/{tool}", "body": body}}
    task = asyncio.ensure_future(host.workspace.apply([command], by=by))
    [question] = (await until_async("a person is asked", host.approvals.open)).values()
    await host.approvals.answer(None, approved=False, by="http")
    [result] = await task
    return question.text, result


@pytest.mark.parametrize(
    ("tool", "body"),
    [
        ("page.navigate", {"url": "file:///etc/hostname"}),
        ("page.navigate", {"url": " FI\tLE:etc/hostname"}),
        ("page.open_tab", {"url": "file:///etc/hostname"}),
        ("debug_browser", {"action": "navigate", "url": "file:///etc/hostname"}),
        ("runs.start", {"task": "Read it.", "url": "file:///etc/hostname"}),
        ("runs.start", {"task": "Go to file:///etc/hostname and read it."}),
        ("tools.try", {"name": "page.navigate", "input": {"url": "file:///etc/hostname"}}),
    ],
)
async def test_opening_a_file_is_asked_for(tool: str, body: dict[str, Any], app: App) -> None:
    why, result = await refused(app, tool, body)
    assert ("it opens a file of this machine" in why, result.ok) == (True, False)
    assert await app.runs.control.list() == []


JOINED: list[Any] = [
    {"position": 1, "type": "context", "config": {"operation": "set", "key": "scheme", "value": "file"}},
    {"position": 2, "type": "browser_action", "config": {"action": "navigate", "url": "{{scheme}}:///etc/hostname"}},
]
"""Nodes that put the address together where no argument of the call shows it."""


async def test_a_run_that_puts_the_address_together_asks(app: App, tmp_path: Path) -> None:
    (tmp_path / "workflows").mkdir()
    document = {"name": "joined", "inputs": [], "nodes": JOINED}
    (tmp_path / "workflows" / "joined.workflow.json").write_text(json.dumps(document))
    app.runs.execution.waits = True  # as in a server, where people answer
    host = await app.workspaces.open()
    body = {"workflow": "joined", "wait": False}
    command = {"op": "api.call", "params": {"method": "POST", "url": "pollex://tool/runs.start", "body": body}}
    [result] = await host.workspace.apply([command])
    run = result.unwrap()["run"]
    [question] = (await until_async("a person is asked", lambda: app.runs.questions(run))).values()
    assert "it opens a file of this machine" in question.text
    await app.runs.approve(run, approved=False)
    ended = await app.runs.outcome(run)
    assert (ended.ok, ended.fault and ended.fault.code) == (False, "denied")


async def test_a_trial_that_puts_the_address_together_is_asked_for_in_its_workspace(app: App) -> None:
    host = await app.workspaces.open()
    host.editor.document["nodes"] += JOINED
    why, result = await refused(app, "run_workflow", {}, by="person")
    assert "it opens a file of this machine" in why
    assert "not approved" in str(result.fault or result.data)


async def test_uploading_a_file_is_asked_for(app: App) -> None:
    why, result = await refused(app, "page.upload", {"selector": "#file", "files": ["/etc/hostname"]})
    assert ("it uploads files of this machine" in why, result.ok) == (True, False)


async def test_words_about_a_file_are_not(app: App) -> None:
    host = await app.workspaces.open()
    body = {"text": "The file: report.pdf, profile:/x", "after": "file:"}
    command = {"op": "api.call", "params": {"method": "POST", "url": "pollex://tool/excerpt", "body": body}}
    await host.workspace.apply([command], by="model")
    assert await host.approvals.open() == {}

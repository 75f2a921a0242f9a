"""A model cannot read or give away files of this machine: a person is asked, whichever tool would open them."""

import asyncio
from typing import Any

import pytest

from pollex import App
from pollex.workspace.command_result import CommandResult

from ...waits import until_async


async def refused(app: App, tool: str, body: dict[str, Any]) -> tuple[str, CommandResult]:
    """Return why a person is asked about a call, and its answer when the person refuses."""
    host = await app.workspaces.open()
    command = {"op": "api.call", "params": {"method": "POST", "url": f"pollex://tool/{tool}", "body": body}}
    task = asyncio.ensure_future(host.workspace.apply([command], by="model"))
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


async def test_uploading_a_file_is_asked_for(app: App) -> None:
    why, result = await refused(app, "page.upload", {"selector": "#file", "files": ["/etc/hostname"]})
    assert ("it uploads files of this machine" in why, result.ok) == (True, False)


async def test_words_about_a_file_are_not(app: App) -> None:
    host = await app.workspaces.open()
    body = {"text": "The file: report.pdf, profile:/x", "after": "file:"}
    command = {"op": "api.call", "params": {"method": "POST", "url": "pollex://tool/excerpt", "body": body}}
    await host.workspace.apply([command], by="model")
    assert await host.approvals.open() == {}

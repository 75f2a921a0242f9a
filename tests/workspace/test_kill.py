"""A process that is killed in the middle of its batches leaves whole batches behind, in the real log."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.processes import environment

from pollex.core.call import new_id
from pollex.core.json import dumps
from pollex.store import SqlLog
from pollex.workspace.workspace import Workspace

from .desks import OPEN, content, html, kept, op, opened, reopened

PROGRAM = Path(__file__).with_name("applying_program.py")


def killed(path: Path, workspace: str, answered: int) -> int:
    """Kill a process after so many batches were answered; return the last one of those."""
    command = [sys.executable, str(PROGRAM), str(path), workspace]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment()) as process:
        assert process.stdout is not None
        seen = [int(process.stdout.readline()) for _ in range(answered)]
        process.send_signal(signal.SIGKILL)
    return seen[-1]


@pytest.mark.parametrize("answered", [1, 3, 8])
async def test_a_killed_process_leaves_whole_batches(answered: int, tmp_path: Path) -> None:
    path, id_ = tmp_path / "log.db", new_id()
    last = killed(path, id_, answered)
    async with SqlLog(path) as log:
        workspace = await Workspace(id_, log, keep_every=50).open()
        count = workspace.snapshot()["state"][0]["value"]

        assert count >= last
        assert content(workspace) == [
            {"tag": "p", "children": [str(number)]} for number in range(1, count + 1) for _ in range(20)
        ]
        await workspace.apply([op("state.set", scope="workspace", key="count", value="after")])
        assert kept(await reopened(workspace, keep_every=50)) == kept(workspace)


async def test_a_workspace_in_the_real_log_is_the_same_after_a_restart(tmp_path: Path) -> None:
    values = [None, 1, 1.0, -0.5, 1e300, 2**70, "é😀\u2028", {"a": {"b": [True, []]}}, ""]
    async with SqlLog(tmp_path / "log.db") as log:
        workspace = await opened(OPEN, html("<p id=a title='é'>Hi</p>"), log=log, keep_every=3)
        for number, value in enumerate(values):
            await workspace.apply([op("state.set", scope="workspace", key=str(number), value=value)])
        await workspace.undo()
        await workspace.apply([{**html("x", "#a"), "idempotencyKey": "k", "traceId": "t"}])
        await workspace.say("person", "Hello")
        before, snapshot, id_ = kept(workspace), workspace.snapshot(), workspace.id
    async with SqlLog(tmp_path / "log.db") as log:
        again = await Workspace(id_, log).open()

        assert kept(again) == before
        assert dumps({**again.snapshot(), "undo": 0}) == dumps({**snapshot, "undo": 0})
        await again.apply([{**html("x", "#a"), "idempotencyKey": "k"}])
        assert kept(again) == before

"""Approvals that a workspace asks its person for: a window with the question, answered through any door."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from ...core.call import Call
from ...core.context import Decision
from ...core.event import EventLog
from ...core.fault import Fault
from ...core.json import Object
from ...core.pipeline.guard import approval_path
from ...core.reply import Reply
from ...core.tool import Tool
from ...runs.questions import OpenQuestion, find_question, open_questions
from ...workspace.workspace import Workspace


class WorkspaceApprovals:
    """The questions of one workspace. The first answer that is written counts."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._waiting: dict[str, asyncio.Future[Decision]] = {}

    async def ask(self, tool: Tool, call: Call, args: Any, why: str) -> Decision:
        """Show the question in a window and wait for the answer."""
        path = approval_path(call, self._workspace.id, why)
        waiting: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._waiting[path] = waiting
        window = f"approval-{call.id[:8]}"
        elsewhere = asyncio.ensure_future(self._hear(path, waiting))
        try:
            await self._workspace.apply(_question(window, path, tool, args, why), by="workspace")
            return await waiting
        finally:
            elsewhere.cancel()
            self._waiting.pop(path, None)
            if window in self._workspace.desk.windows:
                with suppress(Fault):
                    await self._workspace.close_window(window)

    async def _hear(self, path: str, waiting: asyncio.Future[Decision]) -> None:
        """Take an answer that another process has written, as `pollex runs approve` does."""
        record = self._workspace.record
        async for event in record.log.follow(record.id, after=record.seq):
            if event.kind == "approval.answered" and event.data["path"] == path and not waiting.done():
                waiting.set_result(Decision(event.data["approved"], event.data.get("by")))

    async def open(self) -> dict[str, OpenQuestion]:
        """Return the questions that calls of this process wait with."""
        asked = open_questions(await self._workspace.record.log.read(self._workspace.id))
        return {path: question for path, question in asked.items() if path in self._waiting}

    async def answer(self, path: str | None, *, approved: bool, by: str) -> None:
        """Approve or refuse the call at a path, or the only one; raise a Fault where none waits."""
        question = find_question(await self.open(), path, "approval")
        await write_answer(self._workspace.record.log, self._workspace.id, question, Reply({"approved": approved}, by))
        waiting = self._waiting.get(question.path)
        if waiting is not None and not waiting.done():
            waiting.set_result(Decision(approved, by))


async def write_answer(log: EventLog, workspace: str, question: OpenQuestion, reply: Reply) -> None:
    """Write how a question of a workspace was answered. Whoever waits with the call reads it."""
    kind, data = question.answered_event(reply)
    await log.append(workspace, kind, data, key=f"{workspace}{question.path}", attempt=question.asked)


def _question(window: str, path: str, tool: Tool, args: Any, why: str) -> list[Object]:
    props: Object = {
        "approval": path,
        "title": f"May {tool.name} be called?",
        "detail": why,
        "tool": tool.name,
        "effect": tool.effect,
    }
    if isinstance(args, dict):
        props["arguments"] = args
    return [
        {"op": "window.create", "params": {"id": window, "title": "Approval", "size": "sm"}},
        {
            "op": "component.render",
            "params": {"id": window, "windowId": window, "target": "#root", "type": "approval", "props": props},
        },
    ]

"""Approvals that a workspace asks its person for: a window with the question, answered through any door.

A question is no part of what can be undone: it stays until it is answered, and then it is as if its window had never
been.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

from ...core.call import Call, new_id
from ...core.context import Decision, Reason
from ...core.event import EventLog
from ...core.fault import Fault
from ...core.json import Object
from ...core.pipeline.guard import approval_path
from ...core.reply import Reply
from ...core.tool import Tool
from ...runs.questions import OpenQuestion, approval_title, find_question, open_questions
from ...text.disguise import MARK, undisguised, undisguised_json
from ...workspace.acting import ASKED
from ...workspace.own_components import OWN_WINDOW, OWNERS
from ...workspace.update import DeskUpdate
from ...workspace.workspace import Workspace

WINDOW: Final = f"{OWN_WINDOW}approval-"
"""How the ids of the windows with questions begin: nobody else draws into them."""


class WorkspaceApprovals:
    """The questions of one workspace. The first answer that is written counts."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._waiting: dict[str, asyncio.Future[Decision]] = {}

    async def ask(self, tool: Tool, call: Call, args: Any, why: str) -> Decision:
        """Show the question in a window and wait for the answer. A person who closes the window refuses."""
        path = approval_path(call, self._workspace.id, why)
        waiting: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._waiting[path] = waiting
        window, batch = f"{WINDOW}{call.id[:8]}", new_id()
        self._workspace.held.add(batch)
        elsewhere = asyncio.ensure_future(self._hear(path, waiting))
        unwatch = self._workspace.updates.add(lambda update: _refuse_closed(update, window, waiting))
        try:
            await self._workspace.apply(_question(window, path, tool, args, why), by="workspace", part_of=batch)
            if (asked := ASKED.get()) is not None and not asked.done():
                asked.set_result(path)  # whoever does not wait is answered when the question can be seen
            return await waiting
        finally:
            unwatch()
            elsewhere.cancel()
            self._waiting.pop(path, None)
            with suppress(Fault):
                await self._workspace.take_back(batch)
            self._workspace.held.discard(batch)

    async def _hear(self, path: str, waiting: asyncio.Future[Decision]) -> None:
        """Take an answer that another process has written, as `pollex runs approve` does."""
        record = self._workspace.record
        async for event in record.log.follow(record.id, after=record.seq):
            if event.kind == "approval.answered" and event.data["path"] == path and not waiting.done():
                said = event.data
                waiting.set_result(Decision(said["approved"], said.get("by"), said.get("kind", False)))

    async def open(self) -> dict[str, OpenQuestion]:
        """Return the questions that calls of this process wait with."""
        asked = open_questions(await self._workspace.record.log.read(self._workspace.id))
        return {path: question for path, question in asked.items() if path in self._waiting}

    async def answer(self, path: str | None, *, approved: bool, kind: bool = False, by: str) -> None:
        """Approve or refuse the call at a path, or the only one; raise a Fault where none waits."""
        question = find_question(await self.open(), path, "approval")
        reply = Reply(question.check_approval(approved=approved, kind=kind), by)
        await write_answer(self._workspace.record.log, self._workspace.id, question, reply)
        waiting = self._waiting.get(question.path)
        if waiting is not None and not waiting.done():
            waiting.set_result(Decision(approved, by, kind))

    async def answer_shown(self, path: str, window: str, *, approved: bool, kind: bool) -> None:
        """Take the answer of a person in a window. One that nobody waits for any more goes away."""
        if path in self._waiting:
            await self.answer(path, approved=approved, kind=kind, by="workspace")
            return
        if window in self._workspace.desk.windows:
            await self._workspace.close_window(window)
        raise Fault("not_found", "Nobody waits for this answer any more: nothing was called.", hint="Ask for it again.")


def _refuse_closed(update: DeskUpdate, window: str, waiting: asyncio.Future[Decision]) -> None:
    """Refuse a call where the window with its question was closed, unless a program did that."""
    closed = any(each.kind == "destroyed" and each.id == window for each in update.lifecycle)
    if closed and update.by not in OWNERS and not waiting.done():
        waiting.set_result(Decision(False, "workspace"))


async def write_answer(log: EventLog, workspace: str, question: OpenQuestion, reply: Reply) -> None:
    """Write how a question of a workspace was answered. Whoever waits with the call reads it."""
    kind, data = question.answered_event(reply)
    await log.append(workspace, kind, data, key=f"{workspace}{question.path}", attempt=question.asked)


def _question(window: str, path: str, tool: Tool, args: Any, why: str) -> list[Object]:
    props: Object = {
        "approval": path,
        "title": approval_title(tool.name, told=isinstance(why, Reason)),
        "detail": undisguised(str(why), MARK),
        "tool": tool.name,
        "effect": tool.effect,
    }
    if isinstance(args, dict):
        props["arguments"] = undisguised_json(args, MARK)
    if isinstance(why, Reason):
        props |= {"kind": why.kind, "details": undisguised_json(why.details, MARK)}
    return [
        {"op": "window.create", "params": {"id": window, "title": "Approval", "size": "sm"}},
        {
            "op": "component.render",
            "params": {"id": window, "windowId": window, "target": "#root", "type": "approval", "props": props},
        },
    ]

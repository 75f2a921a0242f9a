"""A workspace at work: its calls go through the app's pipeline, its questions are shown in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.call import Call
from ...core.context import Context
from ...core.invoke import invoke
from ...core.json import Object
from ...core.registry import Joined, Registry
from ...core.result import Result
from ...workspace.component_events import ComponentUse
from ...workspace.workspace import Workspace
from ..workspace_calls.tool import api_call_tool
from .approvals import WorkspaceApprovals

if TYPE_CHECKING:
    from ...core.protocols import Page


class WorkspaceHost:
    """What carries out the calls of one workspace. It is the door that `api.call` sees."""

    def __init__(
        self, workspace: Workspace, context: Context, *, exports: Path, open_page: Callable[[Context], Page]
    ) -> None:
        """`context` is the app's; a page opens when a call first uses it."""
        self.workspace = workspace
        self.approvals = WorkspaceApprovals(workspace)
        own = Registry(api_call_tool(self, exports=exports))
        tools = Joined(own, context.tools)
        self.context = replace(context, run=workspace.id, tools=tools, current=None, approve=self.approvals.ask)
        self.context.page = open_page(self.context)
        self._tasks: set[asyncio.Task[None]] = set()
        workspace.uses.add(self._used)

    def _used(self, use: ComponentUse) -> None:
        """Take the answer to an approval that a person gave in its window."""
        if use.component.type == "approval" and use.event == "answer":
            path, approved = use.component.props["approval"], use.payload["value"]
            task = asyncio.ensure_future(self.approvals.answer(path, approved=approved, by="workspace"))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    @property
    def full_control(self) -> bool:
        flags = self.workspace.record.gate
        return bool(flags.get("fullControl")) and not flags.get("locked")

    async def carry_out(self, call: Call) -> Result:
        """Carry out an `api.call`."""
        return await invoke(call, self.context)

    async def draw(self, batch: list[Object]) -> None:
        await self.workspace.apply(batch, by="model")

    async def say(self, text: str) -> None:
        await self.workspace.say("person", text)

    def last_request(self) -> str | None:
        said = [message.text for message in self.workspace.chat if message.role == "person"]
        return said[-1] if said else None

    async def close(self) -> None:
        """Record what was typed, end what is under way, and close the page."""
        await self.workspace.close()
        if self.context.page is not None:
            await self.context.page.close()

"""The workspaces that are open in this process, each opened once."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final

from ...core.call import checked_run_id, new_id
from ...core.fault import Fault
from ...core.json import Object
from ...core.reply import Reply
from ...runs.questions import find_question, open_questions
from ...runs.run import Run
from ...workspace.document import EFFECTS, read_document
from ...workspace.user_state import UserState
from ...workspace.workspace import Workspace
from ..memory import give_back
from ..workflows.kept import KeptWorkflows
from .approvals import write_answer
from .host import WorkspaceHost
from .index import WorkspaceIndex
from .kept_run import keep_run
from .parts import AppParts

UNANSWERED: Final = "The server stopped before this was answered. Say it again to have it answered."


IDLE_SECONDS: Final = 60.0
"""How long a workspace stays open that nobody follows and in which nothing happens."""


class Workspaces:
    """Opens workspaces by id, or the last one used, and closes those that are idle."""

    def __init__(self, parts: AppParts) -> None:
        assert parts.context.log is not None, "a workspace is kept in the log"
        self._parts = parts
        self._log = parts.context.log
        self._limits = parts.context.limits
        self.workflows = KeptWorkflows(parts)
        self._index = WorkspaceIndex(self._log)
        self._user = UserState(self._log)
        self._hosts: dict[str, WorkspaceHost] = {}
        self._used: dict[str, float] = {}
        """When those that are open were last asked for, by the clock of the event loop."""
        self._opening = asyncio.Lock()
        self._closing: asyncio.Task[None] | None = None
        self._last: str | None = None
        """The one that was used last, as far as this process knows."""

    async def list(self) -> list[Object]:
        """Return the workspaces that there are, the last one used first."""
        return await self._index.list()

    async def open(self, id: str | None = None, *, create: bool = True) -> WorkspaceHost:  # noqa: A002 - its id
        """Return a workspace at work; without an id, the last one used or a new one.

        An unknown id is a new workspace, unless `create` is False: then it is a Fault.
        """
        if id is not None and id == self._last:
            return self._in_use(id)
        async with self._opening:
            listed = [each["id"] for each in await self._index.list()]
            if id is None:
                id = listed[0] if listed else new_id()  # noqa: A001
            elif checked_run_id(id, new=True) not in listed and not create:
                raise _unknown(id)
            if id not in listed[:1]:
                await self._index.use(id)
            if id not in self._hosts:
                self._hosts[id] = await self._host(id)
            self._last = id
            return self._in_use(id)

    def _in_use(self, id: str) -> WorkspaceHost:  # noqa: A002
        self._used[id] = asyncio.get_running_loop().time()
        if self._closing is None or self._closing.done():
            self._closing = asyncio.ensure_future(self._close_idle())
        return self._hosts[id]

    async def _close_idle(self) -> None:
        """Close what nobody needs, as long as something is open: what it holds is read again when it is wanted."""
        clock = asyncio.get_running_loop().time
        while self._hosts:
            await asyncio.sleep(IDLE_SECONDS / 2)
            async with self._opening:
                long_ago = clock() - IDLE_SECONDS
                idle = [each for each, used in self._used.items() if used < long_ago and self._hosts[each].idle]
                for id_ in idle:
                    await self._close_one(id_)
            if idle:
                give_back()

    async def _close_one(self, id: str) -> None:  # noqa: A002
        host = self._hosts.pop(id)
        self._last = None if self._last == id else self._last
        del self._used[id]
        await host.close()

    async def open_document(self, data: Any) -> WorkspaceHost:
        """Return a new workspace that is drawn as a saved one was; its calls are not made again."""
        document = read_document(data, self._limits)
        host = await self.open(new_id())
        await host.draw_file([each for each in batch if each["op"] not in EFFECTS] for batch in document.batches)
        return host

    async def approve(self, id: str, path: str | None, *, approved: bool, kind: bool = False, by: str) -> None:  # noqa: A002
        """Approve or refuse a call that a workspace of any process waits with; raise a Fault where none does."""
        question = find_question(open_questions(await self._log.read(id)), path, "approval")
        await write_answer(self._log, id, question, Reply(question.check_approval(approved=approved, kind=kind), by))

    async def keep_run(self, run: Run, name: str | None, *, partial: bool = False, replay: bool = True) -> Object:
        """Keep what a run did as a workflow, among those that workspaces list."""
        return await keep_run(run, self._parts.workflows, name, partial=partial, replay=replay)

    async def _host(self, id: str) -> WorkspaceHost:  # noqa: A002
        workspace = Workspace(id, self._log, user=self._user, limits=self._limits)
        host = WorkspaceHost(
            workspace, self._parts, await self._index.model(id), keep_model=partial(self._index.choose_model, id)
        )
        workspace.effects = host.carry_out
        await workspace.open()
        if workspace.record.unanswered:
            await workspace.say("system", UNANSWERED)
        host.product.begin()
        return host

    async def models_changed(self) -> None:
        """Tell all that other models can be asked now, or another one is the default."""
        for host in self._hosts.values():
            await host.models_changed()

    async def close(self) -> None:
        """Close all that are open."""
        if self._closing is not None:
            self._closing.cancel()
            await asyncio.wait([self._closing])
        for id_ in list(self._hosts):
            await self._close_one(id_)


def _unknown(id: str) -> Fault:  # noqa: A002
    message, hint = f"There is no workspace {id!r}.", "Leave the id out for the last one used."
    return Fault("not_found", message, pointer="/id", expected="the id of a workspace", received=id, hint=hint)

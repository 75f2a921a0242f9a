"""`tools/call`: a plain call in the client's session, or a run where the tool needs one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
)

from ...app.app import App
from ...app.call_session import CallSession
from ...core.cancel import CancelToken
from ...core.context import Asker
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from .catalog import Catalog
from .content import RUN, failed
from .pending import PREFIX as PENDING
from .pending import PendingCalls
from .progress import HeardLog, Progress
from .run_calls import PREFIX as RUNNING
from .run_calls import Outcome, RunCalls, RunResult
from .sessions import Sessions

Context = ServerRequestContext[Any, Any]
Render = Callable[[Result], CallToolResult]
CANCELLED: Final = "the client cancelled the call"


class Calls:
    """Answers calls of the tools in a catalog."""

    def __init__(self, app: App, catalog: Catalog, sessions: Sessions, runs: RunCalls, render: Render) -> None:
        """`render` shows a result as content blocks."""
        self.pending: PendingCalls[Result] = PendingCalls()
        self._app = app
        self._catalog = catalog
        self._sessions = sessions
        self._runs = runs
        self._render = render

    async def call(self, context: Context, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        """Answer one request. What goes wrong is a result too, so that a model can read it."""
        try:
            outcome = await self._outcome(context, params)
        except Fault as fault:
            return failed(fault)
        if not isinstance(outcome, RunResult):
            return outcome if isinstance(outcome, InputRequiredResult) else self._render(outcome)
        if isinstance(outcome.outcome, InputRequiredResult):
            return outcome.outcome
        shown = self._render(outcome.outcome)
        return shown.model_copy(update={"meta": {**(shown.meta or {}), RUN: outcome.run}})

    async def _outcome(self, context: Context, params: CallToolRequestParams) -> Outcome | RunResult:
        state, responses = params.request_state, params.input_responses or {}
        if state is not None and state.startswith(RUNNING):
            return await self._runs.take_up(context, state, responses)
        if state is not None and state.startswith(PENDING):
            return await self.pending.attend(self.pending.find(state), responses, Progress(context))
        name, args = params.name, params.arguments or {}
        if self._catalog.is_search(name):
            return await self._sessions.of(context).call(name, args, tools=self._catalog.searchable)
        if self._catalog.is_call(name):
            name, args = _unwrapped(args)
        tool = self._catalog.find(name)
        args = self._catalog.decode(tool, args)
        if self._runs.are_for(tool):
            return await self._runs.start(context, tool, args, responses)
        return await self._plain(context, tool, args, responses)

    async def _plain(self, context: Context, tool: Tool, args: Any, responses: Any) -> Outcome:
        session, progress = self._sessions.of(context), Progress(context)
        if not tool.contextual and not progress.wanted:
            return await session.call(tool.name, args)
        log = HeardLog(self._app.context.log, progress) if progress.wanted and self._app.context.log else None
        return await self.pending.call(
            context, lambda ask: self._stoppable(session, tool, args, ask, log), responses, progress, log
        )

    async def _stoppable(
        self, session: CallSession, tool: Tool, args: Any, ask: Asker | None, log: HeardLog | None
    ) -> Result:
        """Call a tool with a token of its own, which stops it where the caller is cancelled."""
        cancel = CancelToken()
        forget = self._app.cancel.listen(lambda: cancel.cancel(self._app.cancel.reason or "stopped"))
        try:
            return await session.call(tool.name, args, ask=ask, log=log, cancel=cancel)
        except asyncio.CancelledError:
            cancel.cancel(CANCELLED)
            raise
        finally:
            forget()


def _unwrapped(args: Object) -> tuple[str, Any]:
    """Return the tool and the arguments that `call_tool` was given."""
    name, given = args.get("name"), args.get("arguments", {})
    if not isinstance(name, str):
        expected = "the name of a tool that search_tools has found"
        raise Fault("invalid_input", "call_tool needs a name.", pointer="/name", expected=expected)
    return name, given

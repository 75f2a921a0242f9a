"""The plain calls of one client as a run of their own: its events, its page, its cancellation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..core.call import Call, new_id
from ..core.cancel import CancelToken
from ..core.context import Asker, Context
from ..core.event import EventLog
from ..core.invoke import invoke
from ..core.registry import Tools
from ..core.result import Result
from ..runs.local_files import ask_for_files_unless_allowed
from .page_acts import UNHEARD, PageActs, approver

if TYPE_CHECKING:
    from ..core.protocols import Page


class CallSession:
    """An implicit run. Its page opens when a call first uses it, and is closed with the session."""

    def __init__(
        self, context: Context, open_page: Callable[[Context], Page], refresh: Callable[[], Awaitable[None]]
    ) -> None:
        """`context` is the app's; `refresh` reads files again that have changed."""
        self._acts = PageActs(context, UNHEARD)
        guards = (*context.guards, ask_for_files_unless_allowed)
        self.context = self._acts.guarding(replace(context, run=new_id(), page=None, current=None, guards=guards))
        self._open_page = open_page
        self._refresh = refresh

    @property
    def run(self) -> str:
        """The id of the run that the calls belong to."""
        return self.context.run

    async def call(
        self,
        tool: str,
        args: Any = None,
        *,
        ask: Asker | None = None,
        log: EventLog | None = None,
        cancel: CancelToken | None = None,
        tools: Tools | None = None,
    ) -> Result:
        """Call a tool. Never raises, unless the caller is cancelled.

        For this call, `ask` asks the client's person, `log` hears its events, `cancel` stops it, and `tools` are
        within reach.
        """
        await self._refresh()
        if tool.startswith("page.") and self.context.page is None:
            self.context.page = page = self._open_page(self.context)
            self._acts.hold(page)
        given: dict[str, Any] = {"ask": ask, "log": log, "cancel": cancel, "tools": tools}
        given["approve"] = None if ask is None else approver(ask)
        changed = {name: each for name, each in given.items() if each is not None}
        context = replace(self.context, **changed) if changed else self.context
        return await invoke(Call(tool, args), context)

    async def close(self) -> None:
        """Close the page, if one was opened."""
        page, self.context.page = self.context.page, None
        if page is not None:
            await page.close()

"""A run: a UUID and its events, and the workflow that can be made of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from ..core.event import Event, EventLog
from ..core.registry import Tools
from ..core.result import Result

if TYPE_CHECKING:
    from ..flow.workflow import Workflow


class Run:
    """A run of this or an earlier process."""

    def __init__(self, id: str, log: EventLog, tools: Tools) -> None:  # noqa: A002 - it is the id of the run
        self.id = id
        self.result: Result | None = None
        """How it went, where this process has seen it to its end."""
        self._log = log
        self._tools = tools
        self._events: list[Event] = []

    async def events(self, *, after: int = 0) -> list[Event]:
        """What has happened so far."""
        found = await self._log.read(self.id, after=after)
        if after == 0:
            self._events = found
        return found

    def follow(self, *, after: int = 0) -> AsyncIterator[Event]:
        """What has happened and what happens, until the run is finished."""
        return self._log.follow(self.id, after=after)

    def compile(self, *, name: str | None = None, partial: bool = False) -> Workflow:
        """The workflow that does the same without a model, made from the events that were read last.

        A run that did not end well is compiled only if `partial` is enough.
        """
        from ..flow.compile import compile_run

        return compile_run(self._events, name=name, partial=partial, tools=self._tools).workflow(tools=self._tools)

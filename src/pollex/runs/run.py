"""A run: a UUID, its events and result, and the workflow that can be made of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any

from ..core.event import Event, EventLog
from ..core.registry import Tools
from ..core.result import Result

if TYPE_CHECKING:
    from ..flow.compile import Compiled
    from ..flow.workflow import Workflow


class Run:
    """A run of this or an earlier process."""

    def __init__(
        self,
        id: str,  # noqa: A002 - it is the id of the run
        log: EventLog,
        tools: Tools,
        outcome: Callable[[str], Awaitable[Result]] | None = None,
        replay: Callable[[Compiled], Awaitable[Compiled]] | None = None,
    ) -> None:
        """`outcome` waits for the end of a run; `replay` tries what it was compiled to, and notes how that went."""
        self.id = id
        self.result: Result | None = None
        """How the run ended, if this process has waited for its end."""
        self.output: Any = None
        """The answer as data of the type that `App.run(output=…)` was given; None if the task was not done."""
        self._log = log
        self._tools = tools
        self._outcome = outcome
        self._replay = replay

    async def wait(self) -> Result:
        """Wait for the end of the run, and return how it went."""
        if self.result is None:
            assert self._outcome is not None, "only a run that App.start or App.find_run returned can be waited for"
            self.result = await self._outcome(self.id)
        return self.result

    async def events(self, *, after: int = 0) -> list[Event]:
        """Return what has happened so far, from the event behind the number `after`."""
        return await self._log.read(self.id, after=after)

    def follow(self, *, after: int = 0) -> AsyncIterator[Event]:
        """Yield what has happened and what happens, until the run is finished."""
        return self._log.follow(self.id, after=after)

    async def compile(self, *, name: str | None = None, partial: bool = False, replay: bool = True) -> Workflow:
        """Return the workflow that repeats this run without a model.

        It is replayed at once in a fresh window, up to the first request that changes something, and its notes say how
        that went, unless `replay` is False. A run that failed raises a Fault, unless `partial` says that what it did
        before is enough.
        """
        from ..flow.compile import compile_run

        made = compile_run(await self.events(), name=name, partial=partial, tools=self._tools)
        if replay and self._replay is not None:
            made = await self._replay(made)
        return made.workflow(tools=self._tools)

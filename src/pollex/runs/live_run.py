"""The runs that go on in this process, each with its page, so that a person can watch and take over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ..core.environment import RunEnvironment
from ..core.fault import Fault
from ..core.protocols import Page


@dataclass(frozen=True, eq=False)
class Taker:
    """Somebody who takes the wheel of runs: a page, a panel."""

    name: str


@dataclass(eq=False)
class LiveRun:
    """A run while it goes on here."""

    environment: RunEnvironment
    page: Page
    recorded: bool = False
    """Whether it is a recording: the person is at the wheel from its beginning to its end."""
    observed: bool = False
    """Whether a person acts in the browser itself, and not by the live view."""
    taken: bool = False
    """Whether a person has taken over, or is about to: the run finishes its step first."""
    taker: Taker | None = None
    """Who has the wheel; None where they have gone without giving it back, so that anybody may go on."""
    taken_at: datetime = datetime.min
    watched: bool = False
    """Whether somebody looks at it."""
    view: Any = None
    """What films it and lets a person act in it, made when somebody first asks."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    releasing: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    """Called before the run itself goes on, or says that it has ended: what the person has begun is kept."""

    @property
    def id(self) -> str:
        return self.environment.steps.run

    @property
    def at_wheel(self) -> bool:
        """Whether the person may act now: nobody else does."""
        return self.taken and self.environment.steps.idle

    def claim(self, taker: Taker | None) -> None:
        """Let somebody go on at the wheel; raise a Fault that says who has it where that is somebody else."""
        if self.taken and self.taker is not None and taker is not self.taker:
            message = f"The wheel of this run has {self.taker.name}, since {self.taken_at:%H:%M}."
            hint = "Have it given back there, or close that page."
            raise Fault("conflict", message, pointer="/run", received=self.taker.name, hint=hint, retry=True)
        if taker is not self.taker:
            self.taker, self.taken_at = taker, datetime.now()

    def leave(self, taker: Taker) -> None:
        """Let anybody go on where somebody who has the wheel goes."""
        if self.taker is taker:
            self.taker = None

    async def release(self) -> None:
        """Take the wheel from the person; what was begun is kept."""
        self.taken, self.taker = False, None
        for release in self.releasing:
            await release()


class LiveRuns:
    """All runs that go on here, by id."""

    def __init__(self) -> None:
        self._runs: dict[str, LiveRun] = {}

    def find(self, run: str) -> LiveRun | None:
        return self._runs.get(run)

    @asynccontextmanager
    async def going(self, live: LiveRun) -> AsyncIterator[None]:
        """Know a run within this block."""
        self._runs[live.id] = live
        try:
            yield
            await live.release()
        finally:
            del self._runs[live.id]
            live.ended.set()

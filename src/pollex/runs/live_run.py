"""The runs that go on in this process, each with its page, so that a person can watch and take over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from ..core.environment import RunEnvironment
from ..core.protocols import Page


@dataclass(eq=False)
class LiveRun:
    """A run while it goes on here."""

    environment: RunEnvironment
    page: Page
    recorded: bool = False
    """Whether it is a recording: the person is at the wheel from its beginning to its end."""
    taken: bool = False
    """Whether a person has taken over, or is about to: the run finishes its step first."""
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

    async def release(self) -> None:
        """Take the wheel from the person; what was begun is kept."""
        self.taken = False
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

"""Doing work and telling what happens in its run meanwhile: every event once, the last ones too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from ..core.fault import Fault

if TYPE_CHECKING:
    from ..core.event import Event
    from ..runs.run import Run

T = TypeVar("T")


async def followed(run: Run, work: Awaitable[T], tell: Callable[[Event, bool], Awaitable[None]], after: int = 0) -> T:
    """What the work gives. `tell` hears of each event behind `after`, and whether the work goes on."""
    from asyncio import create_task

    told = after

    async def follow() -> None:
        nonlocal told
        async for event in run.follow(after=told):
            told = event.seq
            await tell(event, True)

    following = create_task(follow())
    try:
        result = await work
    finally:
        following.cancel()
    with suppress(Fault):  # the log cannot be read: the result says more than its events
        for event in await run.events(after=told):
            await tell(event, False)
    return result

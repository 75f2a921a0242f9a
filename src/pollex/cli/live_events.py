"""Events of a run as they happen, while its work is done: each once, the last ones too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from ..core.fault import Fault

if TYPE_CHECKING:
    from ..core.event import Event
    from ..runs.run import Run

T = TypeVar("T")


async def follow_while(
    run: Run, work: Awaitable[T], show: Callable[[Event, bool], Awaitable[None]], after: int = 0
) -> T:
    """Return what the work gives. `show` gets each event behind `after`, and whether the work is still going on."""
    from asyncio import create_task

    seen, over = after, False

    async def follow() -> None:
        nonlocal seen
        async for event in run.follow(after=seen):
            if over:  # a cancellation can get lost in `wait_for`
                return
            seen = event.seq
            await show(event, True)

    following = create_task(follow())
    try:
        result = await work
    finally:
        over = True
        following.cancel()
    with suppress(Fault):  # the log cannot be read: the result says more than its events
        for event in await run.events(after=seen):
            await show(event, False)
    return result

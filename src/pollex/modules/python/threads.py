"""Work on a thread that may block, such as an import."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from ...core.limits import DEFAULT_LIMITS
from ...core.pipeline.threads import Raised, ThreadPool

T = TypeVar("T")


async def in_thread(workers: ThreadPool, job: Callable[[], T]) -> T:
    """Run `job` on a thread. A job that hangs blocks neither the event loop nor the end of the process."""
    try:
        return cast("T", await workers.run(job, most_abandoned=DEFAULT_LIMITS.abandoned_threads))
    except Raised as raised:
        raise raised.error from None

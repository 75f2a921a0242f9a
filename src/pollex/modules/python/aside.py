"""Runs what may block, such as an import, on a thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from ...core.limits import DEFAULT_LIMITS
from ...core.pipeline.worker import Raised, Workers

T = TypeVar("T")


async def aside(workers: Workers, job: Callable[[], T]) -> T:
    """What `job` returns or raises. A job that hangs keeps neither the event loop nor the process."""
    try:
        return cast("T", await workers.run(job, most_abandoned=DEFAULT_LIMITS.abandoned_threads))
    except Raised as raised:
        raise raised.error from None

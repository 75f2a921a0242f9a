"""Tasks whose result is no longer needed."""

from __future__ import annotations

import asyncio
from typing import Any


def forgotten(work: asyncio.Future[Any]) -> None:
    """Retrieve a task's exception as its `add_done_callback`, so that asyncio does not report it as never retrieved."""
    if not work.cancelled():
        work.exception()

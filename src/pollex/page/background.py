"""Work that goes on while nobody waits for it any more."""

from __future__ import annotations

import asyncio
from typing import Any


def forgotten(work: asyncio.Future[Any]) -> None:
    """Take note of how it ended, as its `add_done_callback`; otherwise Python complains that nobody did."""
    if not work.cancelled():
        work.exception()

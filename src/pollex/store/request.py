"""Requests to the writer, and how their outcomes reach the waiting event loops."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..core.fault import Fault
from .tables import Entries, Entry

Query = Callable[[sqlite3.Connection], Any]


@dataclass(slots=True, eq=False)
class LogRequest:
    """Work for the writer: write an entry or several together, run a query, or (None) end. A post has no waiter."""

    work: Entry | Entries | Query | None
    future: asyncio.Future[Any] | None = None


def settle(outcomes: Sequence[tuple[LogRequest, Any]]) -> None:
    """Deliver outcomes to their waiters, with one wake-up for each event loop."""
    waiting: defaultdict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = defaultdict(list)
    for request, outcome in outcomes:
        if request.future is not None:
            waiting[request.future.get_loop()].append((request.future, outcome))
    for loop, pairs in waiting.items():
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            loop.call_soon_threadsafe(deliver, pairs)


def deliver(pairs: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, outcome in pairs:
        if future.done():
            continue
        if isinstance(outcome, Fault):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

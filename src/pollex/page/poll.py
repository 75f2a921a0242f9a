"""Polling a page with every frame that is drawn, until a check succeeds or time is up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TypeVar

from ..core.fault import Fault
from .open_tab import OpenTab

T = TypeVar("T")


async def until(opened: OpenTab, patience: float, look: Callable[[], Awaitable[T | None]]) -> T | None:
    """What `look` gives as soon as that is something; None after `patience` seconds, but not before one look.

    Where the page goes to another document meanwhile, that one is looked at.
    """
    end = monotonic() + patience
    while True:
        try:
            if (found := await look()) is not None:
                return found
            if monotonic() < end:
                await opened.tab.wait(await opened.tab.main(), "breathe")
        except Fault as fault:
            if fault.code not in ("not_found", "timeout"):
                raise
        if monotonic() >= end:
            return None

"""A wait for what happens elsewhere, with an end that says what did not happen."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")
PATIENCE: Final = 60.0
"""Seconds after which what is waited for is not going to happen any more."""
PAUSE: Final = 0.005


async def until(what: str, happened: Callable[[], T]) -> T:
    """What `happened` gives, as soon as it is true."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while not (found := happened()):
        assert asyncio.get_running_loop().time() < deadline, f"{what}: that did not happen within {PATIENCE:g} s"
        await asyncio.sleep(PAUSE)
    return found

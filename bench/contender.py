"""What is compared: a library that calls a Python function as a tool, the way its own agent loop does."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, TypeAlias

Function: TypeAlias = Callable[..., Any]


def nothing() -> None:
    """For contenders that keep nothing between calls."""


async def settled() -> None:
    """For contenders that have done everything when they answer."""


def given(problem: object) -> object:
    """The error as it came."""
    return str(problem)


@dataclass(frozen=True, slots=True)
class Opened:
    """A function declared as the tool `add`, ready to be called with JSON text."""

    call: Callable[[str], Awaitable[Any]]
    settle: Callable[[], Awaitable[None]] = settled
    """Waits for what the calls left to be done, such as writing a log. It is timed: it belongs to their cost."""
    reset: Callable[[], None] = nothing
    """Forgets what earlier calls left behind, so that a growing heap is nobody's cost."""


Open: TypeAlias = Callable[[Function, float | None], AbstractAsyncContextManager[Opened]]
"""Declares the function, with a time limit in seconds or none. `NotImplementedError` where there is no such setting."""
Opening: TypeAlias = AsyncIterator[Opened]


@dataclass(frozen=True, slots=True)
class Contender:
    """A library under test. Only `open` is timed; the rest reads what it answered."""

    name: str
    open: Open
    distribution: str | None = None
    module: str | None = None
    """What a user imports to use it."""
    failed: Callable[[Any], bool] = lambda answer: False
    """Whether an answer that was returned, not raised, says that the call failed."""
    explain: Callable[[Any], object] = given
    """The most structured form of an error, returned or raised."""

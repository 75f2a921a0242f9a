"""The environment of a run: the context of its calls, the engine that keeps its steps, and browser snapshots."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from .context import Context
from .json import Object
from .protocols import Steps

Boundary: TypeAlias = Callable[[str, str], Awaitable[None]]
"""A callback with a moment (`before`, `after`, `event`) and the node: the run and its path."""


async def _pass(moment: str, node: str) -> None:
    return None


async def _unobserved() -> None:
    return None


def _accept(value: Any) -> Any:
    return value


class SnapshotCipher(Protocol):
    """Encryption of browser snapshots, so that they can be stored with the run's steps."""

    def seal(self, state: Object) -> str: ...

    def open(self, sealed: str) -> Object: ...


@dataclass(frozen=True, slots=True)
class RunEnvironment:
    """The environment that every run is started with."""

    context: Context
    steps: Steps
    states: SnapshotCipher | None = None
    """Encrypts snapshots. Without it, a resumed run begins with an empty browser."""
    journal: bool = True
    """Whether acting calls are keyed and snapshots kept. Off only in tests that show what this is for."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """A lock shared by the runs of a process, which restore their browsers one after the other."""
    stores: dict[str, Any] = field(default_factory=dict)
    """The snapshot store that an agent and a person who takes over share."""
    environ: dict[str, str] = field(default_factory=dict)
    """The allowed environment variables, as they were when the run began."""
    attended: bool = False
    """Whether somebody answers what the run asks: a person here, or through another door."""
    asks: bool = False
    """Whether a person is present who can be asked which element is meant."""
    results: bool = False
    """Whether the log contains each node's result, for an editor that tries out a workflow."""
    check_output: Callable[[Any], Any] = field(default=_accept)
    """Raises a Fault with issues if an answer does not have the type that the caller in this process wants."""
    observe: Callable[[], Awaitable[None]] = field(default=_unobserved)
    """Begins to observe a person, once a recording shows its address."""
    resting: Callable[[], AbstractAsyncContextManager[None]] = field(default=nullcontext)
    """Entered while the run waits for the answer to a question."""
    boundary: Boundary = field(default=_pass)
    """Awaited at each boundary of a node, for tests that end the process there."""

"""What a run stands on: the context of its calls, the engine that keeps its steps, and where browser states go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from .context import Context
from .json import Object
from .protocols import Steps

Boundary: TypeAlias = Callable[[str, str], Awaitable[None]]
"""Hears of a moment (`before`, `after`, `event`) and of the node: the run and its path."""


async def _pass(moment: str, node: str) -> None:
    return None


def _accept(value: Any) -> Any:
    return value


class States(Protocol):
    """Seals the state of a browser, so that it can be kept with the run's steps."""

    def seal(self, state: Object) -> str: ...

    def open(self, sealed: str) -> Object: ...


@dataclass(frozen=True, slots=True)
class RunEnvironment:
    """Given to every run by whoever starts it."""

    context: Context
    steps: Steps
    states: States | None = None
    """Without it a run that is resumed begins with an empty browser."""
    journal: bool = True
    """Switched off only by the tests that show what it is good for."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Shared by the runs of a process, which put their browsers' states back one after the other."""
    environ: dict[str, str] = field(default_factory=dict)
    """The allowed variables as they were when the run began."""
    asks: bool = False
    """Whether a person is there who can be asked which element is meant."""
    results: bool = False
    """Whether the ledger has what each node gave, for whoever tries a workflow while writing it."""
    check_output: Callable[[Any], Any] = field(default=_accept)
    """Raises a Fault with issues where an answer's values are not of the type that the caller of this process wants."""
    boundary: Boundary = field(default=_pass)
    """Awaited at each boundary of a node, for tests that end the process there."""

"""What is compared here: a library that describes a loaded page to a model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class Node(NamedTuple):
    """One element. Backend ids count per process, so the target (page or foreign frame) is part of it."""

    target: str
    backend: int


@dataclass(frozen=True, slots=True)
class Place:
    """The page to look at: it is loaded already, in the only tab of a running Chromium."""

    endpoint: str
    socket: str
    url: str
    target: str


@dataclass(frozen=True, slots=True)
class Observation:
    """What one look gave: the text for a model, and how many elements it offers to act on."""

    text: str
    interactive: int


Found: TypeAlias = list[Node] | None
"""The offered elements in the viewport and 1000 pixels around it; none where a contender cannot tell."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A contender that is connected to the page. Only `observe` is timed."""

    observe: Callable[[], Awaitable[Observation]]
    found: Callable[[], Awaitable[Found]]


Opening: TypeAlias = AsyncIterator[Opened]


@dataclass(frozen=True, slots=True)
class Contender:
    """A library under test."""

    name: str
    version: str
    open: Callable[[Place], AbstractAsyncContextManager[Opened]]
    cut: int | None = None
    """The number of characters at which its own agent cuts the text off."""

"""An agent's run as a person has it, in a process of its own; its model and its site are servers of the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from pollex import App

from ...processes import Nursery
from .site import Site
from .terminal import Terminal
from .wire import Mind, Wire

PROVIDER = (
    "pollex.model.provider_library",
    "pollex.model.provider",
    "pydantic_ai.models.openai",
    "pydantic_ai.providers.openai",
)
"""What speaks to the model's server; it takes a process seconds to load."""


@pytest.fixture
def terminal(nursery: Nursery, tmp_path: Path) -> Terminal:
    nursery.load(*PROVIDER)
    return Terminal(nursery, tmp_path / "home")


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture
def thinking() -> Iterator[Callable[[Mind], Wire]]:
    """Starts a model's server."""
    with ExitStack() as stack:
        yield lambda mind: stack.enter_context(Wire(mind))


@pytest_asyncio.fixture
async def app(terminal: Terminal) -> AsyncIterator[App]:
    """Looks at the runs of the terminal, and steers them."""
    async with App(home=terminal.home) as looking:
        yield looking

"""A terminal for each test, and one practice server for all of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pollex.practice.server import Server

from ..processes import Nursery
from .terminal import Terminal


@pytest.fixture
def pollex(nursery: Nursery, tmp_path: Path) -> Iterator[Terminal]:
    """`pollex("tools", "--json")` runs a command in a folder and a home of its own."""
    terminal = Terminal(nursery, tmp_path)
    yield terminal
    terminal.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running

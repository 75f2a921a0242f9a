"""A terminal for each test, and one practice server and one process to fork commands from for all of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pollex.practice.server import Server

from .terminal import Nursery, Terminal


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


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

"""Practice servers: one for each layout, with a world for each test as if the server were new."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from pollex.practice.server import Server
from pollex.practice.site import World


@pytest.fixture(scope="session")
def running() -> Iterator[Callable[[int], Server]]:
    """Gives the server of a layout, started when it is first asked for."""
    with ExitStack() as stack:
        known: dict[int, Server] = {}

        def of(layout: int) -> Server:
            if layout not in known:
                known[layout] = stack.enter_context(Server(layout=layout))
            known[layout].app.state.world = World(1, layout)
            return known[layout]

        yield of


@pytest.fixture
def server(running: Callable[[int], Server]) -> Server:
    return running(1)

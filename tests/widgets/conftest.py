"""The gallery on a port of this machine, and one app for all its pages."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from bench.agent_form import Server
from bench.agent_player import WeighedPlayer
from bench.widgets.script import FOLDER
from bench.widgets.server import Gallery

from pollex import App
from pollex.page.live import LivePage
from pollex.testing.player import ScriptedTurn


@pytest.fixture(scope="session")
def gallery() -> Iterator[Gallery]:
    with Gallery(FOLDER) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    home: Path = tmp_path_factory.mktemp("home")
    async with App(home=home, environ={}) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def play(app: App) -> AsyncIterator[Callable[[list[ScriptedTurn]], WeighedPlayer]]:
    """Makes a player of a script, whose requests go over the wire."""
    with Server() as server:
        async with app.model(f"openai:instant@{server.url}v1") as wire:
            yield lambda turns: WeighedPlayer(turns, wire, server)


@pytest_asyncio.fixture(loop_scope="session")
async def open_widget(app: App, gallery: Gallery) -> AsyncIterator[Callable[[str], Awaitable[LivePage]]]:
    """Opens a page of the gallery by its name."""
    async with AsyncExitStack() as windows:

        async def opened(name: str) -> LivePage:
            address = f"{gallery.url}/pages/{name}.html"
            return await windows.enter_async_context(app.page(address, allow=("127.0.0.1",)))

        yield opened

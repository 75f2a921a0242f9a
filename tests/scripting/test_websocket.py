"""The server's side of a WebSocket, against another library's client."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import pytest
import pytest_asyncio
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError, ConnectionClosedOK

from pollex.scripting import websocket
from pollex.scripting.loopback import HttpRequest, LoopbackServer
from pollex.scripting.websocket import WebSocket

SIZES: Final = (0, 1, 125, 126, 65_535, 65_536, 3_000_001)


@pytest_asyncio.fixture
async def echo() -> AsyncIterator[str]:
    """The address of a server that sends back what it gets, and closes at `bye`."""

    async def serve(request: HttpRequest) -> None:
        socket = WebSocket.accept(request)
        assert socket is not None
        async for message in socket:
            if message == b"bye":
                socket.close()
                return
            socket.send(message)

    server = LoopbackServer()
    await server.open()
    yield f"ws://{server.add(serve)}"
    await server.close()


async def test_messages_of_all_sizes_come_back(echo: str) -> None:
    async with connect(echo, max_size=None, compression=None) as client:
        for size in SIZES:
            text = ("ä" * size)[:size]
            await client.send(text)
            assert await client.recv() == text


async def test_a_message_in_pieces_is_put_together_and_pings_are_answered(echo: str) -> None:
    async with connect(echo, compression="deflate") as client:
        await client.send(["one ", "two ", "three"])
        await asyncio.wait_for(await client.ping(), 10)

        assert await client.recv() == "one two three"


async def test_the_server_closes(echo: str) -> None:
    async with connect(echo) as client:
        await client.send("bye")
        with pytest.raises(ConnectionClosedOK):
            await client.recv()


async def test_a_message_that_is_too_large_ends_the_connection(echo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "LARGEST", 1000)
    async with connect(echo) as client:
        await client.send("x" * 1001)
        with pytest.raises(ConnectionClosedError) as raised:
            await client.recv()

    assert raised.value.rcvd is not None
    assert raised.value.rcvd.code == 1009

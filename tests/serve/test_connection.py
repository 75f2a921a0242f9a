"""Connections without a request are closed; those with one are left alone."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from tests.waits import until_async

from pollex.serve.connection import HttpConnection

REQUEST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"


class ShortConnection(HttpConnection):
    head_seconds = 0.05


async def _echo(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(body)(scope, receive, send)


@asynccontextmanager
async def server() -> AsyncIterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(_echo, http=ShortConnection, log_config=None, lifespan="off", timeout_keep_alive=600)
        serving = uvicorn.Server(config)
        task = asyncio.ensure_future(serving._serve([listener]))  # which leaves signals alone
        await until_async("it answers", lambda: serving.started)
        yield listener.getsockname()[1]
        serving.should_exit = serving.force_exit = True
        await task


@pytest.mark.parametrize("sent", [b"", b"G", b"GET / HTTP/1.1\r\nHost: ", REQUEST + b"okGET / HT"])
async def test_a_head_that_does_not_come_is_not_waited_for(sent: bytes) -> None:
    async with server() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        answer = await asyncio.wait_for(reader.read(), 60)
        assert answer.endswith(b"\r\n\r\nok") if sent.startswith(b"POST") else answer == b""
        writer.close()


async def test_a_request_that_has_begun_is_left_alone() -> None:
    async with server() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST + b"o")
        other, silent = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.wait_for(other.read(), 60)  # which came later, and is closed by now
        writer.write(b"k")
        assert (await asyncio.wait_for(reader.readuntil(b"ok"), 60)).startswith(b"HTTP/1.1 200 ")
        for each in (writer, silent):
            each.close()

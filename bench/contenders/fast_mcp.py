"""FastMCP: a server's tool, called on the server itself, and by a client through the in-memory transport."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from bench.contender import Contender, Function, Opened, Opening


def server_with(function: Function, limit: float | None) -> Any:
    server = import_module("fastmcp").FastMCP("bench")
    server.tool(function, name="add", timeout=limit)
    return server


@asynccontextmanager
async def open_server(function: Function, limit: float | None) -> Opening:
    server = server_with(function, limit)

    async def call(text: str) -> object:
        value: object = await server.call_tool("add", json.loads(text))
        return value

    yield Opened(call)


@asynccontextmanager
async def open_client(function: Function, limit: float | None) -> Opening:
    async with import_module("fastmcp").Client(server_with(function, limit)) as client:

        async def call(text: str) -> object:
            value: object = await client.call_tool("add", json.loads(text))
            return value

        yield Opened(call)


CONTENDERS = [
    Contender("FastMCP, on the server", open_server, "fastmcp", "fastmcp"),
    Contender("FastMCP, by a client", open_client, "fastmcp", "fastmcp"),
]

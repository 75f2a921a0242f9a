"""MCP clients in tabs of the person's own Chrome: the official SDK, the command that clients start, the real server."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from os import environ
from signal import SIGTERM
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from pollex.practice.server import Server
from pollex.serve.mcp.chrome_page import CHROME_PAGE

from ..processes import Nursery
from ..serve.served import Served
from .conftest import OwnChrome
from .test_runs import allow, pair


@asynccontextmanager
async def client(pollex: Served, *options: str) -> AsyncIterator[Client]:
    command = ["-m", "pollex", "mcp", "--page", "--in", "chrome", *options]
    own = {**environ, "POLLEX_HOME": str(pollex.home)}
    async with Client(stdio_client(StdioServerParameters(command=sys.executable, args=command, env=own))) as made:
        yield made


async def said(client: Client, tool: str, **args: Any) -> str:
    result = await client.call_tool(tool, args)
    return "\n".join(part.text for part in result.content if part.type == "text")


async def test_two_clients_work_in_two_tabs_and_a_third_is_told_why_not(
    chrome: OwnChrome, pollex: Served, server: Server
) -> None:
    panel = await pair(chrome, pollex)
    first, _ = await allow(chrome, panel, f"{server.url}/hard/switch")
    second, number = await allow(chrome, panel, f"{server.url}/hard/double-submit")
    async with client(pollex, "--tab", str(number)) as one, client(pollex, "--allow", "127.0.0.1") as other:
        assert "title: " in await said(one, "page_navigate", url=f"{server.url}/shop/")
        assert (second.url, first.url) == (f"{server.url}/shop/", f"{server.url}/hard/switch")
        assert "Mentions" in await said(other, "page_state")
        assert "blocked" in await said(other, "page_navigate", url="http://elsewhere.example/")
        async with client(pollex) as third:
            assert "Every tab that Pollex may work in is taken" in await said(third, "page_state")
    async with client(pollex) as again:
        assert "url: " in await said(again, "page_state")


async def test_who_has_no_token_or_asks_for_something_else_gets_no_tab(pollex: Served) -> None:
    own = str(pollex.client.base_url).rstrip("/")
    there, token = own.replace("http", "ws", 1) + CHROME_PAGE, dict(pollex.client.headers)["authorization"]
    for headers, origin, code in (({}, own, 401), ({"Authorization": token}, "http://evil.example", 403)):
        with pytest.raises(InvalidStatus) as refused:
            await connect(there, origin=Origin(origin), additional_headers=headers, proxy=None)
        assert refused.value.response.status_code == code
    for first in ("[]", '{"type": "open", "tab": "three"}', '{"type": "open", "policy": "deny"}', "no JSON"):
        async with connect(
            there, origin=Origin(own), additional_headers={"Authorization": token}, proxy=None
        ) as socket:
            await socket.send(first)
            assert "fault" in json.loads(await socket.recv()), first


async def test_without_a_server_the_command_says_so(nursery: Nursery, tmp_path_factory: Any) -> None:
    home = {"POLLEX_HOME": str(tmp_path_factory.mktemp("nobody"))}
    with nursery.start("pollex", "mcp", "--page", "--in", "chrome", environ=home) as process:
        assert (process.wait(), "No Pollex runs here" in process.errors()) == (1, True)


async def test_a_server_that_ends_is_told(pollex: Served, nursery: Nursery) -> None:
    command = ["mcp", "--page", "--in", "chrome", "--yes"]
    with nursery.start("pollex", *command, environ={"POLLEX_HOME": str(pollex.home)}) as process:
        process.say('{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        assert '"id":1' in process.line()
        pollex.process.signal(SIGTERM)
        assert (process.wait(), "The server has ended" in process.errors()) == (1, True)

"""MCP behind the guard of the server: the official client with the token comes in, without it nobody does."""

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from .served import Served


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
async def test_the_official_client_lists_and_calls(served: Served, path: str) -> None:
    headers = {"Authorization": f"Bearer {served.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60, trust_env=False) as http,
        Client(streamable_http_client(f"{served.url}{path}", http_client=http)) as client,
    ):
        listed = await client.list_tools()
        called = await client.call_tool("add", {"a": 1, "b": 2})
    assert "add" in [tool.name for tool in listed.tools]
    assert called.is_error is False


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
@pytest.mark.parametrize("token", ["Bearer wrong", "Basic wrong"])
def test_without_the_token_nobody_comes_in(served: Served, path: str, token: str) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    answer = httpx2.post(f"{served.url}{path}", json=body, headers={"Authorization": token})
    assert answer.status_code == 401


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"[" * 10_000, b'{"jsonrpc": "2.0"}', b'{"method": 5}', b"\xff"])
def test_malformed_messages_are_no_errors_of_the_server(served: Served, body: bytes) -> None:
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    answer = served.client.post("/mcp", content=body, headers=headers)
    assert 400 <= answer.status_code < 500

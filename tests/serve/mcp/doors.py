"""Servers and clients for the tests of the MCP door: by stdio and by HTTP, in both protocols."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent
from tests.processes import environment

HERE = Path(__file__).parent
TOOLS = HERE / "door_tools.py"
TOKENS: dict[str, str] = {}
"""The tokens of the servers that were started here, by their addresses."""
Protocol = Literal["legacy", "2026-07-28"]
PROTOCOLS: tuple[Protocol, ...] = ("legacy", "2026-07-28")


def environ(home: Path) -> dict[str, str]:
    return environment(POLLEX_HOME=str(home))


@contextmanager
def http_server(home: Path, program: str = "tests.serve.mcp.http_program") -> Iterator[str]:
    """The address of a server in a process of its own, killed at the end."""
    command = [sys.executable, "-m", program, str(home), str(TOOLS)]
    output = subprocess.PIPE
    with subprocess.Popen(command, env=environ(home), cwd=HERE.parents[2], stdout=output, text=True) as process:
        try:
            assert process.stdout is not None
            url, TOKENS[url] = process.stdout.readline().split()
            yield url
        finally:
            process.kill()


@asynccontextmanager
async def by_http(url: str, protocol: Protocol, *, token: str | None = None, **options: Any) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token or TOKENS[url]}"}, timeout=60) as client,
        Client(streamable_http_client(url, http_client=client), mode=protocol, **options) as connected,
    ):
        yield connected


@asynccontextmanager
async def by_stdio(
    home: Path, protocol: Protocol, sources: Sequence[Path] = (TOOLS,), *more: str, **options: Any
) -> AsyncIterator[Client]:
    args = ["-m", "pollex", "mcp", *more, *(part for source in sources for part in ("--from", str(source)))]
    server = StdioServerParameters(command=sys.executable, args=args, env=environ(home))
    async with Client(stdio_client(server), mode=protocol, **options) as connected:
        yield connected


def text(result: Any) -> str:
    """The text of a result."""
    assert isinstance(result, CallToolResult)
    return "\n".join(block.text for block in result.content if isinstance(block, TextContent))

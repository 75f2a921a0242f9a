"""Servers and clients for the tests of the MCP door: by stdio and by HTTP, in both protocols."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent
from tests.processes import Nursery, environment

from .piped import piped

HERE = Path(__file__).parent
TOOLS = HERE / "door_tools.py"
TOKENS: dict[str, str] = {}
"""The tokens of the servers that were started here, by their addresses."""
Protocol = Literal["legacy", "2026-07-28"]
PROTOCOLS: tuple[Protocol, ...] = ("legacy", "2026-07-28")


def environ(home: Path) -> dict[str, str]:
    return environment(POLLEX_HOME=str(home))


@contextmanager
def http_server(nursery: Nursery, home: Path, program: Path = HERE / "http_program.py") -> Iterator[str]:
    """The address of a server in a process of its own, killed at the end."""
    with nursery.start(program, str(home), str(TOOLS), environ={"POLLEX_HOME": str(home)}) as process:
        line = process.line()
        assert line, process.errors()
        url, TOKENS[url] = line.split()
        yield url


@asynccontextmanager
async def by_http(url: str, protocol: Protocol, *, token: str | None = None, **options: Any) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token or TOKENS[url]}"}, timeout=60) as client,
        Client(streamable_http_client(url, http_client=client), mode=protocol, **options) as connected,
    ):
        yield connected


@asynccontextmanager
async def by_stdio(
    nursery: Nursery, home: Path, protocol: Protocol, sources: Sequence[Path] = (TOOLS,), *more: str, **options: Any
) -> AsyncIterator[Client]:
    args = ["mcp", *more, *(part for source in sources for part in ("--from", str(source)))]
    with nursery.start("pollex", *args, environ={"POLLEX_HOME": str(home)}) as process:
        async with Client(piped(process), mode=protocol, **options) as connected:
            yield connected


def text(result: Any) -> str:
    """The text of a result."""
    assert isinstance(result, CallToolResult)
    return "\n".join(block.text for block in result.content if isinstance(block, TextContent))

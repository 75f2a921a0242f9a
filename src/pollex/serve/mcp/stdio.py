"""`pollex mcp`: the server on stdin and stdout, for clients that start it themselves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Protocol, cast

from mcp.server.lowlevel import Server
from mcp.server.models import InitializationOptions
from mcp.server.stdio import stdio_server


class StdioServer(Protocol):
    """A server that is not bound to a transport: `McpServer`, `PageServer`."""

    @property
    def sdk(self) -> Server[Any]: ...

    def options(self) -> InitializationOptions: ...


class MessageLines(Protocol):
    """What stands in for stdin and stdout: a message a line."""

    def __aiter__(self) -> AsyncIterator[str]: ...

    async def write(self, line: str) -> None: ...

    async def flush(self) -> None: ...


async def serve_stdio(server: StdioServer, lines: MessageLines | None = None) -> None:
    """Answer the one client until it closes stdin, or what stands in for it.

    Nothing but the protocol goes to stdout: the SDK sends to stderr what tools and libraries print meanwhile.
    """
    async with stdio_server(cast("Any", lines), cast("Any", lines)) as (incoming, outgoing):
        await server.sdk.run(incoming, outgoing, server.options())

"""`pollex mcp`: the server on stdin and stdout, for clients that start it themselves."""

from __future__ import annotations

from typing import Any, Protocol

from mcp.server.lowlevel import Server
from mcp.server.models import InitializationOptions
from mcp.server.stdio import stdio_server


class StdioServer(Protocol):
    """A server that is not bound to a transport: `McpServer`, `PageServer`."""

    @property
    def sdk(self) -> Server[Any]: ...

    def options(self) -> InitializationOptions: ...


async def serve_stdio(server: StdioServer) -> None:
    """Answer the one client until it closes stdin.

    Nothing but the protocol goes to stdout: the SDK sends to stderr what tools and libraries print meanwhile.
    """
    async with stdio_server() as (incoming, outgoing):
        await server.sdk.run(incoming, outgoing, server.options())

"""`pollex mcp`: the server on stdin and stdout, for clients that start it themselves."""

from __future__ import annotations

from mcp.server.stdio import stdio_server

from .server import McpServer


async def serve_stdio(server: McpServer) -> None:
    """Answer the one client until it closes stdin.

    Nothing but the protocol goes to stdout: the SDK sends to stderr what tools and libraries print meanwhile.
    """
    async with stdio_server() as (incoming, outgoing):
        await server.sdk.run(incoming, outgoing, server.options())

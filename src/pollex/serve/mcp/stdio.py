"""A server on stdin and stdout."""

from __future__ import annotations

from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server


async def run_stdio(server: Server[Any]) -> None:
    """Serve until the client closes the streams."""
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

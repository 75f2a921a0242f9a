"""A server of the MCP door alone, for one home folder and one file of tools: prints its port, wants a bearer token."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.types import ASGIApp, Receive, Scope, Send

import pollex
from pollex.serve.mcp.http import McpEndpoint

TOKEN = "door"
HOSTS = ("127.0.0.1:*", "localhost:*")


class Bearer:
    """Lets requests pass that have the token, as the server's guard does."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or (b"authorization", f"Bearer {TOKEN}".encode()) in scope["headers"]:
            await self._app(scope, receive, send)
        else:
            await PlainTextResponse("no token", 401)(scope, receive, send)


async def serve(app: pollex.App, **offers: Any) -> None:
    """Serve until the process is ended."""
    endpoint = McpEndpoint(app, hosts=HOSTS, **offers)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with endpoint:
            yield

    async def at_mcp(scope: Scope, receive: Receive, send: Send) -> None:
        await (endpoint if scope["path"].rstrip("/") == "/mcp" else PlainTextResponse("", 404))(scope, receive, send)

    listener = socket.create_server(("127.0.0.1", 0))
    made = Starlette(routes=[Mount("/", app=at_mcp)], lifespan=lifespan)
    config = uvicorn.Config(Bearer(made), log_level="error", lifespan="on", timeout_graceful_shutdown=1)
    print(listener.getsockname()[1], flush=True)
    await uvicorn.Server(config).serve([listener])


async def main() -> None:
    async with pollex.App(home=sys.argv[1]) as app:
        app.add_tools(sys.argv[2])
        await serve(app)


if __name__ == "__main__":
    asyncio.run(main())

"""MCP by streamable HTTP: an ASGI app that a server mounts at `/mcp`, behind its guard."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any, Self

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import Receive, Scope, Send

from ...app.app import App
from .server import McpServer


class McpEndpoint:
    """The MCP server of an app as an ASGI app: `async with McpEndpoint(app) as endpoint:` runs its sessions."""

    def __init__(self, app: App, *, hosts: Sequence[str] | None = None, **offers: Any) -> None:
        """`hosts` are the values of Host that are served, `127.0.0.1:*` for any port; None leaves them to the guard.

        `offers` are the options of McpServer.
        """
        self.server = McpServer(app, **{"executor": "serve", **offers})
        origins = [f"http://{host}" for host in hosts or ()]
        security = TransportSecuritySettings(
            enable_dns_rebinding_protection=hosts is not None, allowed_hosts=list(hosts or ()), allowed_origins=origins
        )
        self._manager = StreamableHTTPSessionManager(self.server.sdk, security_settings=security)
        self._running = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._running.enter_async_context(self._manager.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.closing.set()
        await self._running.aclose()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Nothing is kept to be replayed, so a client that reconnects gets a new stream; the SDK would answer nothing.
        headers = [(name, value) for name, value in scope["headers"] if name != b"last-event-id"]
        await self._manager.handle_request({**scope, "headers": headers}, receive, send)

"""The session of each client: its plain calls are a run of their own, with a page of their own."""

from __future__ import annotations

from typing import Any, Final

from mcp.server.connection import Connection
from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from ...app.app import App
from ...app.call_session import CallSession

KEY: Final = "pollex"


class Sessions:
    """Finds the session of a request.

    A connection of 2025-11-25 has one until it closes. 2026-07-28 has no connections: the clients of one server, which
    is one process by stdio and one token by HTTP, share one.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._shared: CallSession | None = None

    def of(self, context: ServerRequestContext[Any, Any]) -> CallSession:
        """Return the session of a request, opened with its first call."""
        if is_modern(context):
            self._shared = self._shared or self._app.open_session()
            return self._shared
        connection = connection_of(context)
        session = connection.state.get(KEY)
        if session is None:
            session = connection.state[KEY] = self._app.open_session()
            connection.exit_stack.push_async_callback(session.close)
        assert isinstance(session, CallSession)
        return session

    async def close(self) -> None:
        if self._shared is not None:
            await self._shared.close()


def is_modern(context: ServerRequestContext[Any, Any]) -> bool:
    """Return whether the server may send no requests of its own, and answers what it needs as a result instead."""
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


def connection_of(context: ServerRequestContext[Any, Any]) -> Connection:
    """Return the connection of a request, whose `exit_stack` the SDK offers to handlers without a way to it."""
    return context.session._connection  # noqa: SLF001


def cancelled_by_client(context: ServerRequestContext[Any, Any]) -> bool:
    """Return whether a handler is being ended because the client cancelled, and not because the server closes.

    By HTTP a client of 2026-07-28 cancels by closing the response; otherwise it sends a notification.
    """
    asked = context.session._request_outbound.cancel_requested.is_set()  # noqa: SLF001
    return asked or (is_modern(context) and context.request is not None)

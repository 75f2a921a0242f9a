"""Connections that are left when no request comes: each counts against what the server can hold."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle


class HttpConnection(H11Protocol):
    """Closes when the head of a request does not arrive in time. Uvicorn waits for it without end."""

    head_seconds: ClassVar[float] = 10.0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._update()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._update()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._update()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _update(self) -> None:
        """Wait between requests only; a client that sends a head byte by byte gets no more time for it."""
        upgraded = self.transport.get_protocol() is not self
        cycle: RequestResponseCycle | None = self.cycle
        if upgraded or (cycle is not None and not cycle.response_complete):
            self._stop_waiting()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.head_seconds, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

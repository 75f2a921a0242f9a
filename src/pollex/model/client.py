"""The HTTP client that carries a key: it talks to one address only, and follows no redirect elsewhere."""

from __future__ import annotations

from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from typing import Final

import httpx2

from ..core.fault import Fault
from .address import Origin, origin_of

CONNECT: Final = 10.0
"""Seconds to reach a server. The time for an answer is limited by the caller."""


class OriginGate:
    """Where requests may go: nowhere, until the address is known."""

    def __init__(self) -> None:
        self._origin: Origin | None = None

    def open_to(self, address: str) -> None:
        self._origin = origin_of(address)

    async def check(self, request: httpx2.Request) -> None:
        """Check a request before it is sent, also each request of a redirect."""
        asked = origin_of(str(request.url))
        if asked != self._origin:
            message = f"A request to {asked.host!r} was not sent: the key is for another place."
            raise Fault("denied", message, expected=str(self._origin and self._origin.host), received=asked.host)


def keyed_client(gate: OriginGate, address: str | None) -> httpx2.AsyncClient:
    """Return a client whose requests all pass the gate. Plain http skips loading certificates, which takes 30 ms."""
    plain = address is not None and origin_of(address).scheme == "http"
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(None, connect=CONNECT),
        follow_redirects=False,
        event_hooks={"request": [gate.check]},
        verify=SSLContext(PROTOCOL_TLS_CLIENT) if plain else True,
    )

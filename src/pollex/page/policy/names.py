"""Names looked up once: a checked answer is kept a little, and all who ask meanwhile share it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Final

from .host import Address, address_of

Resolve = Callable[[str], Awaitable[list[Address]]]
"""All addresses of a normal host name; an OSError if there are none."""

MAX_CACHED: Final = 2_000


async def resolve(host: str) -> list[Address]:
    """All addresses of a name, as this machine's resolver has them; `localhost` never leaves the machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return [ip_address("127.0.0.1"), ip_address("::1")]
    found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ip_address(str(where[0]).partition("%")[0]) for *_, where in found))


class Names:
    """The addresses of hosts, each asked for once in a while."""

    def __init__(self, resolve: Resolve, timeout: float, kept: float) -> None:
        self._resolve = resolve
        self._timeout = timeout
        self._kept = kept
        self._answers: dict[str, asyncio.Task[list[Address]]] = {}

    async def addresses(self, host: str) -> list[Address]:
        """What a normal host resolves to; an OSError or TimeoutError if it does not."""
        if literal := address_of(host):
            return [literal]
        answer = self._answers.get(host)
        if answer is None:
            answer = self._answers[host] = asyncio.create_task(self._ask(host))
            while len(self._answers) > MAX_CACHED:
                del self._answers[next(iter(self._answers))]
        return await asyncio.shield(answer)

    def close(self) -> list[asyncio.Task[list[Address]]]:
        """Stop asking; returns the questions that were open."""
        pending = [answer for answer in self._answers.values() if answer.cancel()]
        self._answers.clear()
        return pending

    async def _ask(self, host: str) -> list[Address]:
        loop = asyncio.get_running_loop()
        kept = 0.0
        try:
            async with asyncio.timeout(self._timeout):
                found = await self._resolve(host)
            kept = self._kept
        finally:
            loop.call_later(kept, self._answers.pop, host, None)
        if not found:
            raise OSError(f"{host} has no address")
        return found

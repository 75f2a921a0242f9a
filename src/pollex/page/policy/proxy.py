"""The proxy of one browser context: the only way out, and it asks the policy first.

It looks a name up itself, has every address judged, and connects to a judged address, so that nothing changes between
the check and the use. It keeps no record of paths, headers or bodies.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Final, Self

from pollex.core.fault import Fault

from .client_connection import ClientConnection
from .dial import dial
from .head import ProxyRequest
from .host import Address, authority, normal_host
from .listener import Listener
from .names import Names, Resolve, resolve
from .proxy_connection import ProxyConnection
from .rule import NetworkPolicy
from .server_connection import ServerConnection

HERE: Final = "127.0.0.1"
OWN: Final = {IPv4Address(HERE), IPv4Address(0), IPv6Address(0)}
"""Addresses at which the proxy's port is the proxy itself."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a proxy allows itself at the most."""

    connections: int = 1024
    """From the browser and to servers, together."""
    resolve: float = 10.0
    """Seconds to look up a name."""
    names: float = 60.0
    """Seconds that an answer is used again, as in Chromium."""
    connect: float = 20.0
    """Seconds to reach a server."""
    idle: float = 600.0
    """Seconds without a byte after which a connection is ended, within twice this time."""
    refusals: int = 1000
    """How many of the last ones are remembered."""


DEFAULT_BOUNDS: Final = Bounds()


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was not let out, and why."""

    host: str
    port: int
    reason: Fault


def ignore(host: str, port: int, reason: Fault) -> None:
    """Requests that are not reported."""


class Proxy:
    """`async with Proxy(policy) as proxy` serves at `proxy.address` until the end of the block."""

    def __init__(
        self,
        policy: NetworkPolicy,
        *,
        on_refusal: Callable[[str, int, Fault], None] = ignore,
        resolve: Resolve = resolve,
        bounds: Bounds = DEFAULT_BOUNDS,
    ) -> None:
        self.policy = policy
        self.bounds = bounds
        self.port = 0
        self.refusals: deque[Refusal] = deque(maxlen=bounds.refusals)
        self._on_refusal = on_refusal
        self._names = Names(resolve, bounds.resolve, bounds.names)
        self._crowd: set[ProxyConnection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: Listener | None = None

    @property
    def address(self) -> str:
        """Where browsers find it."""
        return f"http://{HERE}:{self.port}"

    async def open(self) -> Self:
        self._listener = Listener(HERE)
        self.port = self._listener.getsockname()[1]
        self._do(self._listener.serve(lambda: ClientConnection(self._crowd, self._start, self._full)))
        self._do(self._sweep_idle())
        return self

    async def close(self) -> None:
        """End everything at once; safe to call twice."""
        if self._listener:
            self._listener.is_closing = True
        ending = [*self._tasks, *self._names.close()]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        if self._listener:
            self._listener.close()
        await asyncio.sleep(0)
        while self._crowd:
            for side in tuple(self._crowd):
                side.transport.abort()
            await asyncio.sleep(0)

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _full(self) -> Fault | None:
        if len(self._crowd) <= self.bounds.connections:
            return None
        return Fault("limit", f"The proxy already has {self.bounds.connections} connections.")

    def _do(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _start(self, client: ClientConnection, request: ProxyRequest, rest: bytes) -> None:
        self._do(self._carry(client, request, rest))

    async def _carry(self, client: ClientConnection, request: ProxyRequest, rest: bytes) -> None:
        try:
            server = await self._reach(client, request.host, request.port)
        except Fault as fault:
            if fault.code != "blocked_domain":  # of those it was told already
                self._on_refusal(request.host, request.port, fault)
            client.refuse(fault)
            return
        if client.transport.is_closing():
            server.transport.abort()
        else:
            client.connected(server, request, rest)

    async def _reach(self, client: ClientConnection, host: str, port: int) -> ServerConnection:
        """Connect to the server that a request names; raise a Fault if that fails."""
        self._hold(host, port, self.policy.judge_name(host, port))
        where = authority(host := normal_host(host), port)
        try:
            addresses = await self._names.addresses(host)
        except TimeoutError:
            raise Fault("timeout", f"The address of {host} was not found in {self.bounds.resolve:g} s.") from None
        except OSError as error:
            raise Fault("unavailable", f"{host} has no address: {error.strerror or error}.") from None
        self._hold(host, port, self.policy.judge_addresses(host, port, addresses) or self._loop(addresses, port))
        try:
            async with asyncio.timeout(self.bounds.connect):
                return await dial(lambda: ServerConnection(self._crowd, client), addresses, port)
        except TimeoutError:
            raise Fault("timeout", f"{where} did not answer in {self.bounds.connect:g} s.") from None
        except OSError as error:
            raise Fault("unavailable", f"{where} cannot be reached: {error.strerror or error}.") from None

    def _hold(self, host: str, port: int, reason: Fault | None) -> None:
        if reason:
            self.refusals.append(Refusal(host, port, reason))
            self._on_refusal(host, port, reason)
            raise reason

    def _loop(self, addresses: list[Address], port: int) -> Fault | None:
        if port != self.port or OWN.isdisjoint(addresses):
            return None
        return Fault("blocked_domain", "A page may not reach the proxy itself.", received=f"{HERE}:{port}")

    async def _sweep_idle(self) -> None:
        """Ends pairs in which nothing has stirred since the last time."""
        while True:
            await asyncio.sleep(self.bounds.idle)
            for side in tuple(self._crowd):
                if not side.stirred and not (side.peer and side.peer.stirred):
                    side.transport.abort()
            for side in self._crowd:
                side.stirred = False

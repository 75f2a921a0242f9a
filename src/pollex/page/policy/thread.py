"""A proxy in a thread of its own, so that pages load while the program's event loop is busy."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Self

from pollex.core.fault import Fault

from .names import Resolve, resolve
from .proxy import DEFAULT_BOUNDS, Bounds, Proxy, Refusal, ignore
from .rule import NetworkPolicy


class ProxyThread:
    """`async with ProxyThread(policy) as proxy`: like Proxy; `on_refusal` is called in the loop that opened it.

    `resolve` runs in the proxy's own loop.
    """

    def __init__(
        self,
        policy: NetworkPolicy,
        *,
        on_refusal: Callable[[str, int, Fault], None] = ignore,
        resolve: Resolve = resolve,
        bounds: Bounds = DEFAULT_BOUNDS,
    ) -> None:
        self._proxy = Proxy(policy, on_refusal=self._pass_refusal, resolve=resolve, bounds=bounds)
        self._on_refusal = on_refusal
        self._stop: Callable[[], None] | None = None
        self._ended: asyncio.Future[None] | None = None

    @property
    def policy(self) -> NetworkPolicy:
        return self._proxy.policy

    @policy.setter
    def policy(self, policy: NetworkPolicy) -> None:
        self._proxy.policy = policy

    @property
    def address(self) -> str:
        """Where browsers find it."""
        return self._proxy.address

    @property
    def port(self) -> int:
        return self._proxy.port

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """The last ones, as they are now."""
        return tuple(self._proxy.refusals)

    async def open(self) -> Self:
        self._loop = asyncio.get_running_loop()
        ready, self._ended = self._loop.create_future(), self._loop.create_future()
        threading.Thread(target=self._run, args=(ready, self._ended), name="pollex proxy", daemon=True).start()
        try:
            self._stop = await asyncio.shield(ready)
        except asyncio.CancelledError:
            ready.add_done_callback(_stop_it)
            raise
        return self

    async def close(self) -> None:
        """End everything at once; safe to call twice."""
        stop, self._stop = self._stop, None
        if stop:
            stop()
        if self._ended:
            await asyncio.shield(self._ended)

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _run(self, ready: asyncio.Future[Callable[[], None]], ended: asyncio.Future[None]) -> None:
        try:
            asyncio.run(self._serve(ready))
        except OSError as error:
            self._tell(ready.set_exception, error)
        finally:
            self._tell(ended.set_result, None)

    async def _serve(self, ready: asyncio.Future[Callable[[], None]]) -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        async with self._proxy:
            self._tell(ready.set_result, lambda: loop.call_soon_threadsafe(stopped.set))
            await stopped.wait()

    def _pass_refusal(self, host: str, port: int, reason: Fault) -> None:
        self._tell(self._on_refusal, host, port, reason)

    def _tell(self, hear: Callable[..., object], *words: object) -> None:
        """Call in the loop that opened the proxy, if that still runs."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(hear, *words)


def _stop_it(ready: asyncio.Future[Callable[[], None]]) -> None:
    """Stop a proxy that started after its caller gave up."""
    if ready.exception() is None:
        ready.result()()

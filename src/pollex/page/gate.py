"""The way from a window to the network: a proxy that holds it to the allowed domains, opened with the first tab."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from ..core.fault import Fault
from .policy.entry import DomainEntry
from .policy.rule import NetworkPolicy
from .policy.thread import ProxyThread

PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}


class NetworkGate:
    """The policy of one page, for all windows that it has in its life."""

    def __init__(
        self,
        domains: tuple[str, ...] | None,
        on_refusal: Callable[[str, int, Fault], None],
        named: tuple[str, ...] = (),
    ) -> None:
        """`on_refusal` is called for every host that was refused; unreachable hosts are only in `refusal`.

        `named` are private hosts that a person allows.
        """
        self._policy = NetworkPolicy(domains, named)
        self._on_refusal = on_refusal
        self._proxy: ProxyThread | None = None
        self._opening = asyncio.Lock()
        self._refused: dict[str, Fault] = {}

    @property
    def is_limited(self) -> bool:
        """Whether there is a list of domains that may be reached."""
        return self._policy.domains is not None

    @property
    def listed(self) -> tuple[DomainEntry, ...]:
        """The allowed domains; none where there is no list."""
        return self._policy.entries if self.is_limited else ()

    async def address(self) -> str:
        """Where the proxy is."""
        async with self._opening:
            if self._proxy is None:
                self._proxy = await ProxyThread(self._policy, on_refusal=self._refuse).open()
            return self._proxy.address

    def name(self, url: str) -> None:
        """The caller names this address; without a list of domains, a private host may be reached by that."""
        parts = urlsplit(url)
        if not parts.hostname or self._policy.domains is not None:
            return
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        entry = f"{host}:{parts.port}" if parts.port else host
        if entry not in self._policy.named:
            self._policy = replace(self._policy, named=(*self._policy.named, entry))
            if self._proxy is not None:
                self._proxy.policy = self._policy

    def judge(self, url: str) -> Fault | None:
        """Return why an address is not allowed, by its name alone: for requests that bypass the proxy."""
        parts = urlsplit(url)
        if parts.scheme not in PORTS:
            return None
        host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
        fault = self._policy.judge_name(host, port)
        if fault is not None:
            self._refuse(host, port, fault)
        return fault

    def forget(self) -> None:
        """Forget the refusals so far."""
        self._refused.clear()

    def refusal(self, urls: Iterable[str]) -> Fault | None:
        """Why one of these addresses was refused or not reached since, if it was."""
        hosts = [urlsplit(url).hostname or "" for url in urls]
        return next((self._refused[host] for host in hosts if host in self._refused), None)

    async def close(self) -> None:
        if self._proxy is not None:
            await self._proxy.close()
            self._proxy = None

    def _refuse(self, host: str, port: int, reason: Fault) -> None:
        self._refused.setdefault(host, reason)
        if reason.code == "blocked_domain":
            self._on_refusal(host, port, reason)

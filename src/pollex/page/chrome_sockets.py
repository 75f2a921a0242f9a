"""WebSockets of a tab of a person's Chrome. They cannot be held, so the browser is told where none may lead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..core.json import Object
from .policy.entry import DomainEntry
from .policy.host import address_of

METHOD: Final = "Network.emulateNetworkConditionsByRule"
SCHEMES: Final = ("ws", "wss")
UNCHANGED: Final[Object] = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


def socket_rules(allowed: Iterable[DomainEntry]) -> Object:
    """Return the params of `METHOD` that let sockets lead to these hosts only. Of a network none is let through."""
    hosts = [_host(entry) + f":{entry.port or '*'}" for entry in allowed if entry.network is None]
    open_ = [_rule(f"{scheme}://{host}/*", offline=False) for host in hosts for scheme in SCHEMES]
    rest = [_rule(f"{scheme}://*:*/*", offline=True) for scheme in SCHEMES]
    return {"matchedNetworkConditions": [*open_, *rest]}  # the first that fits counts


def host_patterns(allowed: Iterable[DomainEntry]) -> list[str]:
    """Return the hosts as Chrome's permissions name them; for a network there is no such name."""
    named = [entry.host for entry in allowed if entry.network is None and ":" not in entry.host]
    return [host if address_of(host) else f"*.{host}" for host in named]


def _host(entry: DomainEntry) -> str:
    if ":" in entry.host:
        return f"[{entry.host}]"
    return entry.host if address_of(entry.host) else f"{{*.}}?{entry.host}"


def _rule(pattern: str, *, offline: bool) -> Object:
    return {"urlPattern": pattern, "offline": offline, **UNCHANGED}

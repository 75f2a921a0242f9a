"""One entry of a list of allowed hosts, read from text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final

from pollex.core.fault import Fault

from .host import Address, address_of, authority, normal_host

SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
PORT: Final = re.compile(r"(?P<host>\[[^\]]*\]|[^:]*):(?P<port>[0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class DomainEntry:
    """A host with its subdomains, at one port or at all; or a network of addresses."""

    host: str
    port: int | None = None
    network: IPv4Network | IPv6Network | None = None

    def __str__(self) -> str:
        return self.host if self.port is None else authority(self.host, self.port)

    def covers(self, host: str, port: int) -> bool:
        """Whether the entry means this normal host."""
        if self.network:
            address = address_of(host)
            return address is not None and address in self.network
        named = host == self.host or (address_of(self.host) is None and host.endswith(f".{self.host}"))
        return named and self.port in (None, port)

    def holds(self, address: Address) -> bool:
        """Whether the entry is a network with this address."""
        return self.network is not None and address in self.network


def read_entry(text: str) -> DomainEntry:
    """`example.com`, `*.example.com`, `localhost:8080`, `https://example.com`, `[::1]:80` or `10.0.0.0/8`."""
    bare = text.strip()
    rest = bare[found.end() :] if (found := SCHEME.match(bare)) else bare
    if re.fullmatch(r"[0-9a-fA-F:.]+/[0-9]+", rest):
        try:
            return DomainEntry(rest, network=ip_network(rest, strict=False))
        except ValueError as error:
            raise _fault(text, str(error)) from error
    parts = PORT.fullmatch(rest := rest.removesuffix("/"))
    host, port = (parts["host"], int(parts["port"])) if parts else (rest, None)
    if port is not None and not 0 < port < 65536:
        raise _fault(text, f"{port} is not a port")
    try:
        return DomainEntry(normal_host(host.removeprefix("*.")), port)
    except ValueError as error:
        raise _fault(text, str(error)) from error


def _fault(text: str, why: str) -> Fault:
    return Fault(
        "invalid_input",
        f"{text!r} is not an entry of a list of allowed domains: {why}.",
        expected="a host, with or without a port, or a network such as '10.0.0.0/8'",
        received=text,
        hint="To allow all public hosts, give no list." if text.strip() == "*" else "Write only the host, as in a URL.",
    )

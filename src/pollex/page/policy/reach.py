"""Whether an address or a name belongs to the public Internet or to this machine and its surroundings."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Network
from typing import Final

from .host import Address, address_of

PRIVATE_ENDINGS: Final = frozenset({
    "localhost", "local", "localdomain", "internal", "intranet", "private", "corp", "home", "lan",
    "test", "example", "invalid", "onion", "alt",
})  # fmt: skip
"""Last labels that the public DNS does not have, so that no stranger decides what they resolve to."""
HOME: Final = "home.arpa"
SPECIAL: Final = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))
"""Reserved ranges that not every Python knows as such."""
UNICAST: Final = IPv6Network("2000::/3")
"""Where all public IPv6 addresses lie."""
TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that stand for an IPv4 address, which is their last four bytes."""


def is_public_address(address: Address) -> bool:
    """Whether the address, or the IPv4 address that it stands for, is one that anybody on the Internet may have."""
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast and not any(address in each for each in SPECIAL)
    if address in TRANSLATED:
        return is_public_address(IPv4Address(address.packed[-4:]))
    inner = address.ipv4_mapped or address.sixtofour
    return is_public_address(inner) if inner else address in UNICAST and address.is_global


def is_public_name(host: str) -> bool:
    """Whether a normal host could be in the public DNS; public addresses count as such."""
    address = address_of(host)
    if address is not None:
        return is_public_address(address)
    ending = host.rpartition(".")[2]
    return "." in host and ending not in PRIVATE_ENDINGS and not f".{host}".endswith(f".{HOME}")

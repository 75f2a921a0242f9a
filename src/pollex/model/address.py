"""Addresses of models: which are allowed, and which a key must not be sent to."""

from __future__ import annotations

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from ..core.fault import Fault


class Origin(NamedTuple):
    """The parts of an address that must not change between two requests with the same key."""

    scheme: str
    host: str
    port: int


def origin_of(address: str) -> Origin:
    parts = urlsplit(address)
    return Origin(parts.scheme, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80))


def host_of(address: str) -> str:
    return origin_of(address).host


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine, whatever its name server answers."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def plain_address(address: str) -> str:
    """Return an address in the form for requests, or raise a Fault if it is invalid."""
    try:
        origin = origin_of(address)
    except ValueError:
        origin = Origin("", "", 0)
    parts = urlsplit(address) if origin.host else None
    if parts is None or origin.scheme not in ("http", "https") or parts.username is not None or parts.query:
        raise Fault(
            "invalid_input",
            f"{without_user(address)!r} is no address of a model.",
            expected="an address such as https://host/v1, without user, password and query",
            received=without_user(address),
        )
    return address.rstrip("/")


def without_user(address: str) -> str:
    """Return an address that can be shown: the part before an @ may be a password."""
    scheme, separator, rest = address.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}" if separator else address


def refuse_exposed(address: str, what: str) -> None:
    """Raise a Fault if a key sent to this address could be read on its way."""
    origin = origin_of(address)
    if origin.scheme == "https" or is_loopback(origin.host):
        return
    raise Fault(
        "denied",
        f"The key of {what} is not sent to {address!r}: others could read it on the way.",
        expected="https, or this machine",
        received=address,
        hint="Use an https address, or take the key away if that server needs none.",
        retry=False,
    )

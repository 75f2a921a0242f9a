"""Who may come in: the start-up token, the cookie that it is exchanged for, and the names of this server."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers

from ..core.fault import Fault

PAGE_NAME: Final = "pollex.localhost"
"""The host of the pages: a cookie of 127.0.0.1 would go to every other port there."""
SHORTEST: Final = 12
"""Characters of a password."""


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True, slots=True)
class Access:
    """The secrets and names of one server."""

    port: int
    names: tuple[str, ...] = ()
    """Further names by which it may be called, literally."""
    password: str | None = field(default=None, repr=False)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def cookie_name(self) -> str:
        """Cookies do not know ports, so the port is in the name."""
        return f"pollex-{self.port}"

    @property
    def page_hosts(self) -> frozenset[str]:
        """The values of `Host` with which the cookie counts."""
        return frozenset(
            {*with_port(PAGE_NAME, self.port), *(host for n in self.names for host in (n, *with_port(n, self.port)))}
        )

    @property
    def hosts(self) -> frozenset[str]:
        """The values of `Host` that are taken, letter by letter."""
        own = (host for name in ("127.0.0.1", "localhost", "[::1]") for host in with_port(name, self.port))
        return frozenset({*own, *self.page_hosts})

    @property
    def page_url(self) -> str:
        return f"http://{PAGE_NAME}:{self.port}"

    def is_secret(self, given: str) -> bool:
        """Return whether this is the token or the password, in a time that says nothing about them."""
        known = [self.token] if self.password is None else [self.token, self.password]
        return any([_same(given, each) for each in known])  # noqa: C419 - all are compared

    def has_cookie(self, headers: Headers) -> bool:
        pairs = [each.strip().partition("=") for line in headers.getlist("cookie") for each in line.split(";")]
        return any([name == self.cookie_name and _same(value, self.cookie) for name, _, value in pairs])  # noqa: C419


def with_port(name: str, port: int) -> Sequence[str]:
    """Return how a browser writes a host: with its port, unless that is the usual one."""
    return (f"{name}:{port}", name) if port == 80 else (f"{name}:{port}",)


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode("utf-8", "surrogateescape"), other.encode())


def check_exposure(host: str, password: str | None, names: Sequence[str]) -> None:
    """Raise a Fault where others than this machine would reach the server without a password."""
    if is_loopback(host):
        return
    if not password:
        raise Fault(
            "denied",
            f"At {host!r} others than this machine can reach the server, so it needs a password.",
            pointer="/host",
            expected="127.0.0.1, or a password in POLLEX_SERVE_PASSWORD",
            hint="Leave --host out, or set POLLEX_SERVE_PASSWORD and name the host with --name.",
            retry=False,
        )
    if len(password) < SHORTEST:
        message = "The password of the server is too short."
        raise Fault("invalid_input", message, expected=f"at least {SHORTEST} characters", received=f"{len(password)}")
    if not names:
        message = f"At {host!r} the server is called by a name, and none is given."
        hint = "Give the host that clients call, such as --name pollex.example.org; --name can be given several times."
        raise Fault("invalid_input", message, pointer="/name", expected="at least one name", hint=hint)

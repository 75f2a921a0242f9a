"""Who may come in: programs by the token of this start, browsers by their sessions; and the names of this server."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from ipaddress import ip_address
from typing import Final

from ..core.fault import Fault
from .browser_sessions import BrowserSessions

PAGE_NAME: Final = "pollex.localhost"
"""The host of the page: what a page keeps for 127.0.0.1 is in reach of whatever else is served there."""
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
    sessions: BrowserSessions = field(default_factory=BrowserSessions, repr=False)

    @property
    def page_hosts(self) -> frozenset[str]:
        """The values of `Host` with which a session counts."""
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

    def is_token(self, given: str) -> bool:
        """Return whether this is the token or the password, in a time that says nothing about them."""
        known = [self.token] if self.password is None else [self.token, self.password]
        return any([_same(given, each) for each in known])  # noqa: C419 - all are compared

    def opens(self, given: str, host: str) -> bool:
        """Return whether a bearer may come in: a program, or a page at its own host."""
        return self.is_token(given) or (host in self.page_hosts and self.sessions.knows(given))

    def enter(self, given: str) -> str | None:
        """Return the token of a new session for an entry or the password; None for anything else."""
        is_password = self.password is not None and _same(given, self.password)
        return self.sessions.begin() if is_password or self.sessions.use_entry(given) else None

    def entry_url(self) -> str:
        """Return an address that lets one browser in, within a minute."""
        return f"{self.page_url}/enter?token={self.sessions.new_entry()}"


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

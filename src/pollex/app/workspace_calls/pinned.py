"""One HTTP request to a host that was judged: looked up once, and connected to those addresses alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from typing import Final

import httpx2

from ...core.fault import Fault
from ...page.policy.host import Address, address_of, authority, normal_host
from ...page.policy.names import Resolve
from ...page.policy.rule import NetworkPolicy

PORTS: Final = {"http": 80, "https": 443}
CONNECT: Final = 10.0
"""Seconds to reach one address."""
MOST_TRIED: Final = 4
"""Addresses of one host that are tried."""


@dataclass(frozen=True, slots=True)
class HttpTarget:
    """An address of the web, with its host in the one spelling."""

    url: httpx2.URL
    host: str
    port: int

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.url.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        """The Host header."""
        bare = authority(self.host, self.port)
        return bare.removesuffix(f":{self.port}") if PORTS[self.url.scheme] == self.port else bare

    @property
    def private(self) -> bool:
        """Whether nobody on the way can read what is sent: by https, or within this machine."""
        address = address_of(self.host)
        here = address.is_loopback if address else f".{self.host}".endswith(".localhost")
        return here or self.url.scheme == "https"


def http_target(text: str, base: httpx2.URL | None = None) -> HttpTarget:
    """Return the target that an address names, or raise a Fault. A redirect's address is relative to its `base`."""
    try:
        url = httpx2.URL(text) if base is None else base.join(text)
        host = normal_host(url.host)
    except (httpx2.InvalidURL, ValueError) as error:
        raise _not_of_the_web(text, str(error)) from error
    if url.scheme not in PORTS:
        raise _not_of_the_web(text, f"the scheme {url.scheme!r} is not one of the web")
    if url.userinfo:
        raise _not_of_the_web(text, "it has a user name or a password in it")
    return HttpTarget(url, host, url.port or PORTS[url.scheme])


def judge_target(target: HttpTarget, network: NetworkPolicy) -> None:
    """Raise a Fault if the target's name alone says that it may not be reached."""
    if fault := network.judge_name(target.host, target.port):
        fault.pointer = "/url"
        raise fault


async def judged_addresses(target: HttpTarget, network: NetworkPolicy, resolve: Resolve) -> list[Address]:
    """Return where a target may be reached, or raise a Fault. Nothing looks its name up again."""
    judge_target(target, network)
    try:
        literal = address_of(target.host)
        found = [literal] if literal else await resolve(target.host)
    except OSError as error:
        raise unreachable(target, f"its name cannot be looked up ({error.strerror or error})") from error
    if fault := network.judge_addresses(target.host, target.port, found):
        fault.pointer = "/url"
        raise fault
    if not found:
        raise unreachable(target, "its name has no address")
    return found


@asynccontextmanager
async def send(
    target: HttpTarget,
    addresses: list[Address],
    method: str,
    headers: Mapping[str, str],
    content: bytes | None,
    tls: Callable[[], SSLContext],
) -> AsyncIterator[httpx2.Response]:
    """Send a request to the first address that answers, and give the response before its body is read.

    Each request has a connection of its own: one to the same address may belong to another host.
    """
    verify = tls() if target.url.scheme == "https" else SSLContext(PROTOCOL_TLS_CLIENT)
    sent = {"accept": "*/*", "user-agent": "Pollex", **headers, "host": target.authority, "connection": "close"}
    more = {"sni_hostname": target.host, "timeout": {"connect": CONNECT}}
    urls = [target.url.copy_with(host=str(each), fragment=None) for each in addresses[:MOST_TRIED]]
    requests = [httpx2.Request(method, url, headers=sent, content=content, extensions=more) for url in urls]
    async with httpx2.AsyncHTTPTransport(verify=verify, trust_env=False) as transport:
        response = await _first(transport, target, requests)
        try:
            yield response
        finally:
            await response.aclose()


async def _first(
    transport: httpx2.AsyncHTTPTransport, target: HttpTarget, requests: list[httpx2.Request]
) -> httpx2.Response:
    """Return the response to the first request for which there is a connection."""
    failures: list[Exception] = []
    for request in requests:
        try:
            response = await transport.handle_async_request(request)
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            failures.append(error)
        else:
            response.request = request
            return response
    raise unreachable(target, str(failures[0]) or "no connection") from failures[0]


def _not_of_the_web(text: str, why: str) -> Fault:
    return Fault(
        "invalid_input",
        f"{text[:100]!r} cannot be called: {why}.",
        pointer="/url",
        expected="an http or https address without a user name",
        received=text[:100],
        hint="A password is sent by naming a stored credential.",
    )


def unreachable(target: HttpTarget, why: str) -> Fault:
    message = f"{target.authority} cannot be reached: {why}."
    return Fault("unavailable", message, pointer="/url", received=str(target.url)[:200], hint="Try again later.")

"""Domains of an app: hosts without scheme and path, and never a whole public suffix such as `co.uk`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...core.domain import in_domain
from ...core.json import Object, brief
from ..findings import Findings

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

HOST: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*")
NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
URL: Final = re.compile(
    r"\b(?:https?|wss?)://(?P<host>\[[0-9a-fA-F:.]+\]|[^\s/?#'\"`<>\\{}$:@,;()\[\]]+)(?P<open>[{$]?)"
)
"""An address in a text, with its host; `open` where the host goes on with something that is filled in."""


def check_domains(file: Path, document: Object, findings: Findings) -> None:
    """Check the `allowedDomains` of an app."""
    seen: set[str] = set()
    for at, domain in enumerate(document["allowedDomains"]):
        pointer = f"/allowedDomains/{at}"
        if (mistake := domain_mistake(domain)) is not None:
            message, hint = mistake
            findings.errors.add(file, pointer, message, "a host such as 'example.org'", brief(domain), hint)
        elif domain in seen:
            findings.errors.add(
                file, pointer, f"The domain {domain!r} is there twice.", "each domain once", brief(domain)
            )
        seen.add(domain)


def domain_mistake(domain: str) -> tuple[str, str] | None:
    """Return what is wrong with a domain and what to do, or None."""
    if is_local(domain):
        return None
    host = _host_of(domain)
    if not HOST.fullmatch(host) or host != domain:
        hint = f"Write {host!r}." if HOST.fullmatch(host) and host != domain else "Write the host alone."
        return f"{domain!r} is no domain: leave out scheme, port, path, capitals and *.", hint
    if NUMBER.fullmatch(domain.rpartition(".")[2]):
        return (
            f"{domain!r} is no domain: browsers read what ends with a number as an address.",
            "Write all four numbers.",
        )
    if _suffixes().publicsuffix(domain) == domain:
        return f"{domain!r} is a public suffix: everybody's domains end with it.", "Name the site's own domain."
    return None


def _host_of(text: str) -> str:
    bare = re.sub(r"^[a-z]+://", "", text.strip().lower()).removeprefix("*.")
    return re.split(r"[/?#:]", bare, maxsplit=1)[0].rstrip(".")


def is_local(domain: str) -> bool:
    """Return whether a domain is `localhost` or an address, which have no certificates as a rule."""
    try:
        return domain == "localhost" or ip_address(domain.strip("[]")) is not None
    except ValueError:
        return False


@cache
def _suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def foreign_hosts(text: str, domains: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield each host in a text's addresses that lies outside the domains, with its place; filled ones are skipped."""
    allowed = tuple(domains)
    for found in URL.finditer(text):
        host = found["host"].strip("[]").rstrip(".").lower()
        if found["open"] or (host in ("localhost", "127.0.0.1", "::1") and host in allowed):
            continue
        if not any(in_domain(host, domain.strip("[]")) for domain in allowed):
            yield host, found.start()

"""Domains: a name covers its host and all subdomains."""

from __future__ import annotations


def in_domain(host: str, domain: str) -> bool:
    """Return whether a host is the domain or one of its subdomains."""
    return host == domain or host.endswith(f".{domain}")

"""Domains: a name stands for its host and for all below it."""

from __future__ import annotations


def within(host: str, domain: str) -> bool:
    """Whether a host is the domain or lies below it."""
    return host == domain or host.endswith(f".{domain}")

"""The stored credentials as a model sees them: names and fields, never a value."""

from __future__ import annotations

from urllib.parse import urlsplit

from ..core.context import Context
from ..core.domain import in_domain


def credential_fields(context: Context) -> dict[str, list[str]]:
    """Return the names of the stored credentials and their fields."""
    known: dict[str, list[str]] = {}
    for name in [] if context.secrets is None else context.secrets.names():
        stem, _, part = name.partition(".")
        known.setdefault(stem, [])
        if part:
            known[stem].append(part)
    return known


async def fitting_logins(context: Context, url: str) -> list[str]:
    """Return the credentials with a password whose domains cover an address."""
    if context.secrets is None:
        return []
    host = urlsplit(url).hostname or ""
    named = [name for name, fields in credential_fields(context).items() if "password" in fields]
    secrets = {name: await context.secrets.get(f"{name}.password") for name in named}
    return [name for name, each in secrets.items() if any(in_domain(host, domain) for domain in each.domains)]

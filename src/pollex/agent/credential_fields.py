"""The stored credentials as a model sees them: names and fields, never a value."""

from __future__ import annotations

from ..core.context import Context


def credential_fields(context: Context) -> dict[str, list[str]]:
    """Return the names of the stored credentials and their fields."""
    known: dict[str, list[str]] = {}
    for name in [] if context.secrets is None else context.secrets.names():
        stem, _, part = name.partition(".")
        known.setdefault(stem, [])
        if part:
            known[stem].append(part)
    return known

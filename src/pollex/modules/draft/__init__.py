"""Drafts a `module.json` from an installed Python package: what its functions take, say and seem to do."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.json import Object

__all__ = ["Draft", "draft"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A `module.json` for a person to look through, and notes about what is not in it, and why."""

    document: Object
    notes: tuple[str, ...]


def draft(package: str) -> Draft:
    """Draft a module for an installed package, named by its distribution or its module. It is imported, not called.

    A Fault where it is not installed, cannot be imported, or has nothing that can be called with JSON.
    """
    from .write import write

    return Draft(*write(package))

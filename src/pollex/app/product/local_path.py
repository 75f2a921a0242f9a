"""Paths on this computer that a person types."""

from __future__ import annotations

from pathlib import Path


def local_path(written: str) -> Path:
    """Return the path that was typed: `~` is the person's own folder."""
    return Path(written.strip()).expanduser().absolute()

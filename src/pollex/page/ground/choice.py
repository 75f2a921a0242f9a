"""A thing, and how well it is meant."""

from __future__ import annotations

from dataclasses import dataclass

from .scene import Thing


@dataclass(frozen=True, slots=True)
class Choice:
    """A thing, and how well it is meant."""

    score: float
    thing: Thing
    near: str = ""
    """A text that tells it from others."""

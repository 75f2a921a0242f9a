"""Texts cut to a length, with a mark where something is missing."""

from __future__ import annotations


def clipped(text: str, most: int) -> str:
    """A text of at most so many letters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def on_one_line(text: str, most: int = 80) -> str:
    """The same of a text with line breaks, on one line."""
    return clipped(" ".join(text.split()), most)

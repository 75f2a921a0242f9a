"""Texts cut to a length, with a mark where something is missing."""

from __future__ import annotations

from typing import Any

from ..core.json import dumps


def clipped(text: str, most: int) -> str:
    """A text of at most so many letters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def on_one_line(text: str, most: int = 80) -> str:
    """The same of a text with line breaks, on one line."""
    return clipped(" ".join(text.split()), most)


def clipped_json(value: Any, most: int) -> Any:
    """A JSON value as it is; the beginning of its text where that has more letters."""
    written = dumps(value)
    return value if len(written) <= most else clipped(written, most)

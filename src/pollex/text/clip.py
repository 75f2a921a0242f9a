"""Texts cut to a length, with an ellipsis."""

from __future__ import annotations

from typing import Any

from ..core.json import dumps


def clipped(text: str, most: int) -> str:
    """Return a text of at most so many letters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def on_one_line(text: str, most: int = 80) -> str:
    """Return a text on one line, of at most so many letters."""
    return clipped(" ".join(text.split()), most)


def clipped_json(value: Any, most: int) -> Any:
    """Return a JSON value unchanged, or the beginning of its text if that is longer than the limit."""
    written = dumps(value)
    return value if len(written) <= most else clipped(written, most)

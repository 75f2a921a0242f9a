"""Arguments in a plain request: JSON, or `name=value` pairs."""

from __future__ import annotations

import re
from typing import Any, Final

from ...core.json import Object, loads

PAIR: Final = re.compile(
    r"""\s*(?:and\s+|,\s*)?([A-Za-z_][\w.-]*)\s*[=:]\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,]+(?:\s+(?!and\b|[\w.-]+\s*[=:])[^\s,=:]+)*)"""
)


def read_arguments(text: str | None) -> Object | None:
    """Return arguments that are written as JSON or as `name=value` pairs; None if they cannot be read."""
    if text is None or not text.strip():
        return {}
    if text.lstrip().startswith("{"):
        try:
            value = loads(text)
        except ValueError:
            return None
        return value if isinstance(value, dict) else None
    found: Object = {}
    at = 0
    while at < len(text):
        pair = PAIR.match(text, at)
        if pair is None:
            return None
        found[pair[1]] = _value(pair[2])
        at = pair.end()
    return found


def _value(text: str) -> Any:
    """Return a value as JSON reads it, else the text itself."""
    if text[0] == "'":
        return text[1:-1]
    try:
        return loads(text)
    except ValueError:
        return text


def unquoted(text: str) -> str:
    """Return a name without the quotes around it."""
    return text.strip().strip("\"'“”")

"""Regular expressions of workflows, matched in bounded time: the text may come from a hostile page."""

from __future__ import annotations

from functools import lru_cache

from ...core.fault import Fault, Issue
from ...core.schema import Schema


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Schema:
    schema = Schema({"type": "string", "pattern": pattern})
    schema.verify()
    return schema


def fits(pattern: str, text: str, pointer: str = "") -> bool:
    """Whether part of a text matches; raise a Fault where the pattern is invalid."""
    try:
        return _compiled(pattern).valid(text)
    except Fault as fault:
        message = f"This is no regular expression: {pattern!r}."
        expected = "a regular expression"
        raise Fault(
            "invalid_input", message, pointer=pointer, expected=expected, received=pattern, retry=False
        ) from fault


def pattern_mistakes(pattern: object, pointer: str) -> list[Issue]:
    """Return a mistake for an invalid pattern."""
    if not isinstance(pattern, str) or "{{" in pattern:
        return []
    try:
        _compiled(pattern)
    except Fault:
        return [Issue(pointer, f"This is no regular expression: {pattern!r}.", "a regular expression", pattern)]
    return []

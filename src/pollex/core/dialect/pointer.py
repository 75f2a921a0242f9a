"""RFC 6901 pointers into a schema, and how deep a JSON value goes."""

from __future__ import annotations

from typing import Any


def below(pointer: str, *segments: str | int) -> str:
    """The pointer grown by some segments."""
    for segment in segments:
        text = str(segment)
        pointer += "/" + (text.replace("~", "~0").replace("/", "~1") if "~" in text or "/" in text else text)
    return pointer


def segments(pointer: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def depth(value: Any, limit: int) -> int:
    """How deep `value` is nested; counting stops one past `limit`."""
    level, layer = 0, [value]
    while layer and level <= limit:
        layer = [
            item
            for node in layer
            if isinstance(node, dict | list)
            for item in (node.values() if isinstance(node, dict) else node)
        ]
        level += 1
    return level

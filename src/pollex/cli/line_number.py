"""The line of a JSON file on which a pointer's value stands, for editors."""

from __future__ import annotations

import json
import re
from typing import Final

SPACE: Final = re.compile(r"[ \t\r\n]*")
DECODER: Final = json.JSONDecoder(strict=False)


def line_of(text: str, pointer: str) -> int:
    """Return the line of a value, from 1; if it is missing, that of the nearest value around it."""
    at = _blank(text, 0)
    for segment in pointer.split("/")[1:]:
        inner = _member(text, at, segment.replace("~1", "/").replace("~0", "~"))
        if inner is None:
            break
        at = inner
    return text.count("\n", 0, at) + 1


def _member(text: str, at: int, wanted: str) -> int | None:
    """Return where the value of a container's member begins."""
    closing = {"{": "}", "[": "]"}.get(text[at : at + 1])
    place, at = 0, _blank(text, at + 1)
    while closing is not None and text[at] != closing:
        name, at = (str(place), at) if closing == "]" else _key(text, at)
        if name == wanted:
            return at
        at = _blank(text, DECODER.raw_decode(text, at)[1])
        at = _blank(text, at + 1) if text[at] == "," else at
        place += 1
    return None


def _key(text: str, at: int) -> tuple[str, int]:
    """Return an object's key, and where its value begins."""
    name, end = DECODER.raw_decode(text, at)
    return name, _blank(text, _blank(text, end) + 1)


def _blank(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at

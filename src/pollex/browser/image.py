"""The size of a PNG or JPEG, read from its header."""

from __future__ import annotations

from struct import unpack_from
from typing import Final

FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Markers of a JPEG file that are followed by its size."""


def image_size(data: bytes) -> tuple[int, int]:
    """Return width and height in pixels, or zeros if it is neither PNG nor JPEG."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        width, height = unpack_from(">II", data, 16)
        return width, height
    at = 2
    while data.startswith(b"\xff\xd8") and at + 9 <= len(data) and data[at] == 0xFF:
        if data[at + 1] in FRAMES:
            height, width = unpack_from(">HH", data, at + 5)
            return width, height
        at += 2 + int(unpack_from(">H", data, at + 2)[0])
    return 0, 0

"""The media type of an image, by its first bytes."""

from __future__ import annotations

from ..core.fault import Fault


def media_type(data: bytes) -> str:
    """Return the media type of an image, or raise a Fault if no provider takes it."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    raise Fault("invalid_input", "A picture for the model is of no known kind.", expected="PNG, JPEG, GIF or WebP")

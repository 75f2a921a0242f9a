"""Which addresses props may hold: links people follow, pictures, kept files. Nothing is loaded from elsewhere."""

from __future__ import annotations

import re
from typing import Final

from ..core.fault import Issue
from ..core.json import brief

IGNORED: Final = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]")
"""Characters that browsers drop from an address, or that hide what it is."""
LINK: Final = re.compile(r"(?:https?://[^/?#\\]|mailto:.|#)", re.IGNORECASE)
FILES: Final = "/api/files/"
"""What the addresses of kept files begin with; their ids follow."""
FILE: Final = re.compile(FILES + r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}")
IMAGE: Final = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}")


def is_link(address: str) -> bool:
    return LINK.match(address) is not None and IGNORED.search(address) is None


def is_file(address: str) -> bool:
    return FILE.fullmatch(address) is not None


def is_image(address: str) -> bool:
    return is_file(address) or IMAGE.fullmatch(address) is not None


def link_issue(address: object) -> Issue | None:
    """Return what is wrong with the target of a link, if anything."""
    if isinstance(address, str) and is_link(address):
        return None
    message = "A link leads to http, https, mailto or a place on the page."
    hint = "Write the whole address, such as https://example.com, without spaces."
    return Issue("", message, "an address that begins with https://, http://, mailto: or #", brief(address), hint)


def image_issue(address: object) -> Issue | None:
    """Return what is wrong with the source of a picture, if anything."""
    if isinstance(address, str) and is_image(address):
        return None
    message = "A picture is data or a kept file; nothing is loaded from elsewhere."
    expected = "data:image/(png|jpeg|gif|webp|avif);base64,… or /api/files/ID"
    return Issue("", message, expected, brief(address), "Keep the picture as a file first, or link to it.")


def file_issue(address: object) -> Issue | None:
    """Return what is wrong with the address of a kept file, if anything."""
    if isinstance(address, str) and is_file(address):
        return None
    message = "This is not the address of a kept file."
    return Issue("", message, "/api/files/ID", brief(address), "Use the address that the file was kept by.")

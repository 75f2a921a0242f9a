"""Addresses as people write them, converted to URLs."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from ..core.fault import Fault

SCHEMES: Final = ("http", "https", "file", "about", "data", "blob")


def web_address(given: str) -> str:
    """Return an address as a URL: `example.org` is `https://example.org`, this machine is plain `http`."""
    url = given.strip()
    scheme = urlsplit(url).scheme.lower()
    if scheme in SCHEMES and (scheme not in ("http", "https") or urlsplit(url).hostname):
        return url
    host = url.partition("/")[0]
    if scheme and not host.partition(":")[2].isdigit():
        message = f"{given!r} is no address that can be opened."
        raise Fault("invalid_input", message, pointer="/url", expected="an address of the web", received=given)
    name = host.partition(":")[0]
    if not name or " " in url:
        hint = "Search for words with page.search."
        raise Fault("invalid_input", f"{given!r} is no address.", pointer="/url", received=given, hint=hint)
    local = name == "localhost" or name.replace(".", "").isdigit()
    return f"{'http' if local else 'https'}://{url}"

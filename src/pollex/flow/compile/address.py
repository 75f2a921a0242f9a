"""The parts of an address that are the same in every run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import parse_qsl, quote_plus, unquote, urlsplit

from ...core.json import Object
from .parametrizer import NamedValue, Parametrizer

CHANGING: Final = re.compile(r"\d|^[A-Za-z0-9_-]{20,}$|-.*-")
"""A part of a path that looks like a number, a key or a title, and may differ in the next run."""


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def path(url: str) -> str:
    return urlsplit(url).path


def is_private(url: str) -> bool:
    """Whether an address is on this machine or network, so that it is of no use elsewhere."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith((".localhost", ".local", ".test", ".internal")):
        return True
    try:
        return ip_address(host).is_private
    except ValueError:
        return False


def parametrized(url: str, parametrizer: Parametrizer, base: str | None) -> str:
    """Return an address with references in place of known values."""
    head, mark, query = url.partition("?")
    if base is not None and (head == base or head.startswith(f"{base}/")):
        head = "{{base}}" + head[len(base) :]
    if not mark:
        return head
    pieces = []
    for piece in query.split("&"):
        name, equals, value = piece.partition("=")
        decoded = next((text for _, text in parse_qsl(piece)), "")
        template = parametrizer.whole(decoded) if NamedValue(decoded, "").is_distinctive else None
        pieces.append(f"{name}{equals}{template or value}")
    return f"{head}?{'&'.join(pieces)}"


def rule(url: str, values: Iterable[str] = (), before: str = "") -> Object | None:
    """Return a rule for the path of an address that did not hold `before`, without its query and its variable parts."""
    whole = path(url)
    if whole in ("", "/"):
        return None
    changing = [_changes(unquote(part), values) for part in whole.split("/")]
    if not any(changing):
        known = whole in path(before)
        return (
            {"type": "url", "pattern": rf"{re.escape(whole)}(?:[?#]|$)"}
            if known
            else {"type": "url", "contains": whole}
        )
    parts = ["[^/?#]+" if moves else re.escape(part) for part, moves in zip(whole.split("/"), changing, strict=True)]
    while parts and parts[-1] in ("[^/?#]+", ""):
        parts.pop()
    stays = [part for part in parts if part not in ("", "[^/?#]+")]
    if not stays:
        return None
    if "[^/?#]+" not in parts:
        kept = "/".join(whole.split("/")[: len(parts)])
        return {"type": "url", "contains": f"{kept}/"}
    return {"type": "url", "pattern": "/".join(parts)}


def holds_at(rule: Object, url: str) -> bool:
    """Whether a rule holds for an address."""
    return str(rule["contains"]) in url if "contains" in rule else bool(re.search(str(rule["pattern"]), url))


def _changes(part: str, values: Iterable[str]) -> bool:
    plain = re.sub(r"\W+", " ", part).casefold().strip()
    return bool(CHANGING.search(part)) or any(
        value and re.sub(r"\W+", " ", value).casefold().strip() in (plain, quote_plus(plain)) for value in values
    )

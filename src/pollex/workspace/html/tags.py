"""The tags in a text, read as a browser reads them, without building a tree.

Comments and text are passed over; what the end of the text cuts off is reported as unfinished.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .policy import RAW_TEXT

OPEN: Final = re.compile(r"<(?:(?P<close>/?)(?P<name>[a-zA-Z][^\t\n\f\r />]*+)|(?P<odd>!--|[!?]|/))")
ATTRIBUTE: Final = re.compile(
    r"""[\t\n\f\r /]*+([^\t\n\f\r />][^\t\n\f\r />=]*+)"""
    r"""(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"([^"]*+)"?|'([^']*+)'?|([^\t\n\f\r >"'][^\t\n\f\r >]*+)?))?+"""
)
END: Final = re.compile(r"[\t\n\f\r /]*+>")
COMMENT_END: Final = re.compile(r"--!?>")
FOREIGN: Final = frozenset({"svg", "math"})


@dataclass(frozen=True, slots=True)
class Tag:
    """A start or end tag; the values of its attributes are as written."""

    name: str
    closes: bool = False
    attributes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """Text that is no tag and that a browser drops: a declaration, or what is unfinished at the end."""

    text: str
    finished: bool


def tags(html: str) -> Iterator[Tag | Unread]:
    """Yield the tags of a text in order."""
    at, foreign = 0, 0
    while found := OPEN.search(html, at):
        if found["odd"]:
            at, unread = _declaration(html, found)
            if unread is not None:
                yield unread
            continue
        name, closes = found["name"].lower(), bool(found["close"])
        attributes, at = _attributes(html, found.end())
        end = END.match(html, at)
        if end is None:
            yield Unread(html[found.start() :], finished=False)
            return
        at = end.end()
        yield Tag(name, closes, attributes)
        if name in FOREIGN:
            foreign = max(0, foreign - 1) if closes else foreign + 1
        elif not closes and not foreign and name in RAW_TEXT:
            at = _raw_text_end(html, name, at)


def _attributes(html: str, at: int) -> tuple[tuple[tuple[str, str], ...], int]:
    found: list[tuple[str, str]] = []
    while attribute := ATTRIBUTE.match(html, at):
        at = attribute.end()
        name, double, single, bare = attribute.groups()
        found.append((name.lower(), double or single or bare or ""))
    return tuple(found), at


def _declaration(html: str, found: re.Match[str]) -> tuple[int, Unread | None]:
    """Return where a comment or declaration ends, and what is lost with it: nothing, if it is a whole comment."""
    start, at = found.span()
    if found["odd"] == "!--":
        if html.startswith((">", "->"), at):
            return at, None
        end = COMMENT_END.search(html, at)
        return (end.end(), None) if end else (len(html), Unread(html[start:], finished=False))
    closed = html.find(">", at)
    if closed < 0:
        return len(html), Unread(html[start:], finished=False)
    return closed + 1, None if found["odd"] == "/" else Unread(html[start : closed + 1], finished=True)


def _raw_text_end(html: str, name: str, at: int) -> int:
    if name == "plaintext":
        return len(html)
    end = re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE).search(html, at)
    return end.start() if end else len(html)

"""The tags in a text, read as a browser reads them, without building a tree.

Comments and text are passed over; what the end of the text cuts off is reported as unfinished.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from .policy import RAW_TEXT

ATTRIBUTE: Final = re.compile(
    r"""[\t\n\f\r /]*+([^\t\n\f\r />][^\t\n\f\r />=]*+)"""
    r"""(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"([^"]*+)"?|'([^']*+)'?|([^\t\n\f\r >"'][^\t\n\f\r >]*+)?))?+"""
)
TAG: Final = re.compile(
    r"""<(?:(/?)([a-zA-Z][^\t\n\f\r />]*+)((?:[\t\n\f\r /]++|[^\t\n\f\r />][^\t\n\f\r />=]*+"""
    r"""(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"[^"]*+"?|'[^']*+'?|[^\t\n\f\r >"'][^\t\n\f\r >]*+)?)?+)*+)(>?)"""
    r"""|(!--|[!?]|/))"""
)
"""A start or end tag with its attributes, or the beginning of a comment or declaration."""
COMMENT_END: Final = re.compile(r"--!?>")
FOREIGN: Final = frozenset({"svg", "math"})


class Tag(NamedTuple):
    """A start or end tag, and its attributes as written."""

    name: str
    closes: bool
    written: str

    @property
    def attributes(self) -> list[tuple[str, str]]:
        """The names and values of the attributes; entities in the values are not decoded."""
        return [
            (name.lower(), double or single or bare) for name, double, single, bare in ATTRIBUTE.findall(self.written)
        ]


class Unread(NamedTuple):
    """Text that is no tag and that a browser drops: a declaration, or what is unfinished at the end."""

    text: str
    finished: bool


def tags(html: str) -> Iterator[Tag | Unread]:
    """Yield the tags of a text in order."""
    at, foreign = 0, 0
    while found := TAG.search(html, at):
        close, name, written, end, odd = found.groups()
        at = found.end()
        if odd:
            at, unread = _declaration(html, found.start(), at, odd)
            if unread is not None:
                yield unread
            continue
        if not end:
            yield Unread(html[found.start() :], finished=False)
            return
        name = name.lower()
        yield Tag(name, close != "", written)
        if name in FOREIGN:
            foreign = max(0, foreign - 1) if close else foreign + 1
        elif name in RAW_TEXT and not close and not foreign:
            at = _raw_text_end(html, name, at)


def _declaration(html: str, start: int, at: int, odd: str) -> tuple[int, Unread | None]:
    """Return where a comment or declaration ends, and what is lost with it: nothing, if it is a whole comment."""
    if odd == "!--":
        if html.startswith((">", "->"), at):
            return at, None
        end = COMMENT_END.search(html, at)
        return (end.end(), None) if end else (len(html), Unread(html[start:], finished=False))
    closed = html.find(">", at)
    if closed < 0:
        return len(html), Unread(html[start:], finished=False)
    return closed + 1, None if odd == "/" else Unread(html[start : closed + 1], finished=True)


def _raw_text_end(html: str, name: str, at: int) -> int:
    if name == "plaintext":
        return len(html)
    end = re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE).search(html, at)
    return end.start() if end else len(html)

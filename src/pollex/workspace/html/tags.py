"""The tags in a text, read as a browser reads them, without building a tree.

Comments and text are passed over; what the end of the text cuts off is reported as unfinished.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from .policy import RAW_TEXT, TAGS

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
HTML_ONLY: Final = TAGS - {"a"} | {"font"}
"""Elements that end <svg> and <math>, since they cannot stand there."""


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

    @property
    def opens_foreign(self) -> bool:
        """Whether <svg> or <math> begins here."""
        return self.name in FOREIGN and not self.closes and not self.written.endswith("/")

    @property
    def ends_foreign(self) -> bool:
        """Whether <svg> and <math> end here without an end tag."""
        return self.name in ("p", "br") if self.closes else self.name in HTML_ONLY


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
        tag = Tag(name, close != "", written)
        yield tag
        if name in RAW_TEXT and not close and not foreign:
            at = _raw_text_end(html, name, at)
        elif name in FOREIGN:
            foreign = max(0, foreign - 1) if close else foreign + tag.opens_foreign
        elif foreign and tag.ends_foreign:
            foreign = 0


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

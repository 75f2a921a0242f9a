"""Bounds on the shape of HTML, checked on its tags before any parser runs.

Parsers take time that grows with the square of the depth, and they repeat formatting elements that are left open
in every block that follows: 64 KB can become millions of elements.
"""

from __future__ import annotations

from typing import Final

from ...core.fault import Fault
from .notes import named
from .policy import TABLE_PARTS, VOID, words
from .tags import Tag, tags

DEPTH: Final = 100
"""How deep elements may be nested."""
ATTRIBUTES: Final = 100
"""How many attributes an element may have."""
WORK: Final = 30_000
"""How many elements a parser may have to make: one for each tag, and one more for each tag that was missing before it.

End tags that HTML lets you leave out are not missing."""
SMALL: Final = 500
"""A text with fewer characters stays within all bounds that matter, except the depth, which the walk checks."""

CLOSED_BY: Final = {
    "li": frozenset({"li"}),
    **dict.fromkeys(("dt", "dd"), frozenset({"dt", "dd"})),
    **dict.fromkeys(("td", "th"), frozenset({"td", "th"})),
    "tr": frozenset({"tr", "td", "th"}),
    **dict.fromkeys(("tbody", "thead", "tfoot"), TABLE_PARTS),
    "option": frozenset({"option"}),
    "optgroup": frozenset({"option", "optgroup"}),
    **dict.fromkeys(("rt", "rp"), frozenset({"rt", "rp"})),
    **dict.fromkeys(
        words("""
        address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
        hgroup hr main menu nav ol p pre search section table ul
        """),
        frozenset({"p"}),
    ),
}
"""The open elements that a start tag ends, where their end tags are left out."""
HOLDERS: Final = words("button caption datalist dl menu ol ruby select table td th ul")
"""The elements that a start tag does not look beyond for one to end."""
OPTIONAL_END: Final = frozenset().union(*CLOSED_BY.values())


def check_bounds(html: str) -> None:
    """Raise a Fault if the HTML is too deep or too broken to parse."""
    if len(html) < SMALL:
        return
    open_tags: list[str] = []
    repairs = work = 0
    for tag in tags(html):
        if not isinstance(tag, Tag):
            continue
        work += 1 + repairs
        if len(tag.written) > 2 * ATTRIBUTES and len(tag.attributes) > ATTRIBUTES:
            raise _too_many_attributes(tag)
        if tag.closes:
            repairs += _close(open_tags, tag.name)
        elif tag.name not in VOID:
            repairs += _end_siblings(open_tags, CLOSED_BY.get(tag.name))
            open_tags.append(tag.name)
            if len(open_tags) > DEPTH:
                raise too_deep()
        if work > WORK:
            raise _too_broken(repairs)


def _end_siblings(open_tags: list[str], ended: frozenset[str] | None) -> int:
    """End the open elements that a start tag ends and return how many other end tags were missing."""
    if ended is None:
        return 0
    first = at = len(open_tags)
    while at and (name := open_tags[at - 1]) and (name in ended or name not in HOLDERS):
        at -= 1
        if name in ended:
            first = at
    repairs = sum(name not in OPTIONAL_END for name in open_tags[first:])
    del open_tags[first:]
    return repairs


def _close(open_tags: list[str], name: str) -> int:
    """End an element and return how many other tags were missing or misplaced."""
    if name not in open_tags:
        return 1
    repairs = 0
    while (ended := open_tags.pop()) != name:
        repairs += ended not in OPTIONAL_END
    return repairs


def too_deep() -> Fault:
    return Fault(
        "limit",
        f"The HTML is nested more than {DEPTH} elements deep.",
        pointer="",
        expected=f"at most {DEPTH} levels",
        hint="Close elements where they end, and leave out wrappers that do nothing.",
    )


def _too_broken(repairs: int) -> Fault:
    return Fault(
        "limit",
        f"The HTML has {repairs} tags or more that are missing or misplaced.",
        pointer="",
        expected="elements that are closed in the order in which they were opened",
        received=f"{repairs} tags that are not, which is too many for HTML of this size",
        hint="Close every element, the inner one first.",
    )


def _too_many_attributes(tag: Tag) -> Fault:
    return Fault(
        "limit",
        f"An element <{named(tag.name)}> has {len(tag.attributes)} attributes.",
        pointer="",
        expected=f"at most {ATTRIBUTES} attributes",
        received=str(len(tag.attributes)),
    )

"""From HTML to clean HTML and its tree: nh3 cleans, lexbor parses, in the context of the element that it goes into."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import nh3
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from ...core.fault import Fault
from .policy import ATTRIBUTES, DROPPED_WITH_CONTENT, TAGS

WRAPS: Final = {
    "table": ("table",),
    "thead": ("table", "thead"),
    "tbody": ("table", "tbody"),
    "tfoot": ("table", "tfoot"),
    "tr": ("table", "tbody", "tr"),
    "colgroup": ("table", "colgroup"),
    "select": ("select",),
    "optgroup": ("select", "optgroup"),
    "option": ("select", "option"),
    "textarea": ("textarea",),
}
"""The elements around HTML that means something else, or nothing, without them."""
BELONGS: Final = {
    "table": "<caption>, <thead>, <tbody>, <tfoot> or <tr>",
    "thead": "<tr>",
    "tbody": "<tr>",
    "tfoot": "<tr>",
    "tr": "<td> or <th>",
    "colgroup": "<col>",
    "select": "<option> or <optgroup>",
    "optgroup": "<option>",
    "option": "text",
    "textarea": "text",
}
SCHEMES: Final = frozenset({"http", "https", "mailto", "data"})
ROUNDS: Final = 4
"""How often HTML is cleaned until it no longer changes."""


@dataclass(frozen=True, slots=True)
class CleanHtml:
    """HTML that nh3 has cleaned, and the first of its nodes. `parser` keeps the nodes alive."""

    text: str
    first: LexborNode | None
    parser: LexborHTMLParser


def parse(html: str, inside: str) -> CleanHtml:
    """Clean HTML that goes into an element `inside` and parse it."""
    wrap = WRAPS.get(inside, ())
    before = "".join(f"<{tag}>" for tag in wrap)
    after = "".join(f"</{tag}>" for tag in reversed(wrap))
    text = f"{before}{html}{after}"
    for _ in range(ROUNDS):
        text = _cleaner().clean(text)
        parser = LexborHTMLParser(f"<!doctype html><body>{text}", options=LexborDocumentOptions.WO_EVENTS)
        body = parser.body
        assert body is not None
        if (stable := body.html) == f"<body>{text}</body>":
            break
        text = (stable or "")[len("<body>") : -len("</body>")]
    else:
        raise _unstable()
    if not (text.startswith(before) and text.endswith(after)):
        raise _misplaced(inside)
    holder = body
    for tag in wrap:
        child = holder.first_child
        if child is None or child.tag != tag or child.next is not None:
            raise _misplaced(inside)
        holder = child
    return CleanHtml(text[len(before) : len(text) - len(after)], holder.first_child, parser)


@cache
def _cleaner() -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=TAGS,
        clean_content_tags=DROPPED_WITH_CONTENT,
        attributes=ATTRIBUTES,
        link_rel=None,
        url_schemes=SCHEMES,
    )


def _misplaced(inside: str) -> Fault:
    return Fault(
        "invalid_input",
        f"The HTML holds something that cannot stand directly in <{inside}>.",
        pointer="",
        expected=f"only {BELONGS[inside]}",
        hint="Choose another target, or send only what belongs there.",
    )


def _unstable() -> Fault:
    return Fault(
        "invalid_input",
        "The HTML is nested in a way that reads differently each time it is parsed.",
        pointer="",
        expected="elements that are closed in the order in which they were opened",
        hint="Close every element; put no link into a link, no form into a form, and nothing but rows into a table.",
    )

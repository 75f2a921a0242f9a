"""CSS without a browser: whether a text can be a selector, and what jQuery's `:contains` means."""

from __future__ import annotations

import re
from typing import Final

from ..core.reference import GRAMMAR

_ELEMENTS: Final = """
a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption circle cite code col
colgroup data datalist dd defs del details dfn dialog div dl dt ellipse em embed fieldset figcaption figure footer form
frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend li line link
main map mark mask menu meta meter nav noscript object ol optgroup option output p param path picture polygon polyline
pre progress q rect rp rt ruby s samp script search section select slot small source span strong style sub summary sup
svg symbol table tbody td template text textarea tfoot th thead time title tr track tspan u ul use var video wbr
"""
ELEMENTS: Final = frozenset(_ELEMENTS.split())
"""The elements of HTML, and the common ones of SVG."""

WORD: Final = re.compile(r"(_*(?:(?:#(?=\d))?[^\W_][\w'’-]*)?)[,!?]?")
"""A word; with a number sign before figures too, which no CSS has."""
OPENERS: Final = {")": "(", "]": "["}
CONTAINS: Final = re.compile(
    r"""(?P<text> "(?:[^"\\]|\\.)*+" | '(?:[^'\\]|\\.)*+' )
      | :contains\( \s* (?: "(?P<double>(?:[^"\\]|\\.)*+)" | '(?P<single>(?:[^'\\]|\\.)*+)'
                          | (?P<bare>(?>\{\{[^{}]*\}\}|[^()"']|\([^()]*\))*+) ) \s* \)""",
    re.VERBOSE | re.DOTALL,
)


def masked(text: str) -> str:
    """Return the text with its templates masked, so that their quotes and brackets do not count."""
    return GRAMMAR["{{}}"].sub(lambda match: "_" * len(match[0]) if match["inner"] is not None else match[0], text)


def is_description(text: str) -> bool:
    """Return whether a text is plain words and not CSS: at least one word cannot be an element's name."""
    words = [WORD.fullmatch(word) for word in masked(text).split()]
    names = [word[1].strip("_").lower() for word in words if word]
    return all(words) and any(name and name not in ELEMENTS and "-" not in name for name in names)


def with_has_text(text: str) -> str:
    """Return a selector with jQuery's `:contains(x)` as Playwright's `:has-text("x")`, except inside quotes."""
    return CONTAINS.sub(_has_text, text)


def unpaired(text: str, *, escapes: bool = True) -> tuple[int, str] | None:
    """Return the column and character of an unpaired bracket or quote. XPath, unlike CSS, has no escapes."""
    opened: list[tuple[int, str]] = []
    shown, at = masked(text), 0
    while at < len(shown):
        char = shown[at]
        if char == "\\" and escapes:
            at += 1
        elif char in "\"'":
            end = _closing_quote(shown, at, escapes)
            if end is None:
                return at + 1, char
            at = end
        elif char in "([":
            opened.append((at + 1, char))
        elif char in OPENERS and (not opened or opened.pop()[1] != OPENERS[char]):
            return at + 1, char
        at += 1
    return opened[-1] if opened else None


def _closing_quote(text: str, start: int, escapes: bool) -> int | None:
    at = start + 1
    while at < len(text):
        if text[at] == text[start]:
            return at
        at += 2 if text[at] == "\\" and escapes else 1
    return None


def _has_text(match: re.Match[str]) -> str:
    if match["text"]:
        return match["text"]
    quoted = match["single"] if match["double"] is None else match["double"]
    text = match["bare"].strip() if quoted is None else re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL)
    # The quotes inside a template belong to the template.
    escaped = re.sub(r'(\{\{[^{}]*\}\})|(["\\])', lambda found: found[1] or f"\\{found[2]}", text)
    return f':has-text("{escaped}")'

"""References in text, `{{ref}}` or `${ref}`: where they stand and what they name.

A reference is a path; there are no expressions.
A backslash makes the opening literal (`\\{{`). An opening without its closing is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from .fault import Fault, Issue
from .limits import DEFAULT_LIMITS
from .path import ValuePath, parse, pointer

Style = Literal["{{}}", "${}"]

OPENING: Final[dict[Style, str]] = {"{{}}": "{{", "${}": "${"}
CLOSING: Final[dict[Style, str]] = {"{{}}": "}}", "${}": "}"}


def _grammar(opening: str, closing: str) -> re.Pattern[str]:
    """Return the pattern of references. Quoted names may hold braces; it runs in linear time."""
    quoted = r"""\[\s*(?>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')"""
    inner = rf"(?>{quoted}|(?!{re.escape(opening)}|{re.escape(closing)}).)*+"
    begin, end = re.escape(opening), re.escape(closing)
    return re.compile(rf"(?P<literal>\\{begin})|{begin}(?P<inner>{inner}){end}|(?P<unclosed>{begin})", re.DOTALL)


GRAMMAR: Final = {style: _grammar(OPENING[style], CLOSING[style]) for style in OPENING}


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference: its path and its position (a pointer to the text, a span of characters within it)."""

    path: ValuePath
    pointer: str
    span: tuple[int, int]
    written: str
    """The reference with its braces, for messages."""

    @property
    def root(self) -> str:
        """The name that is looked up; the rest of the path leads on from its value."""
        return str(self.path[0])


TemplatePart: TypeAlias = str | Reference


@dataclass(frozen=True, slots=True)
class ParsedTemplate:
    """A parsed text."""

    parts: tuple[TemplatePart, ...]
    malformed: tuple[Issue, ...] = ()
    """Braces around something that is not a path."""
    unclosed: tuple[Issue, ...] = ()
    """Openings without a closing, which count as text but are probably mistakes."""


def read(text: str, style: Style, where: str = "") -> ParsedTemplate:
    """Parse a text; `where` is the pointer to it."""
    parts: list[TemplatePart] = []
    malformed: list[Issue] = []
    unclosed: list[Issue] = []
    end = 0
    for match in GRAMMAR[style].finditer(text):
        parts.append(text[end : match.start()])
        end = match.end()
        if match["inner"] is not None:
            part = _reference(match, where)
            malformed += [part] if isinstance(part, Issue) else []
            parts.append(match[0] if isinstance(part, Issue) else part)
            continue
        parts.append(OPENING[style])
        if match["unclosed"] and len(unclosed) < DEFAULT_LIMITS.issues:
            unclosed.append(_unclosed(match, style, where))
    parts.append(text[end:])
    return ParsedTemplate(tuple(part for part in parts if part), tuple(malformed), tuple(unclosed))


def escape(text: str, style: Style = "{{}}") -> str:
    """Return the template that evaluates to exactly `text`."""
    return text.replace(OPENING[style], "\\" + OPENING[style])


def references(value: Any, style: Style = "{{}}") -> list[Reference]:
    """Return every reference in a JSON value, in document order. Keys of objects are never templates."""
    return [
        part
        for path, text in texts(value, style)
        for part in read(text, style, pointer(path)).parts
        if isinstance(part, Reference)
    ]


def texts(value: Any, style: Style, depth: int = DEFAULT_LIMITS.depth) -> Iterator[tuple[ValuePath, str]]:
    """Yield every text in a JSON value that contains an opening, with its path. Works without recursion."""
    opening = OPENING[style]
    trail: list[str | int] = []
    levels: list[Iterator[tuple[Any, Any]]] = [iter([("", value)])]
    while levels:
        for key, child in levels[-1]:
            if isinstance(child, str):
                if opening in child:
                    yield (*trail, key)[1:], child
            elif isinstance(child, dict | list | tuple) and child:
                trail.append(key)
                if len(trail) > depth:
                    raise _too_deep(depth, trail)
                levels.append(iter(child.items() if isinstance(child, dict) else enumerate(child)))
                break
        else:
            levels.pop()
            if trail:
                trail.pop()


def _reference(match: re.Match[str], where: str) -> Reference | Issue:
    inner = match["inner"].strip()
    try:
        path = parse(inner)
    except Fault as fault:
        return _not_a_path(match, where, fault.message, fault.hint)
    if not path or not isinstance(path[0], str):
        return _not_a_path(match, where, f"{match[0]!r} does not begin with a name.", None)
    return Reference(path, where, match.span(), match[0])


def _not_a_path(match: re.Match[str], where: str, message: str, hint: str | None) -> Issue:
    literal = f"Write '\\{match[0][:2]}' if the braces are meant as text."
    expected = "a name with a path behind it, such as 'order.items[0].id'; expressions are not known"
    return Issue(where, message, expected, match[0], f"{hint} {literal}" if hint else literal)


def _unclosed(match: re.Match[str], style: Style, where: str) -> Issue:
    opening, closing = OPENING[style], CLOSING[style]
    return Issue(
        where,
        f"{opening!r} at column {match.start() + 1} is never closed.",
        f"{closing!r} after the name",
        match.string[match.start() : match.start() + 40],
        f"Close it with {closing!r}, or write '\\{opening}' if it is meant as text.",
    )


def _too_deep(depth: int, trail: list[str | int]) -> Fault:
    return Fault(
        "limit",
        f"The value is nested deeper than {depth} levels.",
        pointer=pointer(trail[1:]),
        expected=f"at most {depth} levels",
        received=f"more than {depth} levels",
        hint="Send a flatter value, or raise the limit 'depth'.",
    )

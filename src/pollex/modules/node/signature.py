"""The parameters of a JavaScript function, as its own code spells them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

OPENING: Final = frozenset("([{")
CLOSING: Final = frozenset(")]}")
QUOTES: Final = frozenset("'\"`")
COMMENT: Final = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
PARAMETER: Final = re.compile(
    r"(?P<rest>\.\.\.)?\s*(?P<name>[\w$]+|\{.*?\}|\[.*?\])\s*(?:=(?P<default>.*))?", re.DOTALL
)
FUNCTION: Final = re.compile(r"(?:async\s+)?(?:function\b)?\s*\*?\s*(?:#?[\w$]+|\[[^\]]*\])?\s*(?=\()")
ARROW: Final = re.compile(r"(?:async\s+)?([\w$]+)\s*=>")
CONSTRUCTOR: Final = re.compile(r"\bconstructor\s*(?=\()")


@dataclass(frozen=True, slots=True)
class JsParameter:
    """One parameter. A destructured object (`{a, b}`) has the name `{}`, a destructured array `[]`."""

    name: str
    default: str | None = None
    """The code of its default."""
    rest: bool = False


def read_code(code: str) -> tuple[JsParameter, ...] | None:
    """Return the parameters that a function's code names, those of the constructor for a class; None if unreadable."""
    if "[native code]" in code:
        return None
    if single := ARROW.match(code):
        return (JsParameter(single[1]),)
    start = CONSTRUCTOR.search(code) if code.startswith("class") else FUNCTION.match(code)
    end = None if start is None else _closing_bracket(code, start.end())
    return None if start is None or end is None else read_parameters(code[start.end() + 1 : end])


def read_parameters(text: str) -> tuple[JsParameter, ...] | None:
    """Return the parameters between the parentheses; None where they cannot be read."""
    found: list[JsParameter] = []
    for part in _split(COMMENT.sub(" ", text)):
        match = PARAMETER.fullmatch(part.strip())
        if match is None:
            return None
        name = {"{": "{}", "[": "[]"}.get(match["name"][0], match["name"])
        default = match["default"]
        found.append(JsParameter(name, None if default is None else default.strip(), bool(match["rest"])))
    return tuple(found)


def _split(text: str) -> Iterator[str]:
    """Yield the parts between the commas of the outermost level; an empty last one does not count."""
    start = 0
    for place, depth in _depths(text):
        if depth == 0 and text[place] == ",":
            yield text[start:place]
            start = place + 1
    if text[start:].strip():
        yield text[start:]


def _closing_bracket(text: str, start: int) -> int | None:
    """Return the place of the bracket that closes the one at `start`."""
    for place, depth in _depths(text[start:]):
        if depth == 0 and place:
            return start + place
    return None


def _depths(text: str) -> Iterator[tuple[int, int]]:
    """Yield each place outside of quotes, with the number of brackets that are open after it."""
    depth, quote = 0, ""
    for place, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote and text[place - 1] != "\\" else quote
            continue
        if sign in QUOTES:
            quote = sign
        depth += (sign in OPENING) - (sign in CLOSING)
        if not quote:
            yield place, depth

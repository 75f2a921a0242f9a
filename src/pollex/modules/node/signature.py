"""The parameters of a JavaScript function, as its declaration in TypeScript or its own code spells them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

OPENING: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
CLOSING: Final = frozenset(OPENING.values())
QUOTES: Final = frozenset("'\"`")
PARAMETER: Final = re.compile(
    r"(?:(?:public|private|protected|readonly|override)\s+)*(?P<rest>\.\.\.)?\s*"
    r"(?P<name>[\w$]+|\{.*?\}|\[.*?\])\s*(?P<optional>\?)?\s*(?::(?P<type>.*?))?(?P<default>=(?!>).*)?",
    re.DOTALL,
)
FUNCTION: Final = re.compile(r"(?:async\s+)?(?:function\b)?\s*\*?\s*(?:#?[\w$]+|\[[^\]]*\])?\s*(?=\()")
ARROW: Final = re.compile(r"(?:async\s+)?([\w$]+)\s*=>")
SCALARS: Final = frozenset({"string", "number", "boolean", "bigint", "symbol"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; an unpacked object (`{a, b}`) has the name `{}`, an unpacked list `[]`. `type` may be empty."""

    name: str
    type: str = ""
    optional: bool = False
    rest: bool = False

    @property
    def may_be_object(self) -> bool:
        """Whether a gathered object could be meant: not where the type is a plain value, a list or a function."""
        if self.name == "[]":
            return False
        kinds = {kind.strip() for kind in self.type.split("|")} - {"", "undefined", "null"}
        return not kinds or not all(
            kind in SCALARS or kind.endswith("[]") or kind[:1] in "'\"" or "=>" in kind for kind in kinds
        )


Signature = tuple[Parameter, ...]


def read_parameters(text: str) -> Signature | None:
    """What stands between the parentheses; None where it cannot be read. TypeScript's `this` is no parameter."""
    found: list[Parameter] = []
    for part in split(text):
        match = PARAMETER.fullmatch(part.strip())
        if match is None:
            return None
        name = {"{": "{}", "[": "[]"}.get(match["name"][0], match["name"])
        optional = bool(match["optional"] or match["default"])
        if name != "this":
            found.append(Parameter(name, (match["type"] or "").strip(), optional, bool(match["rest"])))
    return tuple(found)


def read_code(code: str) -> Signature | None:
    """The parameters that a function's code names; for a class, those of its constructor."""
    if code.startswith("class"):
        constructor = re.search(r"\bconstructor\s*(?=\()", code)
        start = constructor.end() if constructor else None
    else:
        single = ARROW.match(code)
        if single:
            return (Parameter(single[1]),)
        function = FUNCTION.match(code)
        start = function.end() if function else None
    if start is None or "[native code]" in code:
        return None
    end = closing(code, start)
    return None if end is None else read_parameters(code[start + 1 : end])


def split(text: str) -> Iterator[str]:
    """The parts between the commas of the outermost level; an empty last one does not count."""
    start = 0
    for place, depth in levels(text):
        if depth == 0 and text[place] == ",":
            yield text[start:place]
            start = place + 1
    if text[start:].strip():
        yield text[start:]


def closing(text: str, start: int) -> int | None:
    """Where the bracket that opens at `start` is closed."""
    for place, depth in levels(text[start:]):
        if depth == 0 and place:
            return start + place
    return None


def levels(text: str) -> Iterator[tuple[int, int]]:
    """Each place outside of quotes with how many brackets are open after it; the `>` of an arrow closes none."""
    depth, quote = 0, ""
    for place, sign in enumerate(text):
        escaped = text[place - 1 : place] == "\\"
        if quote:
            quote = "" if sign == quote and not escaped else quote
            continue
        if sign in QUOTES:
            quote = sign
        elif sign in OPENING:
            depth += 1
        elif sign in CLOSING and not (sign == ">" and text[place - 1 : place] == "="):
            depth -= 1
        yield place, depth

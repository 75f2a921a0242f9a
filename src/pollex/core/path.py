"""Paths into JSON values: `a.b[0]`, `a["odd key"]`, `$.a.b`, `$['a'][0]`, and RFC 6901 pointers such as `/a/b/0`.

A path is a tuple of names and indices; the empty one, `$`, is the whole value.
Digits are an index however they are written; in an object they are a key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Final, TypeAlias

from .fault import Fault, Issue
from .json import type_name
from .suggest import did_you_mean, one_of

Segment: TypeAlias = str | int
ValuePath: TypeAlias = tuple[Segment, ...]


class Missing(Enum):
    """The type of MISSING, which `lookup` returns if there is no value, since None is a value."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING

INDEX: Final = re.compile(r"0|[1-9][0-9]{0,15}")
NAME: Final = re.compile(r"[\w$@:-]+")
QUOTED: Final = re.compile(r"""\[\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\]""", re.DOTALL)
INDEXED: Final = re.compile(r"\[\s*([0-9]+)\s*\]")
HINTS: Final = {
    "-": "Indices count from 0; negative ones are not allowed.",
    "*": "A path names one place. Use JSONPath where several may match.",
    "?": "A path names one place. Use JSONPath where several may match.",
    ".": "Name every step; there is none between two dots.",
    "/": "A JSON Pointer begins with '/'.",
    " ": 'Write an odd name in brackets and quotes: a["odd name"].',
    "]": "Open the bracket first: a[0].",
}
"""Hints for characters that are not allowed in a path."""


def parse(text: str) -> ValuePath:
    """Parse a path in any of its spellings."""
    if text.startswith("/"):
        return _parse_pointer(text)
    rooted = text == "$" or text.startswith(("$.", "$["))
    segments: list[Segment] = []
    at = 1 if rooted else 0
    while at < len(text):
        segment, at = _next_segment(text, at, first=at == 0)
        segments.append(segment)
    return tuple(segments)


def pointer(segments: Iterable[Segment]) -> str:
    """Return the RFC 6901 pointer."""
    return "".join("/" + str(segment).replace("~", "~0").replace("/", "~1") for segment in segments)


def dotted(segments: Iterable[Segment]) -> str:
    """Return the path in dotted notation; `$` is the whole value."""
    text = ""
    for segment in map(_as_index, segments):
        if isinstance(segment, int):
            text += f"[{segment}]"
        elif NAME.fullmatch(segment) and not (text == "" and segment == "$"):
            text += f".{segment}" if text else segment
        else:
            text += f"[{json.dumps(segment, ensure_ascii=False)}]"
    return text or "$"


def lookup(value: Any, path: ValuePath) -> Any:
    """Return the value at `path`, or MISSING."""
    for segment in path:
        value = _below(value, segment)
        if value is MISSING:
            return MISSING
    return value


def resolve(value: Any, path: ValuePath) -> Any:
    """Return the value at `path`, or raise a Fault that names the missing segment and what is there instead."""
    found = lookup(value, path)
    if found is MISSING:
        raise Fault.from_issues("unknown_reference", [missing(value, path)])
    return found


def missing(value: Any, path: ValuePath) -> Issue:
    """Return why `path` leads nowhere in `value`: the first missing segment, and what is there instead."""
    depth = 0
    while (below := _below(value, path[depth])) is not MISSING:
        value, depth = below, depth + 1
    segment, place = path[depth], dotted(path[:depth])
    whole = f"{place!r}" if depth else "The value"
    hint = None
    if isinstance(value, Mapping):
        message = f"{whole} has no {str(segment)!r}."
        expected, hint = one_of(value), did_you_mean(str(segment), value)
    elif isinstance(value, list | tuple):
        message = f"{whole} is an array of {len(value)} and has no {segment!r}."
        expected = f"an index from 0 to {len(value) - 1}" if value else "nothing: the array is empty"
        if value and _below(value[0], segment) is not MISSING:
            hint = f"Did you mean {dotted((*path[:depth], 0, segment))!r}?"
    else:
        message = f"{whole} is of type {type_name(value)} and has nothing below it."
        expected = "an object or an array"
    return Issue(pointer(path[: depth + 1]), message, expected, str(segment), hint)


def _below(value: Any, segment: Segment) -> Any:
    if isinstance(value, Mapping):
        return value.get(str(segment), MISSING)
    if isinstance(value, list | tuple):
        index = _as_index(segment)
        return value[index] if isinstance(index, int) and 0 <= index < len(value) else MISSING
    return MISSING


def _as_index(segment: Segment) -> Segment:
    return int(segment) if isinstance(segment, str) and INDEX.fullmatch(segment) else segment


def _parse_pointer(text: str) -> ValuePath:
    if wrong := re.search(r"~(?![01])", text):
        raise _mistake(text, wrong.start(), "'~0' for '~' or '~1' for '/'")
    return tuple(_as_index(part.replace("~1", "/").replace("~0", "~")) for part in text[1:].split("/"))


def _next_segment(text: str, at: int, *, first: bool) -> tuple[Segment, int]:
    """Return the segment that begins at `at`, and where the next one begins."""
    if text[at] == "[":
        return _bracketed(text, at)
    if not first:
        if text[at] != ".":
            raise _mistake(text, at, "'.' or '[' or the end")
        at += 1
    name = NAME.match(text, at)
    if name is None:
        raise _mistake(text, at, "a name")
    return _as_index(name[0]), name.end()


def _bracketed(text: str, at: int) -> tuple[Segment, int]:
    if index := INDEXED.match(text, at):
        return _as_index(index[1]), index.end()
    if quoted := QUOTED.match(text, at):
        try:
            return _as_index(_unquote(quoted[1])), quoted.end()
        except ValueError:
            raise _mistake(text, quoted.start(1), "a quoted name with JSON's escapes") from None
    raise _mistake(text, at + 1, "an index or a quoted name, and ']'")


def _unquote(quoted: str) -> str:
    if quoted[0] == "'":
        inner = re.sub(r"\\'|\\.|\"", lambda match: {"\\'": "'", '"': '\\"'}.get(match[0], match[0]), quoted[1:-1])
        quoted = f'"{inner}"'
    return str(json.loads(quoted, strict=False))


def _mistake(text: str, at: int, expected: str) -> Fault:
    rest = text[at : at + 1]
    shown = text if len(text) <= 80 else text[:79] + "…"
    found = f"found {rest!r}" if rest else "the path ends there"
    return Fault(
        "invalid_input",
        f"{shown!r} is not a path: expected {expected} at column {at + 1}, but {found}.",
        expected=expected,
        received=shown,
        hint=HINTS.get(rest),
    )

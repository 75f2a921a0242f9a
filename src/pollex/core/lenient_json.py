"""JSON with the mistakes that models make: single quotes, trailing commas, Python literals. Read if unambiguous."""

from __future__ import annotations

import ast
import json
import re
from typing import Any, Final, cast

from .json import JSON

TOKEN: Final = re.compile(
    r"""(?P<double>"(?:[^"\\\n]|\\.)*+")|(?P<single>'(?:[^'\\\n]|\\.)*+')|(?P<word>\b[A-Za-z_]\w*)|(?P<comma>,)(?=\s*[}\]])"""
)
WORDS: Final = {"true": "True", "false": "False", "null": "None", "True": "True", "False": "False", "None": "None"}
SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
"""Half of a surrogate pair, which no text can contain."""
MENDED: Final = "read single quotes, commas too many or Python's words as JSON"


def parse_lenient(text: str) -> JSON:
    """Return the value of a malformed text, or raise ValueError if it is ambiguous."""
    try:
        value = ast.literal_eval(TOKEN.sub(_plain, text.strip()))
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError("It cannot be mended.") from error
    if not _is_json(value):
        raise ValueError("It is no JSON.")
    return cast("JSON", value)


def _plain(token: re.Match[str]) -> str:
    """Return a token in Python's spelling. Quoted text is read by the rules of its quotes."""
    if token["double"]:
        return repr(json.loads(token[0]))
    if token["single"]:
        return repr(json.loads(f'"{_in_double(token[0][1:-1])}"'))
    if token["word"]:
        if token[0] not in WORDS:
            raise ValueError(f"{token[0]} is no value.")
        return WORDS[token[0]]
    return ""


def _in_double(text: str) -> str:
    return re.sub(r"""\\'|(?<!\\)((?:\\\\)*)\"""", lambda found: "'" if found[0] == "\\'" else f'{found[1]}\\"', text)


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(name, str) and _is_json(each) for name, each in value.items())
    if isinstance(value, list):
        return all(map(_is_json, value))
    if isinstance(value, str):
        return value.isascii() or not SURROGATE.search(value)
    return value is None or isinstance(value, int | float)

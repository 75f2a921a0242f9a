"""JSON with the mistakes that models make: single quotes, trailing commas, Python literals. Read if unambiguous."""

from __future__ import annotations

import re
from typing import Final, cast

from .fault import Fault
from .json import JSON
from .json_file import read_json

TOKEN: Final = re.compile(
    r"""(?P<double>"(?:[^"\\\n]|\\.)*+")|(?P<single>'(?:[^'\\\n]|\\.)*+')|(?P<word>\b[A-Za-z_]\w*)|(?P<comma>,)(?=\s*[}\]])"""
)
WORDS: Final = {"true": "true", "false": "false", "null": "null", "True": "true", "False": "false", "None": "null"}
MENDED: Final = "read single quotes, commas too many or Python's words as JSON"


def parse_lenient(text: str) -> JSON:
    """Return the value of a malformed text, or raise ValueError if it is ambiguous, as where a key stands twice."""
    try:
        return cast("JSON", read_json(TOKEN.sub(_as_json, text.strip()), "The text"))
    except (Fault, RecursionError) as error:
        raise ValueError("It cannot be mended.") from error


def _as_json(token: re.Match[str]) -> str:
    """Return a token in JSON's spelling. Quoted text is read by the rules of its quotes."""
    if token["double"]:
        return token[0]
    if token["single"]:
        return f'"{_in_double(token[0][1:-1])}"'
    if token["word"]:
        if token[0] not in WORDS:
            raise ValueError(f"{token[0]} is no value.")
        return WORDS[token[0]]
    return ""


def _in_double(text: str) -> str:
    return re.sub(r"""\\'|(?<!\\)((?:\\\\)*)\"""", lambda found: "'" if found[0] == "\\'" else f'{found[1]}\\"', text)

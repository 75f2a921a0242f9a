"""JSON files that people write: read as a whole, with no key twice in an object."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from .fault import Fault
from .json import loads


def read_json(text: str | bytes, file: str) -> Any:
    """Return the JSON value in a file; raise a Fault where it is none."""
    try:
        content = (text.decode("utf-8-sig") if isinstance(text, bytes) else text).removeprefix("\ufeff")
        value = loads(content)
        json.loads(content, object_pairs_hook=partial(_refuse_duplicates, file))
    except ValueError as error:
        hint = "Write one JSON object with double quotes and no comments or trailing commas."
        raise Fault("invalid_json", f"{file} is not JSON: {error}.", expected="a JSON object", hint=hint) from error
    return value


def _refuse_duplicates(file: str, pairs: list[tuple[str, Any]]) -> None:
    """Refuse a key that an object has twice: the first value would be lost silently."""
    names = [name for name, _ in pairs]
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        hint = "Keep one of the two."
        raise Fault("invalid_json", f"{file} has the key {twice!r} twice in one object.", received=twice, hint=hint)

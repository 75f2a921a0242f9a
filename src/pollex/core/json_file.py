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
    except UnicodeDecodeError as error:
        message = f"{file} is not JSON: it is not written in UTF-8."
        received = f"the byte 0x{error.object[error.start]:02x} at position {error.start}"
        hint = "Save the file as UTF-8."
        raise Fault("invalid_json", message, expected="UTF-8", received=received, hint=hint) from error
    except ValueError as error:
        hint = "Write one JSON object with double quotes and no comments or trailing commas."
        raise Fault("invalid_json", f"{file} is not JSON: {error}.", expected="a JSON object", hint=hint) from error
    return value


def _refuse_duplicates(file: str, pairs: list[tuple[str, Any]]) -> None:
    """Refuse a key that an object has twice: the first value would be lost silently."""
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            message, hint = f"{file} has the key {name!r} twice in one object.", "Keep one of the two."
            raise Fault("invalid_json", message, received=name, hint=hint)
        seen.add(name)

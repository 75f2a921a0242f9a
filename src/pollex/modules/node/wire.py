"""The lines that go to the Node process and come from it."""

from __future__ import annotations

import json
from typing import Any

from ...core.fault import Fault
from ...core.json import Object, dumps, loads


def encode(message: Object) -> bytes:
    try:
        return dumps(message).encode() + b"\n"
    except UnicodeEncodeError:  # lone surrogates, which only escapes can carry
        return json.dumps(message).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise Fault(
            "invalid_input",
            f"The arguments cannot be sent to the Node process: {error}.",
            expected="plain JSON",
            hint="A function of an npm package cannot take secrets unopened, nor Python objects.",
        ) from error


def decode(line: bytes) -> Object | None:
    """Return an answer; None for any other line, since a library can write whatever it likes."""
    try:
        found: Any = loads(line)
    except ValueError:
        try:
            found = json.loads(line)  # lone surrogates, which orjson refuses
        except (ValueError, RecursionError):
            return None
    return found if isinstance(found, dict) and isinstance(found.get("id"), int) else None

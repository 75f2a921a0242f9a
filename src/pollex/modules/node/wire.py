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


def decode(line: bytes) -> Any:
    try:
        return loads(line)
    except ValueError:  # lone surrogates, which orjson refuses
        return json.loads(line)

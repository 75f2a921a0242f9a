"""Serialisation of values in the engine's rows: JSON text, never pickle; faults as data; large values by their hash."""

from __future__ import annotations

import json
from typing import Any, Final

from dbos import Serializer

from ..core.fault import Fault
from ..store.tables import encode
from .blobs import Blobs

LARGE: Final = 100_000
"""Bytes above which a value is stored outside of its row."""
BLOB: Final = '{"$blob":"'
FAULT: Final = '{"$fault":'
VALUE: Final = '{"$value":'
MARKS: Final = frozenset({"$blob", "$fault", "$value"})


class JsonSerializer(Serializer):
    """Plain JSON in, the same JSON out. An exception becomes a Fault."""

    def __init__(self, blobs: Blobs) -> None:
        self.blobs = blobs

    def name(self) -> str:
        return "pollex_json"

    def serialize(self, data: Any) -> str:
        if isinstance(data, BaseException):
            data = {"$fault": stored_fault(data).to_json()}
        elif isinstance(data, dict) and not MARKS.isdisjoint(data):
            data = {"$value": data}
        text = encode(data)
        if len(text) > LARGE:
            return f'{BLOB}{self.blobs.put(text.encode())}"}}'
        return text

    def deserialize(cls, serialized_data: str) -> Any:  # noqa: N805 - the base class names it so
        text = serialized_data
        if text.startswith(BLOB):
            text = cls.blobs.get(blob_hash(text)).decode()
        value = json.loads(text)
        if text.startswith(FAULT):
            return Fault.from_json(value["$fault"])
        return value["$value"] if text.startswith(VALUE) else value


def blob_hash(text: str) -> str:
    """Return the hash of a value that is stored outside of its row."""
    return text.removeprefix(BLOB).removesuffix('"}')


def stored_fault(error: BaseException) -> Fault:
    if isinstance(error, Fault):
        return error
    return Fault("failed", f"The run ended with {type(error).__name__}: {error}", retry=False)

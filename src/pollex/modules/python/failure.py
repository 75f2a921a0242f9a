"""An exception of a library as data: its class, message, stack and public fields."""

from __future__ import annotations

import traceback
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from ...core.failure import exception_message
from ...core.json import Object
from ...core.limits import DEFAULT_LIMITS
from ...core.plain import convert
from ..runtime import LibraryFailure

FIELDS: Final = ("code", "errno", "status", "status_code", "reason", "strerror", "filename", "lineno", "colno", "pos")
"""Fields that errors keep on their class, where `vars` does not see them."""
HERE: Final = str(Path(__file__).parents[2])
STACK: Final = 20_000
"""Longest stack kept, in characters; its end says most."""
SMALL: Final = replace(DEFAULT_LIMITS, result_bytes=20_000, result_items=100)


def library_failure(function: str, error: BaseException) -> LibraryFailure:
    return LibraryFailure(function, type(error).__name__, exception_message(error), _stack(error), _properties(error))


def _stack(error: BaseException) -> str:
    lines = traceback.format_exception(type(error), error, _beyond_pollex(error.__traceback__))
    return "".join(lines)[-STACK:]


def _beyond_pollex(place: TracebackType | None) -> TracebackType | None:
    """Return the stack below Pollex's own frames."""
    while place is not None and place.tb_frame.f_code.co_filename.startswith(HERE):
        place = place.tb_next
    return place


def _properties(error: BaseException) -> Object:
    """Return the error's public fields that are JSON, those of an HTTP error's response included."""
    found = _public(error, [*FIELDS, *_fields(error)])
    response = _read(error, "response")
    if response is not None:
        found = {**_public(response, ["status", "status_code", "reason"]), **found}
    if isinstance(found.get("status_code"), int):
        found.setdefault("status", found["status_code"])
    return found


def _public(source: Any, names: list[str]) -> Object:
    found_fields: Object = {}
    for name in names:
        value = _read(source, name)
        if value is None or callable(value):
            continue
        made, losses = convert(value, SMALL)
        if not losses and not (isinstance(made, dict) and "$type" in made):
            found_fields[name] = made
    return found_fields


def _fields(error: BaseException) -> list[str]:
    fields = getattr(error, "__dict__", {})
    return [name for name in fields if isinstance(name, str) and not name.startswith("_") and name != "response"]


def _read(source: Any, name: str) -> Any:
    try:
        return getattr(source, name, None)
    except Exception:  # noqa: BLE001 - a property of an error may itself fail, which says nothing about the call
        return None

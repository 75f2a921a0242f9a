"""What a library raised, as data: its class, its message, where it happened, and what else it says about itself."""

from __future__ import annotations

import traceback
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from ...core.failure import spoken
from ...core.json import Object
from ...core.limits import DEFAULT_LIMITS
from ...core.plain import convert
from ..runtime import LibraryFailure

TELLING: Final = ("code", "errno", "status", "status_code", "reason", "strerror", "filename", "lineno", "colno", "pos")
"""Fields that errors keep on their class, where `vars` does not see them."""
HERE: Final = str(Path(__file__).parents[2])
STACK: Final = 20_000
"""Longest stack kept, in characters; its end tells most."""
SMALL: Final = replace(DEFAULT_LIMITS, result_bytes=20_000, result_items=100)


def library_failure(function: str, error: BaseException) -> LibraryFailure:
    return LibraryFailure(function, type(error).__name__, spoken(error), _stack(error), _properties(error))


def _stack(error: BaseException) -> str:
    lines = traceback.format_exception(type(error), error, _beyond_pollex(error.__traceback__))
    return "".join(lines)[-STACK:]


def _beyond_pollex(place: TracebackType | None) -> TracebackType | None:
    """The stack from the library on: how Pollex came to call it is no news."""
    while place is not None and place.tb_frame.f_code.co_filename.startswith(HERE):
        place = place.tb_next
    return place


def _properties(error: BaseException) -> Object:
    """The error's public fields that JSON can say. What an HTTP error has only on its response is taken from there."""
    found = _told(error, [*TELLING, *_fields(error)])
    response = _read(error, "response")
    if response is not None:
        found = {**_told(response, ["status", "status_code", "reason"]), **found}
    if isinstance(found.get("status_code"), int):
        found.setdefault("status", found["status_code"])
    return found


def _told(source: Any, names: list[str]) -> Object:
    told: Object = {}
    for name in names:
        value = _read(source, name)
        if value is None or callable(value):
            continue
        made, losses = convert(value, SMALL)
        if not losses and not (isinstance(made, dict) and "$type" in made):
            told[name] = made
    return told


def _fields(error: BaseException) -> list[str]:
    fields = getattr(error, "__dict__", {})
    return [name for name in fields if isinstance(name, str) and not name.startswith("_") and name != "response"]


def _read(source: Any, name: str) -> Any:
    try:
        return getattr(source, name, None)
    except Exception:  # noqa: BLE001 - a property of an error may itself fail, which says nothing about the call
        return None

"""The data model of an A2UI surface: JSON that is read and written by JSON Pointers."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Fault
from ...core.path import MISSING, Segment, ValuePath, lookup, parse

DEEPEST: Final = 100


def absolute(path: str, base: str = "") -> str:
    """Return a path from the root. In a template, a path without '/' begins at the item, which is at `base`."""
    whole = path if path.startswith("/") else f"{base}/{path}" if path else base
    return whole.rstrip("/")


def read(model: Any, path: str) -> Any:
    """Return the value at an absolute path; None where there is none."""
    found = lookup(model, parse(path)) if path else model
    return None if found is MISSING else found


def write(model: Any, path: str, value: Any) -> Any:
    """Return the model with another value at an absolute path; None removes it. What is missing above is made."""
    if not path:
        return {} if value is None else value
    parts = parse(path)
    if len(parts) > DEEPEST:
        raise Fault("limit", "The path is too long.", expected=f"at most {DEEPEST} parts", received=str(len(parts)))
    return _written(model, parts, value, path)


def _written(model: Any, path: ValuePath, value: Any, whole: str) -> Any:
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(model, list):
        return _in_list(model, first, rest, value, whole)
    if not isinstance(model, dict):
        if first == 0:
            return _in_list([], first, rest, value, whole)
        model = {}
    name = str(first)
    made = _written(model.get(name), rest, value, whole)
    kept = {key: each for key, each in model.items() if key != name or made is not None}
    return kept if made is None else {**kept, name: made}


def _in_list(items: list[Any], first: Segment, rest: ValuePath, value: Any, whole: str) -> list[Any]:
    if not isinstance(first, int) or first > len(items):
        raise Fault(
            "invalid_input",
            f"The path {whole!r} leads into an array of {len(items)}.",
            expected=f"an index from 0 to {len(items)}",
            received=repr(first),
            hint="Send the whole array, or append to its end.",
        )
    here = items[first] if first < len(items) else None
    return [*items[:first], _written(here, rest, value, whole), *items[first + 1 :]]

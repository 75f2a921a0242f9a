"""Exceptions as the faults that answer a call."""

from __future__ import annotations

import re
from typing import Any, Final

from .fault import CODES, Fault

ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+| id='[0-9]+'")
"""The memory address of an object in its text, which has no meaning for a reader."""

LONGEST: Final = 2_000
"""Characters of an exception's message that are kept: some quote all that they were given."""


def failure(name: str, error: BaseException) -> Fault:
    """Return the fault for an exception that the tool `name` ended with, SystemExit and the like included."""
    said = "called itself without end." if isinstance(error, RecursionError) else f"failed: {exception_message(error)}"
    return Fault("failed", f"{name!r} {said}", received=class_name(error), retry=False)


def well_formed_fault(name: str, fault: Fault) -> Fault:
    """Return a fault that a tool made if it is well formed, else a fault that says it is malformed."""
    try:
        said = fault.to_json()
        flags = [said.pop("retry"), said.pop("uncertain")]
        issues = said.pop("issues")
        words = [text for part in (said, *issues) for text in part.values() if text is not None]
        whole = fault.code in CODES and {*map(type, words)} <= {str} and {*map(type, flags)} == {bool}
    except BaseException:  # noqa: BLE001 - its own methods may raise anything
        whole = False
    return fault if whole else Fault("failed", f"{name!r} failed with a malformed fault.", retry=False)


def class_name(value: Any) -> str:
    """Return the full name of a value's class."""
    kind = type(value)
    try:
        name, module = str.__str__(kind.__qualname__), str.__str__(kind.__module__)
    except BaseException:  # noqa: BLE001 - a metaclass may raise anything
        return "an object"
    return name if module == "builtins" else f"{module}.{name}"


def exception_message(error: BaseException) -> str:
    """Return an exception's message, or its class if it cannot produce one."""
    try:
        text = str.__str__(str(error))
    except BaseException as second:  # noqa: BLE001 - an exception's own __str__ may raise anything
        return f"{class_name(error)} (its message could not be read: {class_name(second)})"
    said = without_addresses(text)
    if len(said) > LONGEST:
        said = f"{said[:LONGEST]}… ({len(said) - LONGEST:,} more characters)"
    return said or class_name(error)


def without_addresses(text: str) -> str:
    return ADDRESS.sub("", text)

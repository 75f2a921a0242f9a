"""An exception as the fault that answers a call: what it says about itself is all that is known."""

from __future__ import annotations

from typing import Any

from .fault import Fault


def failure(name: str, error: BaseException) -> Fault:
    """What the tool `name` ended with, SystemExit and the like included."""
    said = "called itself without end." if isinstance(error, RecursionError) else f"failed: {spoken(error)}"
    return Fault("failed", f"{name!r} {said}", received=class_name(error), retry=False)


def class_name(value: Any) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def spoken(error: BaseException) -> str:
    """What an exception says; its class where it cannot even say that."""
    try:
        return str(error) or class_name(error)
    except Exception as second:  # noqa: BLE001 - an exception's own __str__ may raise anything
        return f"{class_name(error)} (its message could not be read: {class_name(second)})"

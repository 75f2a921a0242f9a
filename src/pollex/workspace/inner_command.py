"""Tokens in the command of a component that another command draws.

What is known when the outer one is used (`value`, `form`) is filled then; the rest waits until the inner one is used.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from ..core.json import Object
from ..core.path import MISSING, ValuePath, lookup
from ..core.reference import Reference, escape, read

COMMANDS: Final = frozenset({"command", "cancelCommand", "cancel_command"})
"""The props of components that hold commands."""
OUTER: Final = frozenset({"value", "form"})
"""Tokens that an outer command fills; the others name the window and the component that the inner one stands in."""


def is_inner(path: ValuePath) -> bool:
    """Return whether a leaf of a batch belongs to the command of a component that the batch draws."""
    if path[1:3] != ("params", "props"):
        return False
    return any(name in COMMANDS and isinstance(index, int) for name, index in pairwise(path[3:]))


def fill_outer(text: str, scope: Object, written: Callable[[Any], str]) -> Any:
    """Return a leaf with what is known filled in; `written` makes a value part of a text. No value becomes a token."""
    parts = read(text, "{{}}").parts
    if len(parts) == 1 and not isinstance(found := _known(parts[0], scope), str):
        return text if found is MISSING else _literal(found)
    return "".join(_text(part, _known(part, scope), written) for part in parts)


def _known(part: str | Reference, scope: Object) -> Any:
    """Return a text itself, or what a token stands for; MISSING where that is not known yet."""
    if isinstance(part, str):
        return part
    return lookup(scope, part.path) if part.root in OUTER else MISSING


def _text(part: str | Reference, found: Any, written: Callable[[Any], str]) -> str:
    if isinstance(part, str):
        return escape(part)
    return part.written if found is MISSING else escape(written(found))


def _literal(value: Any) -> Any:
    """Return a value in which nothing is a token."""
    if isinstance(value, dict):
        return {name: _literal(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_literal(each) for each in value]
    return escape(value) if isinstance(value, str) else value

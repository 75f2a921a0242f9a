"""Values of a run: what a path leads to, and a value with its references resolved."""

from __future__ import annotations

from typing import Any

from ...core.fault import Fault
from ...core.limits import Limits
from ...core.path import MISSING, lookup, parse
from ...core.reference import references
from ...core.secret import SecretReference
from ...core.size import TOO_MUCH, json_size
from ...core.template import Scope, fill
from ..references import bare


def value_at(path: str, scope: Scope, pointer: str) -> Any:
    """Return the value at a path such as `orders.rows`; raise a Fault at `pointer` where there is none."""
    try:
        return fill("{{" + bare(path) + "}}", scope)
    except Fault as fault:
        fault.pointer = pointer
        raise


def value_or_none(path: str, scope: Scope) -> Any:
    """Return the value at a path; None where there is none."""
    return value_at(path, scope, "") if _exists(path, scope) else None


def filled(value: Any, scope: Scope, limits: Limits, pointer: str) -> Any:
    """Return a value with its references resolved. A secret is refused: it would be kept."""
    if any(_is_secret(each.root, scope) for each in references(value)):
        message = "A secret cannot become a value: it would be kept and shown."
        raise Fault("invalid_input", message, pointer=pointer, hint="Use it where it is typed or sent.", retry=False)
    made = fill(value, scope)
    if json_size(made, limits.depth, limits.arguments_bytes) == TOO_MUCH:
        expected = f"at most {limits.arguments_bytes} bytes"
        raise Fault("limit", "The value has become too large.", pointer=pointer, expected=expected, retry=False)
    return made


def _is_secret(root: str, scope: Scope) -> bool:
    """Whether a reference names a secret, or an input that stands for one."""
    return root == "secret" or any(isinstance(layer.get(root), SecretReference) for layer in scope.layers)


def _exists(path: str, scope: Scope) -> bool:
    segments = parse(bare(path))
    if len(segments) == 1 and str(segments[0]) in scope.environ:
        return True
    layer = next((layer for layer in scope.layers if segments and segments[0] in layer), None)
    return layer is not None and lookup(layer, segments) is not MISSING

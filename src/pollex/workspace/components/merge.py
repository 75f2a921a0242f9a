"""JSON Merge Patch (RFC 7396): how `component.update` changes props."""

from __future__ import annotations

from typing import Any


def merge(target: Any, patch: Any) -> Any:
    """Return the target with a patch applied: null removes a key, objects are merged, all else is replaced."""
    if not isinstance(patch, dict):
        return patch
    made = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            made.pop(name, None)
        else:
            made[name] = merge(made.get(name), value)
    return made

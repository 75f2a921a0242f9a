"""Values that cannot be templates, such as positions, names and actions: they must be known before the run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.fault import Issue
from ..core.json import Object
from ..core.path import ValuePath, pointer
from ..core.reference import Reference, read, texts


def literal_mistakes(config: Object, literal: Sequence[str]) -> list[Issue]:
    """Return a mistake for each template at a place such as `body` or `conditions/*/operator`; `*` is any item."""
    patterns = [tuple(place.split("/")) for place in literal]
    return [
        Issue(
            pointer(path),
            f"{'/'.join(map(str, path))!r} cannot be a template: it must be known before the run.",
            "a value that is written out",
            text,
            "Write the value itself.",
        )
        for path, text in texts(config, "{{}}")
        if any(_fits(path, pattern) for pattern in patterns)
        and any(isinstance(part, Reference) for part in read(text, "{{}}").parts)
    ]


def _fits(path: ValuePath, pattern: tuple[str, ...]) -> bool:
    return len(path) == len(pattern) and all(
        wanted in ("*", str(step)) for step, wanted in zip(path, pattern, strict=True)
    )


def whole(value: Any) -> Any:
    """Return a value with 3 in place of 3.0, which JSON does not distinguish."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [whole(each) for each in value]
    if isinstance(value, dict):
        return {name: whole(each) for name, each in value.items()}
    return value

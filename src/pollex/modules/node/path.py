"""The fault of a path that leads to no function of a library."""

from __future__ import annotations

from ...core.fault import Fault
from ...core.json import Object
from ...core.path import Path, dotted
from ...core.suggest import did_you_mean, one_of


def no_function(function: str, path: Path, facts: Object, pointer: str | None) -> Fault:
    """The fault of a path whose part `facts["index"]` is not there or cannot be called."""
    index = facts["index"]
    names = facts["names"]
    part = str(path[index]) if index >= 0 else "root"
    above = dotted(path[:index]) if index > 0 else "the library"
    if facts["found"] in ("undefined", "null"):
        said = f"{above} has no {part!r}"
    else:
        said = f"{part!r} of {above} is no function" if index >= 0 else "the library itself is no function"
    return Fault(
        "not_found",
        f"The function {function!r} is not there: {said}.",
        pointer=pointer,
        expected=one_of(names),
        received=facts["found"],
        hint=did_you_mean(part, names),
        retry=False,
    )

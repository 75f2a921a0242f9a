"""The paths by which a manifest names functions: `get`, `utils.format`, `methods[0]`; `root` is the library itself."""

from __future__ import annotations

import re
from typing import Final

from ...core.fault import Fault
from ...core.json import Object
from ...core.suggest import did_you_mean, one_of

PART: Final = re.compile(r"(?:^|(?<=.)\.)(?P<name>[^.\[\]]+)|\[(?P<index>\d+)\]")
FORBIDDEN: Final = frozenset({"__proto__", "constructor"})
"""Names that lead from any value to code that the library did not mean to offer."""


def parse_path(function: str, pointer: str | None) -> list[str | int]:
    """The parts of a function's path; none for `root`."""
    if function == "root":
        return []
    parts: list[str | int] = []
    end = 0
    for part in PART.finditer(function):
        if part.start() != end:
            break
        parts.append(part["name"] if part["index"] is None else int(part["index"]))
        end = part.end()
    if end != len(function) or not parts or FORBIDDEN & {*parts}:
        raise Fault(
            "invalid_input",
            f"{function!r} is no path of a function.",
            pointer=pointer,
            expected="get, utils.format, methods[0] or root",
            received=function,
            retry=False,
        )
    return parts


def no_function(function: str, path: list[str | int], facts: Object, pointer: str | None) -> Fault:
    """The fault of a path whose part `facts["index"]` is not there or cannot be called."""
    index = facts["index"]
    names = facts["names"]
    part = str(path[index]) if index >= 0 else "root"
    above = spell(path[: max(index, 0)]) or "the library"
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


def spell(path: list[str | int]) -> str:
    """A path as manifests write it."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")

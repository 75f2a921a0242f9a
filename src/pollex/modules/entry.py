"""One tool entry of a manifest: the functions it may call, the instances it makes, and its issues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.path import ValuePath, parse

ROOT: Final = "root"
CHOSEN: Final = re.compile(r"\$\{([A-Za-z_]\w*)\}")
"""A function that an argument chooses, such as `${methodName}`."""


def steps(function: str, pointer: str | None = "/function") -> ValuePath:
    """Return the path of a function, empty for `root`. A step into the language itself (`__class__`) is a Fault."""
    if function == ROOT:
        return ()
    hint = None
    try:
        found = parse(function)
    except Fault as fault:
        found, hint = (), fault.hint
    if not found or any(str(step).startswith("_") or step == "constructor" for step in found):
        raise Fault(
            "invalid_input",
            f"{function!r} is no path of a function.",
            pointer=pointer,
            expected="get, utils.format, methods[0] or root; no step begins with '_', none is 'constructor'",
            received=function,
            hint=hint,
            retry=False,
        )
    return found


def choices(entry: Object) -> dict[str, Object]:
    """Return, for each function that the tool may call, the entry with it and without the choosing argument."""
    chosen = CHOSEN.fullmatch(entry["function"])
    if chosen is None:
        return {entry["function"]: entry}
    name, parameters = chosen[1], entry["parameters"]
    properties = {key: schema for key, schema in parameters["properties"].items() if key != name}
    required = [key for key in parameters["required"] if key != name]
    narrowed = {**parameters, "properties": properties, "required": required}
    return {
        function: entry | {"function": function, "parameters": narrowed}
        for function in parameters["properties"][name]["enum"]
    }


def keeps_instance(entry: Object) -> bool:
    return bool(entry.get("resultMapping", {}).get("transform") == "instance")


def makes_instances(document: Object) -> bool:
    return any(map(keeps_instance, document["tools"]))


def entry_issues(entry: Object) -> Iterator[Issue]:
    """Yield what the manifest's schema cannot check: paths of functions, and result mappings."""
    from ..core.mapping import check_mapping

    yield from _function_issues(entry)
    for outcome in ("success", "failure"):
        for issue in check_mapping(entry.get("resultMapping", {}).get(outcome)):
            yield issue.below(outcome).below("resultMapping")


def _function_issues(entry: Object) -> Iterator[Issue]:
    chosen = CHOSEN.fullmatch(entry["function"])
    if chosen is None:
        yield from path_issues(entry["function"], "/function")
        return
    parameters = entry.get("parameters", {})
    listed = _listed(parameters.get("properties", {}).get(chosen[1]))
    if not listed or chosen[1] not in parameters.get("required", ()):
        hint = f"Declare {chosen[1]!r} as a required parameter with an 'enum' of the functions that may be chosen."
        received = entry["function"]
        yield Issue("/function", "The functions to choose from are not listed.", "an enum", received, hint)
    for index, function in enumerate(listed):
        yield from path_issues(function, f"/parameters/properties/{chosen[1]}/enum/{index}")


def _listed(schema: Any) -> list[Any]:
    found = schema.get("enum") if isinstance(schema, dict) else None
    return found if isinstance(found, list) else []


def path_issues(function: Any, pointer: str) -> Iterator[Issue]:
    try:
        steps(function if isinstance(function, str) else "")
    except Fault as fault:
        yield Issue(pointer, fault.message, fault.expected, str(function), fault.hint)

"""`context`, also called `memory`: sets, gets, updates, merges and clears variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...core.fault import Fault, Issue
from ...core.json import Object, brief, type_name
from ...core.leaves import copy
from ...core.result import Result
from ...core.suggest import did_you_mean, one_of
from ..nodetype import STORE, Example, NodeType, choice, text
from ..running_node import RunningNode

WITH_VALUE: Final = ("set", "update", "merge")


async def run(node: RunningNode) -> Result:
    operation, key = node.config["operation"], str(node.config.get("key", ""))
    variables = node.variables
    if operation == "clear":
        return Result.success({"cleared": _clear(variables, node.config.get("key"))})
    if operation == "get":
        return Result.success(copy(_current(variables, key)))
    value = node.filled(node.config["value"], "/value")
    if operation == "update":
        value = _updated(_current(variables, key), value)
    elif operation == "merge":
        value = _merged(variables.get(key), value, key)
    variables[key] = value
    return Result.success(copy(value))


def _clear(variables: dict[str, Any], key: str | None) -> list[str]:
    cleared = list(variables) if key is None else [name for name in (key,) if name in variables]
    for name in cleared:
        del variables[name]
    return cleared


def _current(variables: Mapping[str, Any], key: str) -> Any:
    if key in variables:
        return variables[key]
    raise Fault(
        "not_found",
        f"There is no variable {key!r}.",
        pointer="/key",
        expected=one_of(variables),
        received=repr(key),
        hint=did_you_mean(key, variables) or "Set it first.",
        retry=False,
    )


def _updated(current: Any, value: Any) -> Any:
    """Return an object with the given properties changed; any other value is replaced."""
    return {**current, **value} if isinstance(current, dict) and isinstance(value, dict) else value


def _merged(current: Any, value: Any, key: str) -> Any:
    """Merge objects deeply and join lists; a missing value is taken as it is."""
    if current is None:
        return value
    if isinstance(current, dict) and isinstance(value, dict):
        return {**current, **{name: _merged(current.get(name), each, name) for name, each in value.items()}}
    if isinstance(current, list):
        return [*current, *(value if isinstance(value, list) else [value])]
    if type_name(current) == type_name(value):
        return value
    message = f"{key!r} is {type_name(current)} and cannot be merged with {type_name(value)}."
    raise Fault("invalid_input", message, pointer="/value", expected=type_name(current), received=type_name(value))


def mistakes(config: Object) -> list[Issue]:
    operation = config.get("operation")
    needs = [*(("key",) if operation in (*WITH_VALUE, "get") else ()), *(("value",) if operation in WITH_VALUE else ())]
    return [
        Issue("", f"The operation {operation!r} needs {need!r}.", need, brief(config), f"Add {need!r} to the config.")
        for need in needs
        if need not in config
    ]


def names(config: Object) -> Mapping[str, Any]:
    key = config.get("key")
    return {key: None} if config.get("operation") in ("set", "merge") and isinstance(key, str) else {}


CONTEXT: Final = NodeType(
    name="context",
    title="Context",
    description=(
        "Works on variables. set: gives one a value. get: reads one. update: changes one that is there; of an object, "
        "the given properties. merge: objects in depth, lists joined. clear: removes one, or all without a key."
    ),
    properties={
        "operation": choice("What to do.", "set", "get", "update", "clear", "merge"),
        "key": text("The variable's name; without one, clear removes all.", minLength=1),
        "value": {"description": "Any JSON value; {{variables}} and allowed {{ENVIRONMENT}} variables are filled in."},
        "store_variable": STORE,
    },
    required=("operation",),
    examples=(
        Example("Set a variable", {"operation": "set", "key": "user", "value": {"name": "{{name}}", "tries": 0}}),
        Example("Add to a list", {"operation": "merge", "key": "seen", "value": ["{{order.number}}"]}),
        Example("Forget everything", {"operation": "clear"}),
    ),
    run=run,
    literal=("operation", "key", "store_variable"),
    is_control_flow=True,
    mistakes=mistakes,
    names=names,
    aliases=("memory",),
    idempotent=True,
)

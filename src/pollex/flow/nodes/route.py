"""`route`: chooses which nodes run next, by a value or by conditions."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Issue
from ...core.json import Object, brief, dumps
from ...core.path import pointer
from ...core.result import Result
from ..branch import POSITIONS, Branch, places
from ..literal import whole
from ..nodetype import STORE, Example, NodeType
from ..rules.condition import CONDITION, condition_mistakes, holds
from ..running_node import RunningNode


async def run(node: RunningNode) -> Result:
    chosen = choose(node)
    if chosen is None:
        return Result.success({"branch": None, "result": None}, notes=("no way fits, and there is no default",))
    taken = await node.branch(chosen)
    data = {"branch": chosen.name, "result": taken.last}
    return Result.success(data) if taken.fault is None else Result.failure(taken.fault, data)


def choose(node: RunningNode) -> Branch | None:
    """Return the branch for the value, or of the first condition that holds."""
    ways = {branch.name: branch for branch in branches(node.config)}
    if "paths" in node.config:
        return ways.get(branch_key(node.value(node.config["value"], "/value"))) or ways.get("default")
    for at, condition in enumerate(node.config["conditions"]):
        if holds(condition, node, f"/conditions/{at}"):
            return ways[f"conditions[{at}]"]
    return ways.get("default")


def branch_key(value: Any) -> str:
    """Return a value as a key of `paths`: true is "true", 3 is "3"."""
    return value if isinstance(value, str) else dumps(whole(value))


def branches(config: Object) -> tuple[Branch, ...]:
    found = []
    if isinstance(paths := config.get("paths"), dict):
        found += [Branch(name, places(value, "/paths" + pointer((name,)))) for name, value in paths.items()]
    if isinstance(conditions := config.get("conditions"), list):
        found += [
            Branch(f"conditions[{at}]", places(condition.get("branch"), f"/conditions/{at}/branch"))
            for at, condition in enumerate(conditions)
            if isinstance(condition, dict)
        ]
    if "default" in config:
        found.append(Branch("default", places(config["default"], "/default")))
    return tuple(found)


def mistakes(config: Object) -> list[Issue]:
    by_value, by_condition = "paths" in config or "value" in config, "conditions" in config
    if by_value and by_condition:
        hint = "Keep 'value' and 'paths', or 'conditions'."
        return [
            Issue("", "A route goes by a value or by conditions, not by both.", "one of the two", brief(config), hint)
        ]
    if not by_value and not by_condition:
        hint = "Add 'value' and 'paths', or 'conditions'."
        return [Issue("", "The route says nothing to go by.", "value and paths, or conditions", brief(config), hint)]
    found = [
        Issue("", f"A route by value needs {need!r}.", need, brief(config), f"Add {need!r} to the config.")
        for need in ("value", "paths")
        if by_value and need not in config
    ]
    if isinstance(paths := config.get("paths"), dict) and "default" in paths and "default" in config:
        found.append(Issue("/default", "There are two defaults.", "one", "default", "Leave one of them out."))
    if isinstance(conditions := config.get("conditions"), list):
        found += [
            issue.below(at).below("conditions")
            for at, each in enumerate(conditions)
            for issue in condition_mistakes(each)
        ]
        found += _repeated(conditions)
    return found


def _repeated(conditions: list[Any]) -> list[Issue]:
    """Return a mistake for each condition that repeats an earlier one."""
    seen: list[Any] = []
    found = []
    for at, each in enumerate(conditions):
        asked = {name: value for name, value in each.items() if name != "branch"} if isinstance(each, dict) else None
        if asked in seen:
            message = "The same condition stands before, so this branch is never taken."
            found.append(Issue(f"/conditions/{at}", message, "another condition", brief(asked), "Leave it out."))
        seen.append(asked)
    return found


ROUTE: Final = NodeType(
    name="route",
    title="Route",
    description=(
        "Chooses which nodes run. By value: the text of 'value' is looked up in 'paths' (true is \"true\"), "
        "paths.default or default if it is not there. By conditions: the first that holds. Then the workflow goes on "
        "after the route."
    ),
    properties={
        "value": {"type": "string", "description": "The value to go by: a path such as login_status.authenticated."},
        "paths": {
            "type": "object",
            "additionalProperties": POSITIONS,
            "minProperties": 1,
            "description": 'Positions by value: {"true": [20, 21], "false": 25, "default": [30]}.',
        },
        "conditions": {"type": "array", "items": CONDITION, "minItems": 1, "description": "Tried in order."},
        "default": {**POSITIONS, "description": "Positions to run when nothing else fits."},
        "store_variable": STORE,
    },
    required=(),
    examples=(
        Example(
            "By a value",
            {"value": "login_status.authenticated", "paths": {"true": [20, 21], "false": [25], "default": [30]}},
            "check_login",
        ),
        Example(
            "By conditions",
            {
                "conditions": [
                    {"path": "cart.total", "operator": "greater", "value": 100, "branch": [5]},
                    {"path": "cart.items", "operator": "exists", "branch": [6]},
                ],
                "default": [7],
            },
        ),
    ),
    run=run,
    literal=(
        *("paths", "paths/*", "paths/*/*", "default", "default/*", "store_variable"),
        *("conditions", "conditions/*", "conditions/*/operator", "conditions/*/branch", "conditions/*/branch/*"),
    ),
    is_control_flow=True,
    branches=branches,
    mistakes=mistakes,
    paths=("value",),
    result_schema=lambda config: {"type": "object", "properties": {"branch": {}, "result": {}}},
)

"""`group`: runs a range of nodes as one."""

from __future__ import annotations

import re
from typing import Any, Final

from ...core.fault import Issue
from ...core.json import Object, brief
from ...core.result import Result
from ..branch import POSITION, Branch
from ..nodetype import STORE, Example, NodeType, flag, text
from ..running_node import RunningNode

RANGE: Final = re.compile(r"\s*(\d{1,9})\s*-\s*(\d{1,9})\s*")


async def run(node: RunningNode) -> Result:
    [inside] = branches(node.config)
    ran = await node.branch(inside, go_on=node.given.get("continueOnError", False))
    data: Object = {key: node.config[key] for key in ("name", "groupId") if key in node.config}
    data["count"] = len(ran.answers)
    data["results"] = {each.alias or str(each.position): result.data for each, result in ran.answers}
    data["errors"] = [
        {"position": each.position, "message": result.fault.message, "code": result.fault.code}
        for each, result in ran.answers
        if result.fault is not None
    ]
    return Result.success(data) if ran.fault is None else Result.failure(ran.fault, data)


def bounds(given: Any) -> tuple[int, int] | None:
    """Return the first and the last position of a range such as "1-25" or [1, 25]; None where it is no range."""
    if isinstance(given, str) and (found := RANGE.fullmatch(given)):
        return int(found[1]), int(found[2])
    if isinstance(given, list) and len(given) == 2 and all(type(each) is int for each in given):
        return given[0], given[1]
    return None


def branches(config: Object) -> tuple[Branch, ...]:
    first, last = bounds(config.get("nodeRange")) or (0, -1)
    return (Branch("nodes", (("/nodeRange", first), ("/nodeRange", last)), inclusive=True),)


def mistakes(config: Object) -> list[Issue]:
    given = config.get("nodeRange")
    if not isinstance(given, str | list):
        return []
    found = bounds(given)
    if found is None:
        return [Issue("/nodeRange", "This is no range of positions.", '"1-25" or [1, 25]', brief(given))]
    if found[0] > found[1]:
        hint = f"Write '{found[1]}-{found[0]}'."
        return [Issue("/nodeRange", "The range ends before it begins.", "first, then last", brief(given), hint)]
    return []


def result_schema(config: Object) -> Any:
    return {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "groupId": {"type": "string"},
            "count": {"type": "integer"},
            "results": {"type": "object"},
            "errors": {"type": "array", "items": {"type": "object"}},
        },
    }


GROUP: Final = NodeType(
    name="group",
    title="Group",
    description="Runs the nodes of a range as one: they run when the group does, and one result stands for all.",
    properties={
        "nodeRange": {
            "type": ["string", "array"],
            "items": POSITION,
            "minItems": 2,
            "maxItems": 2,
            "description": 'The first and the last position: "1-25" or [1, 25].',
        },
        "groupId": text("An identifier for the group."),
        "name": text("A name for people."),
        "continueOnError": flag("Whether to go on with the next node when one fails.", False),
        "store_variable": STORE,
    },
    required=("nodeRange",),
    examples=(
        Example("Group the login", {"nodeRange": "1-5", "name": "Log in", "groupId": "login"}, "login"),
        Example("Go on after a failure", {"nodeRange": [10, 12], "continueOnError": True}),
    ),
    run=run,
    literal=("nodeRange", "nodeRange/*", "store_variable"),
    is_control_flow=True,
    branches=branches,
    mistakes=mistakes,
    result_schema=result_schema,
)

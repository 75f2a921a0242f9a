"""`iterate`: runs its body once for each item of a list."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Fault, Issue
from ...core.json import Object, brief, type_name
from ...core.result import Result
from ..branch import POSITIONS, Branch, places
from ..nodetype import STORE, Example, NodeType, flag, text
from ..running_node import RunningNode


async def run(node: RunningNode) -> Result:
    config = node.given
    items = node.value(config["over"], "/over")
    if not isinstance(items, list):
        message = f"{config['over']!r} is no list, so there is nothing to iterate over."
        raise Fault("invalid_input", message, pointer="/over", expected="array", received=type_name(items), retry=False)
    items = items[: config.get("limit")]
    [body] = branches(config)
    results: list[Any] = []
    errors: list[Object] = []
    for at, item in enumerate(items):
        inside = dict(zip(body.variables, (item, at), strict=True))
        turn = await node.branch(body, variables=inside, turn=at)
        results.append(turn.last)
        if turn.fault is not None:
            errors.append({"index": at, "message": turn.fault.message, "code": turn.fault.code})
            if not config.get("continueOnError", True):
                return Result.failure(turn.fault, _data(results, errors))
    return Result.success(_data(results, errors), notes=_notes(errors, len(items)))


def _data(results: list[Any], errors: list[Object]) -> Object:
    return {"count": len(results), "results": results, "errors": errors}


def _notes(errors: list[Object], count: int) -> tuple[str, ...]:
    if not errors:
        return ()
    return (f"{len(errors)} of {count} turns failed; the first: {errors[0]['message']}",)


def branches(config: Object) -> tuple[Branch, ...]:
    variable = str(config.get("variable", ""))
    index = str(config.get("index") or f"{variable}Index")
    return (Branch("body", places(config.get("body"), "/body"), (variable, index)),)


def mistakes(config: Object) -> list[Issue]:
    if config.get("limit") == 0:
        hint = "Leave the limit out, or make it at least 1."
        return [Issue("/limit", "With a limit of 0 the body never runs.", "at least 1", "0", hint)]
    if config.get("variable") and config.get("variable") == config.get("index"):
        message = "The item and its place cannot have the same name."
        return [Issue("/index", message, "another name", brief(config["index"]), "Leave 'index' out.")]
    over = config.get("over")
    if isinstance(over, str) and not over.strip():
        return [Issue("/over", "There is nothing to iterate over.", "a path such as orders.rows", brief(over))]
    return []


def result_schema(config: Object) -> Any:
    return {
        "type": "object",
        "properties": {
            "count": {"type": "integer"},
            "results": {"type": "array"},
            "errors": {"type": "array", "items": {"type": "object"}},
        },
    }


ITERATE: Final = NodeType(
    name="iterate",
    title="Iterate",
    description=(
        "Runs its body once for each item of a list. Inside the body the item is {{variable}} and its place, from 0, "
        "{{variableIndex}}. The result has count, results (of the body's last node, one for each item) and errors."
    ),
    properties={
        "over": text("The list: a path that begins with an alias or a variable, such as extract_emails.emails."),
        "variable": text("The name of the item inside the body.", minLength=1),
        "body": {**POSITIONS, "description": "The position of the node to run for each item, or a list of positions."},
        "index": text("The name of the item's place; ${variable}Index if it is not given."),
        "continueOnError": flag("Whether to go on with the next item when one fails.", True),
        "limit": {"type": "integer", "minimum": 0, "description": "The most items to take."},
        "store_variable": STORE,
    },
    required=("over", "variable", "body"),
    examples=(
        Example(
            "Archive every email",
            {"over": "extract_emails.emails", "variable": "email", "body": [11, 12], "continueOnError": True},
            "archive_all",
        ),
        Example("The first five only", {"over": "links", "variable": "link", "body": 4, "limit": 5}),
    ),
    run=run,
    literal=("variable", "body", "body/*", "index", "store_variable"),
    is_control_flow=True,
    branches=branches,
    mistakes=mistakes,
    paths=("over",),
    result_schema=result_schema,
)

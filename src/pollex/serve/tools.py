"""The endpoints of tools: listed, searched, described, called."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import Response

from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Repair, Result
from ..core.search import search
from .answer import result_answer
from .endpoint import ApiRequest

if TYPE_CHECKING:
    from ..app.app import App
    from ..core.tool import Tool

FIELDS: Final = ("args", "key", "target")
CALL_BODY: Final[Object] = {
    "type": "object",
    "properties": {
        "args": {"description": "The arguments: an object that fits the tool's input schema.", "examples": [{}]},
        "key": {"type": "string", "description": "The same key runs the tool once, however often it is called."},
        "target": {"type": "string", "description": "The tab or window to use."},
    },
    "additionalProperties": True,
}
SEARCH: Final[Object] = {
    "search": {"type": "string", "description": "Words; the tools that fit them best come first."},
    "limit": {"type": "integer", "minimum": 1, "description": "Most tools to list."},
}


async def list_tools(asked: ApiRequest) -> Object:
    found = list(asked.state.app.tools)
    if words := asked.query.get("search"):
        found, _ = search(found, words, len(found))
    return {"tools": [_brief(tool) for tool in found[: asked.query.get("limit")]], "total": len(found)}


def _brief(tool: Tool) -> Object:
    return {"name": tool.name, "title": tool.title, "effect": tool.effect, "description": tool.description}


async def describe_tool(asked: ApiRequest) -> Object:
    return asked.state.app.tools.get(asked.path["name"]).to_json()


async def call_tool(asked: ApiRequest) -> Response:
    """Call a tool in the run of this server's token; a call that needs approval becomes a run that waits for it."""
    app, (call, repairs) = asked.state.app, _read_call(asked.body)
    tool = app.tools.get(asked.path["name"])
    if needs_approval(app, tool):
        result, waits = await _start_waiting(asked, tool, call.get("args"))
    else:
        result, waits = await app.call(tool.name, **call), False
    asked.state.metrics.calls.labels("ok" if result.fault is None else result.fault.code).inc()
    result.repairs = (*asked.repairs, *repairs, *result.repairs)
    return result_answer(result, 202 if waits else None)


def _read_call(body: Object) -> tuple[Object, tuple[Repair, ...]]:
    """Return the fields of a call. Arguments that are not inside `args` are taken for what they are."""
    if body and not any(name in body for name in FIELDS):
        return {"args": body}, (Repair("", "read the body as the arguments; they belong into 'args'"),)
    if unknown := [name for name in body if name not in FIELDS]:
        raise Fault(
            "invalid_input",
            f"A call has no {unknown[0]!r}.",
            pointer=f"/{unknown[0]}",
            expected="args, key, target",
            received=unknown[0],
            hint="Arguments of the tool belong into 'args'.",
        )
    return body, ()


def needs_approval(app: App, tool: Tool) -> bool:
    policy = app.context.policy.get(tool.effect, "ask")
    return policy == "ask" or (tool.approval and policy == "allow")


async def _start_waiting(asked: ApiRequest, tool: Tool, args: Any) -> tuple[Result, bool]:
    """Start the call as a run; return once it asks, or its result where it ends without asking."""
    app = asked.state.app
    checked = tool.input.check({} if args is None else args)
    if checked.issues:
        return Result.failure(Fault.from_issues("invalid_input", checked.issues)), False
    run = await app.start(tool=tool.name, inputs=checked.value)
    asked.state.metrics.started.labels("tool").inc()
    async for event in run.follow():
        if event.kind == "approval.asked":
            return replace(_waiting(tool, run.id), repairs=checked.repairs), True
    return await run.wait(), False


def _waiting(tool: Tool, run: str) -> Result:
    fault = Fault(
        "denied",
        f"This call of {tool.name!r} waits for approval, as the run {run}.",
        expected="approval",
        received=f"effect {tool.effect!r}",
        hint=f"Approve it with POST /api/runs/{run}/approve or pollex runs approve {run}; then see /api/runs/{run}.",
        retry=False,
    )
    return Result.failure(fault, {"run": run})

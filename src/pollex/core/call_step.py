"""A call as a step of a run: made once, with the browser's state kept before it counts as finished."""

from __future__ import annotations

from dataclasses import replace

from .call import Call
from .context import Context
from .environment import RunEnvironment
from .invoke import invoke
from .json import Object
from .registry import Changed
from .result import Result
from .snapshots import BrowserEffect, SnapshotStore, moved
from .tool import Tool


async def call_once(
    path: str, call: Call, context: Context, environment: RunEnvironment, snapshots: SnapshotStore | None
) -> tuple[Result, BrowserEffect]:
    """Make the call of a step, or take its result from the log if an earlier process made it; return its effect too.

    Raises the Fault `cancelled` if the run was cancelled meanwhile: the step is then made again by a resumed run.
    """
    key = f"{environment.steps.run}{path}"
    state = f"{key}~1"
    tool = context.tools.find(call.tool)

    def keeping(each: Tool) -> Tool:
        return each if snapshots is None or each.name != call.tool else snapshots.keeping(each, state)

    keyed = replace(call, key=key if tool is not None and not tool.harmless else None)
    await environment.boundary("before", key)
    result = await invoke(keyed, replace(context, tools=Changed(context.tools, keeping)))
    await environment.boundary("after", key)
    if result.fault is not None and result.fault.code == "cancelled" and environment.steps.cancel.cancelled:
        raise result.fault
    did = moved(call.tool, result.data, result.fault)
    if snapshots is not None and did != "no":
        await snapshots.catch_up(state)
    return result, did


def call_record(
    result: Result, ms: float, did: BrowserEffect, context: Context, snapshots: SnapshotStore | None
) -> Object:
    """Return what a step keeps of its call: its result, its time, its effect on the browser, and the state after it."""
    state = None if snapshots is None or did == "no" else snapshots.name
    return {"result": context.redactor.value(result.to_json()), "ms": ms, "moved": did, "state": state}

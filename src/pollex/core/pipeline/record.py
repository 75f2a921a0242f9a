"""Events of calls: `call.started` before a tool runs, `call.finished` with its result."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from traceback import format_exception
from typing import Final

from ..call import Call
from ..context import Context
from ..failure import exception_message
from ..fault import Fault
from ..json import Object, dumps
from ..plain import plain
from ..result import Result
from ..tool import Tool
from .prepare import Prepared

FIELDS: Final = 20
"""Fields of a library's error that are recorded."""
FIELD: Final = 2_000
"""Characters of one of them."""


def started(tool: Tool, call: Call, prepared: Prepared) -> Object:
    """Return the data of `call.started`: enough to show, repeat or compile the call. Secrets are named, not shown."""
    said = {"call": call.id, "tool": tool.name, "effect": tool.effect, "args": prepared.shown()}
    more = {"attempt": call.attempt, "target": call.target, "group": call.group, "trace": call.trace}
    return said | {name: plain(value)[0] for name, value in more.items() if value is not None}


async def announce(tool: Tool, call: Call, prepared: Prepared, context: Context) -> None:
    """Record that a tool is about to run: durably if it may change something, in the background if it only reads."""
    assert context.log is not None
    data = context.redactor.value(started(tool, call, prepared))
    if tool.effect == "read":
        context.log.post(context.run, "call.started", data)
    else:
        await context.log.append(context.run, "call.started", data)


async def finished(call: Call, result: Result, context: Context, key: str | None = None) -> Result:
    """Record the result and return it. If the log cannot be written, a note says so and the result is kept.

    Only a call that was started under its key is finished under it: a refused one leaves the key unused.
    """
    assert context.log is not None
    data: Object = {"call": call.id, "tool": call.tool, "result": result.to_json()}
    if result.fault is not None and (error := _error(result.fault)):
        data["error"] = context.redactor.value(error)
    try:
        tool = context.tools.find(call.tool) if type(call.tool) is str else None
        if key is None and (tool is None or tool.effect == "read"):
            context.log.post(context.run, "call.finished", data)
        else:
            await context.log.append(context.run, "call.finished", data, key=key, attempt=call.attempt)
    except Exception as error:  # noqa: BLE001 - a log is no reason to lose what was done
        why = error.message if isinstance(error, Fault) else exception_message(error)
        return replace(result, notes=(*result.notes, f"The event log could not be written: {why}"))
    return result


def cancelled(call: Call, context: Context) -> None:
    """Record that the caller itself was cancelled. Without a key, so that a started call stays uncertain."""
    if context.log is not None:
        tool = context.tools.find(call.tool)
        uncertain = tool is not None and not tool.harmless
        result = Result.failure(Fault("cancelled", "The caller was cancelled.", retry=False, uncertain=uncertain))
        with suppress(Fault):  # a closed log must not keep the caller from being cancelled
            context.log.post(
                context.run, "call.finished", {"call": call.id, "tool": call.tool, "result": result.to_json()}
            )


def _error(fault: Fault) -> Object | None:
    """Return the exception's class and origin, for people who read the log, never for models.

    An exception of a library brings its own details as `function`, `error_type`, `stack` and `properties`.
    """
    cause = fault.__cause__
    if cause is None:
        return None
    told = [getattr(cause, name, None) for name in ("function", "error_type", "stack")]
    if all(isinstance(each, str) for each in told):
        original = {"name": told[1], "message": str(cause), **_small(getattr(cause, "properties", {}))}
        return {
            "functionName": told[0],
            "errorType": told[1],
            "stack": str(told[2])[-8_000:],
            "originalError": original,
        }
    return {"errorType": type(cause).__qualname__, "stack": "".join(format_exception(cause))[-8_000:]}


def _small(properties: Object) -> Object:
    """Return the fields of an error that are short; of others, such as the request that failed, how long they are."""
    sizes = {name: len(dumps(value)) for name, value in properties.items()}
    return {
        name: value if sizes[name] <= FIELD else f"({sizes[name]:,} characters of JSON)"
        for name, value in list(properties.items())[:FIELDS]
    }

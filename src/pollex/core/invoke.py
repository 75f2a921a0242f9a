"""The one pipeline: everything that is called goes through here, and comes back as a Result.

read → fill → repair and check → guard → open secrets → run → map → check output → redact → record
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from time import perf_counter
from typing import Any

from .call import Call
from .context import Context
from .event import tracing
from .failure import failure
from .fault import Fault
from .json import brief
from .pipeline.guard import admit, guarded
from .pipeline.once import digest
from .pipeline.prepare import Prepared, prepare
from .pipeline.record import announce, cancelled, finished, started
from .pipeline.run import run, time_limit
from .pipeline.secrets import open_secrets
from .plain import plain
from .result import NO_COST, Cost, Result
from .tool import Tool


def invoke(call: Call, context: Context) -> Coroutine[Any, Any, Result]:
    """Answer a call. Never raises, unless the caller itself is cancelled: that is recorded and passed on."""
    return _answer(call, context) if call.trace is None else _traced(call, context)


async def _traced(call: Call, context: Context) -> Result:
    """Answer a call whose trace every event carries that it causes, also through calls of its own."""
    with tracing(context.redactor.value(plain(call.trace)[0])):
        return await _answer(call, context)


async def _answer(call: Call, context: Context) -> Result:
    begun = perf_counter()
    prepared: Prepared | None = None
    try:
        tool = find_tool(call, context)
        prepared = prepare(tool, call, context)
        if call.key is not None:
            return await _once(tool, call, prepared, context, begun)
        args = prepared.args
        if prepared.tokens or context.cancel.reason is not None or guarded(tool, context):
            args = await ready(tool, call, prepared, context)
        if context.log is not None:
            await announce(tool, call, prepared, context)
        result = await work(tool, call, args, context)
    except Fault as fault:
        result = Result(False, None, fault)
    except asyncio.CancelledError:
        cancelled(call, context)
        raise
    except BaseException as error:  # noqa: BLE001 - arguments, guards, secrets and logs may raise anything as well
        result = Result(False, None, failure(str(call.tool), error))
    result = finish(result, prepared, context, begun)
    return result if context.log is None else await finished(call, result, context)


async def _once(tool: Tool, call: Call, prepared: Prepared, context: Context, begun: float) -> Result:
    """Answer a call that has a key: run it once, and answer from the log from then on."""

    async def let_in() -> Any:
        return await ready(tool, call, prepared, context)

    async def first_time(args: Any) -> Result:
        try:
            result = await work(tool, call, args, context)
        except Fault as fault:
            result = Result(False, None, fault)
        except Exception as error:  # noqa: BLE001 - a key must not be left without its result
            result = Result(False, None, failure(tool.name, error))
        return await finished(call, finish(result, prepared, context, begun), context, key=call.key)

    said = context.redactor.value(started(tool, call, prepared)) | {"digest": digest(call.tool, prepared.shown())}
    patience = time_limit(tool, context) + context.limits.cancel_grace
    return await context.once.run(tool, call, said, context.run, context.log, patience, let_in, first_time)


def find_tool(call: Call, context: Context) -> Tool:
    if type(call.tool) is not str or (call.key is not None and type(call.key) is not str):
        received = brief(call.tool if type(call.tool) is not str else call.key)
        raise Fault("invalid_input", "The tool and the key of a call are text.", expected="text", received=received)
    tool = context.tools.find(call.tool)
    if tool is None:
        raise context.tools.unknown(call.tool)
    if context.depth >= context.limits.call_depth:
        raise Fault(
            "limit",
            f"Tools have called tools {context.depth} deep.",
            expected=f"at most {context.limits.call_depth} deep",
            hint=f"{call.tool!r} probably calls itself, directly or through others.",
            retry=False,
        )
    return tool


async def ready(tool: Tool, call: Call, prepared: Prepared, context: Context) -> Any:
    """Return the arguments that the tool receives, checked by all guards and with secrets opened. Runs nothing."""
    if context.cancel.reason is not None:
        raise Fault("cancelled", f"{tool.name!r} was not started: {context.cancel.reason}.", retry=False)
    if guarded(tool, context):
        await admit(tool, call, prepared, context)
    if prepared.tokens:
        return await open_secrets(prepared.args, prepared.tokens, tool, context)
    return prepared.args


async def work(tool: Tool, call: Call, args: Any, context: Context) -> Result:
    """Run the tool and check its answer."""
    result = await run(tool, args, context.within(call, invoke) if tool.contextual else context)
    if tool.output is not None and result.ok and not tool.output.accepts(result.data):
        return wrong_output(tool, result)
    return result


def wrong_output(tool: Tool, result: Result) -> Result:
    """Handle an answer that breaks its own schema: a fault, or a note for a wrapped library."""
    assert tool.output is not None
    fault = Fault.from_issues("invalid_output", tool.output.issues(result.data), what=f"{tool.name!r} answered wrongly")
    if tool.output_check == "fault":
        fault.retry = False
        return Result(False, None, fault, notes=result.notes, files=result.files)
    return Result(True, result.data, notes=(*result.notes, str(fault)), files=result.files, proof=result.proof)


def finish(result: Result, prepared: Prepared | None, context: Context, begun: float) -> Result:
    """Return the result with its repairs and cost added and secrets redacted."""
    ms, cost = (perf_counter() - begun) * 1000, result.cost
    result.cost = Cost(ms) if cost is NO_COST else cost._replace(ms=ms)
    if prepared is not None:
        result.repairs = prepared.repairs
    if context.budget is not None:
        context.budget.spend(result.cost)
    return context.redactor.result(result)

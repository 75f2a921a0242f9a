"""Runs a tool on checked arguments, in the task, on a thread or in a process, within its time limit."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from dataclasses import replace
from typing import Any, cast

from ..context import Context
from ..failure import failure, well_formed_fault
from ..fault import Fault
from ..json import Object
from ..mapping import map_result
from ..plain import plain
from ..result import Result
from ..size import json_size
from ..tool import Tool
from .interrupt import Interrupted, limited
from .threads import Raised


async def run(tool: Tool, args: Object, context: Context) -> Result:
    """Return the tool's answer as plain JSON. Raise a Fault, or CancelledError if the caller was cancelled."""
    limits, seconds = context.limits, time_limit(tool, context)
    patience = seconds + limits.process_start if tool.isolation == "process" else seconds
    try:
        limit = (context.cancel, limits.cancel_grace, context.held)
        value = await limited(_start(tool, args, context, seconds), patience, *limit)
        if tool.blocking or tool.isolation == "process":
            return cast("Result", value)
        made = value if isinstance(value, Result) else Result(True, value)
        if json_size(made.data, limits.depth, limits.result_bytes) >= 0:
            return made if made is not value and tool.mapping is None else conclude(made, tool, context)
        return cast("Result", await limited(_read_on_thread(value, tool, context), seconds, *limit))
    except Fault as fault:
        raise well_formed_fault(tool.name, fault) from fault.__cause__
    except Interrupted as interrupted:
        raise interrupted_fault(tool, interrupted, seconds, context) from None
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        raise Fault("failed", f"{tool.name!r} gave up: something it waited for was cancelled.", retry=False) from None
    except BaseException as error:
        raise failure(tool.name, error) from error


def time_limit(tool: Tool, context: Context) -> float:
    return context.limits.call_timeout if tool.timeout is None else tool.timeout


def _start(tool: Tool, args: Object, context: Context, seconds: float) -> Coroutine[Any, Any, Any]:
    if tool.isolation == "process":
        return _in_process(tool, args, context, seconds)
    if tool.blocking:
        return _on_thread(tool, args, context)
    work = tool.run(args, context)
    return work if inspect.iscoroutine(work) else _gather(work, context)


async def _on_thread(tool: Tool, args: Object, context: Context) -> Result:
    """Run the function on a thread, including the conversion of what it returned."""

    def job() -> Any:
        value = tool.run(args, context)
        if inspect.isawaitable(value) or inspect.isasyncgen(value):
            return value
        return conclude(_collect(value, context) if inspect.isgenerator(value) else value, tool, context)

    value = await _work(job, context)
    if isinstance(value, Result):
        return value
    value = await value if inspect.isawaitable(value) else await _gather(value, context)
    return await _read_on_thread(value, tool, context)


async def _read_on_thread(value: Any, tool: Tool, context: Context) -> Result:
    """Convert what a coroutine returned on a thread: it is not plain JSON, so reading it may run any code."""
    return cast("Result", await _work(lambda: conclude(value, tool, context), context))


async def _work(job: Callable[[], Any], context: Context) -> Any:
    try:
        return await context.workers.run(job, most_abandoned=context.limits.abandoned_threads)
    except Raised as raised:
        raise raised.error from None


async def _in_process(tool: Tool, args: Object, context: Context, seconds: float) -> Result:
    if context.isolator is None or tool.source is None:
        raise Fault(
            "unavailable",
            f"{tool.name!r} wants a process of its own, and there is none here.",
            hint="Call it through an App, which brings processes along.",
            retry=False,
        )
    try:
        value = await context.isolator.run(tool.source, args, timeout=seconds)
    except Fault as fault:
        if fault.uncertain and tool.harmless:
            fault.uncertain, fault.retry = False, fault.code == "timeout"
        raise
    return conclude(value, tool, context)


async def _gather(stream: AsyncGenerator[Any, Any], context: Context) -> Any:
    """Return all items of an async generator, and report each as progress."""
    items: list[Any] = []
    async for item in stream:
        items.append(item)
        context.progress(item)
        if len(items) >= context.limits.result_items:
            await stream.aclose()
            return cut(items)
    return items


def _collect(stream: Generator[Any, Any, Any], context: Context) -> Any:
    items: list[Any] = []
    for item in stream:
        items.append(item)
        context.progress(item)
        if len(items) >= context.limits.result_items:
            stream.close()
            return cut(items)
    return items


def cut(items: list[Any]) -> Result:
    return Result.success(items, notes=(f"the value: {len(items)} items were taken, and no more",))


def conclude(value: Any, tool: Tool, context: Context) -> Result:
    """Return a tool's return value as a Result of plain JSON, mapped if the tool has a mapping."""
    made = checked(value, tool) if isinstance(value, Result) else Result(True, value)
    data, notes = plain(made.data, context.limits)
    if tool.mapping is not None and made.ok:
        mapped = map_result(tool.mapping, data)
        data, notes = mapped.value, [*notes, *mapped.notes]
    proof = plain(made.proof, context.limits)[0] if made.proof else made.proof
    return Result(made.ok, data, made.fault, (), (*made.notes, *notes), made.files, made.cost, proof)


def checked(result: Result, tool: Tool) -> Result:
    """Return a Result that a tool made by hand, if it is well formed: ok or a fault, text where text belongs."""
    texts = (*result.notes, *result.files, *result.proof)
    whole = (
        result.ok is (result.fault is None)
        and {*map(type, texts)} <= {str}
        and {*map(type, result.proof.values())} <= {dict}
        and {*map(type, result.cost)} <= {int, float}
    )
    if not whole:
        raise Fault("invalid_output", f"{tool.name!r} answered with a malformed Result.", retry=False)
    if result.fault is not None:
        return replace(result, fault=well_formed_fault(tool.name, result.fault))
    return result


def interrupted_fault(tool: Tool, interrupted: Interrupted, seconds: float, context: Context) -> Fault:
    """Return the fault for a tool that was ended before it answered. Unless it only reads, it is uncertain."""
    if interrupted.reason == "cancelled":
        message = f"{tool.name!r} was stopped: {context.cancel.reason}."
        return Fault("cancelled", message, retry=False, uncertain=not tool.harmless)
    return Fault(
        "timeout",
        f"{tool.name!r} did not answer within {seconds:g} s.",
        expected=f"an answer within {seconds:g} s",
        received="none",
        hint="Try again, or give it more time." if tool.harmless else "Look whether it happened before you try again.",
        retry=tool.harmless,
        uncertain=not tool.harmless,
    )

"""The call of a library's function: coroutines in this task, all else on a thread; streams are collected."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Generator
from typing import Any, Final, NoReturn, TypeVar, cast

from ...core.context import Context
from ...core.fault import Fault
from ...core.limits import DEFAULT_LIMITS
from ...core.pipeline.threads import Raised, ThreadPool
from .failure import library_failure

T = TypeVar("T")
NO_KEYWORDS: Final = "takes no keyword arguments"


def waits(function: Callable[..., Any]) -> bool:
    """Return whether a call only makes a coroutine or an async generator, and so does not block the event loop."""
    if inspect.isclass(function):
        return False
    for candidate in (function, getattr(function, "__call__", None)):  # noqa: B004 - the method is wanted, not a test
        if inspect.iscoroutinefunction(candidate) or inspect.isasyncgenfunction(candidate):
            return True
    return False


def start(
    function: Callable[..., Any],
    positions: list[Any],
    keywords: dict[str, Any],
    in_order: Callable[[], list[Any] | None],
) -> Any:
    """Call the function; one written in C that says it takes no keywords is called with `in_order` instead."""
    try:
        return function(*positions, **keywords)
    except TypeError as refusal:
        entered = refusal.__traceback__ is not None and refusal.__traceback__.tb_next is not None
        others = None if entered or NO_KEYWORDS not in str(refusal) else in_order()
        if others is None:
            raise
    return function(*others)


async def perform(job: Callable[[], Any], function: str, context: Context, *, here: bool, gather: bool) -> Any:
    """Return the final value of `job`. Raise LibraryFailure for what it raised; a Fault passes as it is.

    `here` runs it in this task, not on a thread; `gather` makes a list of a generator.
    """
    try:
        value = job() if here else await _on_thread(job, context, gather=gather)
        if inspect.isawaitable(value):
            value = await value
        return await _gathered(value, context) if gather and isinstance(value, AsyncIterator) else value
    except BaseException as error:  # noqa: BLE001 - whatever a library raises is its answer
        _pass_on(function, error)


async def awaited(function: Callable[..., Any], positions: list[Any], keywords: dict[str, Any], name: str) -> Any:
    """Return the value of a coroutine function, with failures as `perform` has them."""
    try:
        return await function(*positions, **keywords)
    except BaseException as error:  # noqa: BLE001 - whatever a library raises is its answer
        _pass_on(name, error)


def _pass_on(function: str, error: BaseException) -> NoReturn:
    """Raise LibraryFailure for what a library raised; a Fault passes as it is, and so does the end of the caller."""
    if isinstance(error, Raised):
        error = error.error
    elif isinstance(error, asyncio.CancelledError):
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise error
    elif isinstance(error, GeneratorExit):
        raise error
    if isinstance(error, Fault):
        raise error
    raise library_failure(function, error) from error


async def _on_thread(job: Callable[[], Any], context: Context, *, gather: bool) -> Any:
    def work() -> Any:
        value = job()
        return _collected(value, context) if gather and inspect.isgenerator(value) else value

    return await context.workers.run(work, most_abandoned=context.limits.abandoned_threads)


def _collected(stream: Generator[Any, Any, Any], context: Context) -> Any:
    items: list[Any] = []
    for item in stream:
        items.append(item)
        if len(items) > context.limits.result_items:
            stream.close()
            return iter(items)
        context.progress(item)
    return items


async def _gathered(stream: AsyncIterator[Any], context: Context) -> Any:
    """Return all items as a list; too many as an iterator, which `plain` cuts with a note."""
    items: list[Any] = []
    async for item in stream:
        items.append(item)
        if len(items) > context.limits.result_items:
            if inspect.isasyncgen(stream):
                await stream.aclose()
            return iter(items)
        context.progress(item)
    return items


async def in_thread(workers: ThreadPool, job: Callable[[], T]) -> T:
    """Run `job` on a thread. A job that hangs blocks neither the event loop nor the end of the process."""
    try:
        return cast("T", await workers.run(job, most_abandoned=DEFAULT_LIMITS.abandoned_threads))
    except Raised as raised:
        raise raised.error from None

"""Functions of every kind answer through a library, and what they raise is told as data."""

import asyncio
import threading
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.event import MemoryLog
from pollex.core.json import Object
from pollex.core.limits import Limits
from pollex.core.plain import plain
from pollex.core.registry import Registry
from pollex.modules.python import PythonRuntime
from pollex.modules.runtime import CallPlan, LibraryFailure, Manifest

from ...waits import until_async

Make = Callable[..., Manifest]


def tool(function: str, *names: str, **fields: Any) -> Object:
    properties: Object = {name: {} for name in names}
    return {"name": "sample", "function": function, "parameters": {"properties": properties}, **fields}


async def answer(made: Manifest, entry: Object, args: Object, context: Context, config: Any = None) -> Any:
    library = await PythonRuntime().load(made, config)
    return await library.call(entry, args, instance=None, context=context)


async def failing(made: Manifest, entry: Object, args: Object, context: Context) -> LibraryFailure:
    with pytest.raises(LibraryFailure) as caught:
        await answer(made, entry, args, context)
    return caught.value


@pytest.mark.parametrize(
    ("package", "function", "args", "expected"),
    [
        ("json", "dumps", {"obj": {"b": 1, "a": 2}, "sort_keys": True}, '{"a": 2, "b": 1}'),
        ("statistics", "median", {"data": [3, 1, 2]}, 2),
        ("textwrap", "shorten", {"text": "one two three", "width": 9}, "one [...]"),
        ("re", "sub", {"pattern": "a", "repl": "o", "string": "banana", "count": 2}, "bonona"),
        ("decimal", "Decimal.from_float", {"f": 0.5}, "0.5"),
        ("datetime", "date.fromisoformat", {"text": "2026-11-15"}, "2026-11-15"),
        ("datetime", "timedelta", {"days": 1, "hours": 1}, "PT90000S"),
        ("math", "log", {"x": 8, "base": 2}, 3.0),
        ("collections", "Counter", {"iterable": "abca"}, {"a": 2, "b": 1, "c": 1}),
        ("html", "escape", {"s": "<a>"}, "&lt;a&gt;"),
        ("packaging.version", "parse", {"version": "1.0"}, {"$type": "packaging.version.Version", "text": "1.0"}),
    ],
)
async def test_real_packages_answer_as_when_called_directly(
    package: str, function: str, args: Object, expected: Any, manifest: Make, context: Context
) -> None:
    value = await answer(manifest(package), tool(function, *args), args, context)
    assert plain(value)[0] == expected


@pytest.mark.parametrize(
    ("function", "args", "expected"),
    [
        ("placed", {"first": 1, "third": 9}, [1, 2, 9]),
        ("gathered", {"url": "u", "headers": {}}, ["u", {"headers": {}}]),
        ("anything", {"url": "u", "depth": 2}, ["u", {"depth": 2}]),
        ("cased", {"pageSize": 10}, [10, 1]),
        ("methods[0]", {"text": "x"}, "X"),
        ("later", {"text": "x"}, "X"),
        ("count", {"to": 3}, [0, 1, 2]),
        ("count_later", {"to": 3}, [0, 1, 2]),
    ],
)
async def test_local_functions_of_every_kind_answer(
    function: str, args: Object, expected: Any, manifest: Make, context: Context
) -> None:
    assert await answer(manifest("./echo.py"), tool(function, *args), args, context) == expected


@pytest.mark.parametrize("function", ["count", "count_later"])
async def test_a_stream_is_told_item_by_item(function: str, manifest: Make, context: Context) -> None:
    await answer(manifest("./echo.py"), tool(function, "to"), {"to": 2}, context)
    assert isinstance(context.log, MemoryLog)
    assert [event.data["data"] for event in context.log.events if event.kind == "call.progress"] == [0, 1]


@pytest.mark.parametrize("function", ["count", "count_later"])
async def test_an_endless_stream_is_cut_with_a_note(function: str, manifest: Make) -> None:
    context = Context(Registry(), limits=Limits(result_items=3))
    value = await answer(manifest("./echo.py"), tool(function, "to"), {"to": 10**9}, context)
    assert plain(value, context.limits) == ([0, 1, 2], ["the value: more than 3 items; cut"])


async def test_a_blocking_function_does_not_hold_up_the_loop(manifest: Make, context: Context) -> None:
    library = await PythonRuntime().load(manifest("./echo.py"), None)
    args = {"others": threading.Barrier(5, timeout=60)}
    calls = [library.call(tool("meet", "others"), args, instance=None, context=context) for _ in range(5)]
    assert sorted(await asyncio.gather(*calls)) == [0, 1, 2, 3, 4]


async def test_what_a_function_raises_is_told_as_data(manifest: Make, context: Context) -> None:
    failure = await failing(manifest("./echo.py"), tool("refuse"), {}, context)
    assert (failure.function, failure.error_type, failure.message) == ("refuse", "RefusedError", "refused")
    assert failure.properties == {
        "code": "E_NO",
        "details": {"tries": 3},
        "reason": "Forbidden",
        "status": 403,
        "status_code": 403,
    }


async def test_a_stack_begins_in_the_library(manifest: Make, context: Context) -> None:
    failure = await failing(manifest("./echo.py"), tool("refuse"), {}, context)
    first, place, *_, last = failure.stack.splitlines()
    assert first == "Traceback (most recent call last):"
    assert place.endswith("in refuse")
    assert last.endswith("RefusedError: refused")


async def test_an_error_of_the_system_keeps_its_number(manifest: Make, context: Context) -> None:
    failure = await failing(manifest("os"), tool("listdir", "path"), {"path": "/no/such/folder"}, context)
    assert failure.error_type == "FileNotFoundError"
    assert failure.properties == {"errno": 2, "strerror": "No such file or directory", "filename": "/no/such/folder"}


@pytest.mark.parametrize(("function", "error"), [("leave", "SystemExit"), ("inner_cancel", "CancelledError")])
async def test_exits_and_inner_cancellation_are_failures(
    function: str, error: str, manifest: Make, context: Context
) -> None:
    assert (await failing(manifest("./echo.py"), tool(function), {}, context)).error_type == error


async def test_cancelling_the_caller_is_not_a_failure(manifest: Make, context: Context) -> None:
    begun = asyncio.Event()
    task = asyncio.create_task(answer(manifest("./echo.py"), tool("sleeping", "begun"), {"begun": begun}, context))
    await until_async("the function was called", begun.is_set)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_class_whose_instances_are_awaited_is_itself_called_on_a_thread(
    manifest: Make, context: Context
) -> None:
    value = await answer(manifest("./echo.py"), tool("Caller"), {}, context)
    assert value.thread != threading.get_ident()


async def test_instance_methods_are_found_on_the_instance_and_others_on_the_library(
    manifest: Make, context: Context
) -> None:
    made = manifest("./account", "constructor")
    config = {"apiKey": "k"}
    assert await answer(made, tool("describe"), {}, context, config) == ["k", 1]
    static = tool("kinds", instanceMethod=False)
    assert await answer(made, static, {}, context, config) == ["free", "paid"]
    deep = tool("reports.year", instanceMethod=False)
    assert await answer(made, deep, {}, context, config) == 2026


async def test_root_is_the_library_itself(manifest: Make, context: Context) -> None:
    made = manifest("datetime", "factory", treatAsConstructor=True, method="date")
    args = {"year": 2026, "month": 11, "day": 15}
    assert await answer(made, tool("root", *args), args, context) == date(2026, 11, 15)


async def test_a_plan_says_in_words_how_a_tool_is_called(manifest: Make) -> None:
    library = await PythonRuntime().load(manifest("json"), None)
    plan = await library.plan(tool("dumps", "obj", "indent"))
    assert plan == CallPlan("dumps", "dumps(obj, indent=…)", "signature")

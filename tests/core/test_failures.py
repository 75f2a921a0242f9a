"""Whatever goes wrong comes back as a Result that says what, where, expected and received. Nothing is raised."""

import asyncio
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pollex.core.call import Call
from pollex.core.cancel import CancelToken
from pollex.core.context import Context
from pollex.core.declare import tool
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.json import dumps
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.tool import Tool

from ..waits import until_async


@tool(effect="read")
def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


@tool(effect="read")
async def add_async(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


async def call(made: Tool, args: Any = None, **fields: Any) -> Result:
    return await invoke(Call(made.name, args), Context(Registry(made), **fields))


def fault_of(result: Result) -> Fault:
    assert not result.ok
    assert result.fault is not None
    assert dumps(result.to_json())
    return result.fault


@pytest.mark.parametrize("adding", [add, add_async])
@pytest.mark.parametrize(
    ("args", "code", "pointer", "expected", "received"),
    [
        ('{"a": 1,', "invalid_json", "", "a JSON object", '"{\\"a\\": 1," (string)'),
        ("[1, 2]", "invalid_input", "", "object", "[1,2] (array)"),
        ('{"a": 1}', "invalid_input", "/b", "integer", "nothing"),
        ('{"a": 1, "b": "two"}', "invalid_input", "/b", "integer", '"two" (string)'),
        ('{"a": 1, "b": 2, "c": 3}', "invalid_input", "/c", "one of 'a', 'b'", "'c'"),
        ({"a": 1, "b": object()}, "invalid_input", "/b", "integer", '{"$type":"object"} (object)'),
        ('"just text"', "invalid_input", "", "object", '"just text" (string)'),
        (7, "invalid_input", "", "object", "7 (integer)"),
        ('{"a": "\\ud800", "b": 1}', "invalid_json", "", "a JSON object", None),
    ],
)
async def test_wrong_arguments(
    adding: Tool, args: Any, code: str, pointer: str, expected: str, received: str | None
) -> None:
    fault = fault_of(await call(adding, args))
    assert (fault.code, fault.pointer, fault.expected) == (code, pointer, expected)
    assert received is None or fault.received == received
    assert fault.retry


@pytest.mark.parametrize("adding", [add, add_async])
async def test_double_encoded_arguments_are_repaired_and_said(adding: Tool) -> None:
    result = await call(adding, dumps(dumps({"a": "1", "b": 2})))
    assert result.data == 3
    assert [repair.to_json() for repair in result.repairs] == [
        {"pointer": "", "did": "read the text as JSON a second time"},
        {"pointer": "/a", "did": "read the text as an integer"},
    ]


async def test_no_arguments_are_an_empty_object() -> None:
    @tool
    def ping() -> str:
        """Answer."""
        return "pong"

    nothing: list[Any] = [None, {}, "{}", "", " "]
    assert [(await call(ping, args)).data for args in nothing] == ["pong"] * 5


async def test_an_unknown_tool() -> None:
    result = await invoke(Call("ad", {}), Context(Registry(add)))
    fault = fault_of(result)
    assert (fault.code, fault.received, fault.hint) == ("unknown_tool", "ad", "Did you mean 'add'?")


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("I will not say")


def raiser(error: BaseException | Callable[[], Any]) -> list[Tool]:
    """A sync and an async tool that fail in the same way."""

    def fail() -> None:
        """Fail."""
        if isinstance(error, BaseException):
            raise error
        error()

    async def fail_async() -> None:
        """Fail."""
        fail()

    return [tool(fail), tool(fail_async)]


def endless() -> None:
    endless()


@pytest.mark.parametrize(
    ("error", "received", "message"),
    [
        (ValueError("bad value"), "ValueError", "bad value"),
        (SystemExit(3), "SystemExit", "3"),
        (KeyboardInterrupt(), "KeyboardInterrupt", "KeyboardInterrupt"),
        (GeneratorExit(), "GeneratorExit", "GeneratorExit"),
        (StopIteration("x"), None, None),
        (Mute(), f"{__name__}.Mute", "its message could not be read: RuntimeError"),
        (endless, "RecursionError", "without end"),
        (sys.exit, "SystemExit", "SystemExit"),
    ],
    ids=[
        "ValueError",
        "SystemExit",
        "KeyboardInterrupt",
        "GeneratorExit",
        "StopIteration",
        "mute",
        "recursion",
        "exit",
    ],
)
async def test_whatever_a_tool_raises(error: Any, received: str | None, message: str | None) -> None:
    for made in raiser(error):
        fault = fault_of(await call(made))
        assert fault.code == "failed"
        assert received is None or fault.received == received
        assert message is None or message in fault.message
        assert not fault.retry


async def test_a_fault_that_a_tool_raises_is_its_answer() -> None:
    for made in raiser(Fault("not_found", "no such row", pointer="/id", hint="Look again.")):
        assert fault_of(await call(made)) == Fault("not_found", "no such row", pointer="/id", hint="Look again.")


async def test_a_failed_result_may_carry_what_succeeded() -> None:
    @tool
    def half() -> Result:
        """Do half of it."""
        return Result.failure(Fault("unavailable", "the second server is down"), {"first": (1, 2)})

    result = await call(half)
    assert (result.ok, result.data, fault_of(result).code) == (False, {"first": [1, 2]}, "unavailable")


async def test_what_json_cannot_say_is_turned_into_json() -> None:
    @dataclass
    class Node:
        name: str
        up: Any = None

    @tool
    def circle() -> Any:
        """Give a circle."""
        node = Node("a")
        node.up = node
        return [node, object(), b"x"]

    result = await call(circle)
    assert result.data == [{"name": "a", "up": {"$ref": "#/0"}}, {"$type": "object"}, "eA=="]


async def test_output_against_its_schema() -> None:
    @tool
    def wrong() -> dict[str, int]:
        """Give the wrong thing."""
        return {"a": "x", "b": 2}  # type: ignore[dict-item]

    fault = fault_of(await call(wrong))
    assert (fault.code, fault.pointer, fault.expected, fault.received) == (
        "invalid_output",
        "/a",
        "integer",
        '"x" (string)',
    )
    assert not fault.retry

    lenient = await call(wrong.replace(output_check="warn"))
    assert lenient.ok
    assert lenient.data == {"a": "x", "b": 2}
    assert "Expected integer, received string." in lenient.notes[0]


async def test_a_blocking_tool_is_answered_at_its_limit() -> None:
    @tool(effect="read", timeout=0.2)
    def slow() -> str:
        """Block."""
        release.wait()
        return "late"

    release = threading.Event()
    context = Context(Registry(slow))
    fault = fault_of(await invoke(Call("slow"), context))
    assert (fault.code, fault.retry, fault.uncertain) == ("timeout", True, False)
    assert context.workers.abandoned == 1
    release.set()
    await until_async("the abandoned thread came back", lambda: context.workers.abandoned == 0)


async def test_a_late_act_is_uncertain() -> None:
    @tool(timeout=0.05)
    async def send() -> None:
        """Send."""
        await asyncio.sleep(5)

    fault = fault_of(await call(send))
    assert (fault.code, fault.retry, fault.uncertain) == ("timeout", False, True)


async def test_the_time_that_a_person_takes_does_not_count() -> None:
    @tool(timeout=0.1)
    async def send(context: Context) -> str:
        """Ask, then send."""
        with context.held.waiting():
            await asyncio.sleep(0.5)
        return "sent"

    @tool(timeout=0.1)
    async def late(context: Context) -> None:
        """Ask, then take too long."""
        with context.held.waiting():
            await asyncio.sleep(0.2)
        await asyncio.sleep(5)

    assert (await call(send)).data == "sent"
    assert fault_of(await call(late)).code == "timeout"


async def test_an_async_tool_is_cancelled_and_may_clean_up() -> None:
    cleaned: list[str] = []

    @tool(timeout=0.05)
    async def wait() -> None:
        """Wait."""
        try:
            await asyncio.sleep(5)
        finally:
            await asyncio.sleep(0)
            cleaned.append("yes")

    assert fault_of(await call(wait)).code == "timeout"
    assert cleaned == ["yes"]


async def test_a_tool_that_will_not_be_cancelled_is_abandoned() -> None:
    from pollex.core.limits import Limits

    @tool(timeout=0.05)
    async def stubborn() -> None:
        """Stay."""
        while True:
            try:
                await asyncio.sleep(5)
            except asyncio.CancelledError:
                continue

    assert fault_of(await call(stubborn, limits=Limits(cancel_grace=0.1))).code == "timeout"
    task = asyncio.current_task()
    assert task is not None
    assert not task.cancelling()


async def test_too_many_abandoned_threads_are_refused() -> None:
    from pollex.core.limits import Limits

    @tool(timeout=0.01)
    def hang() -> None:
        """Hang."""
        release.wait()

    release = threading.Event()
    context = Context(Registry(hang), limits=Limits(abandoned_threads=2))
    codes = [fault_of(await invoke(Call("hang"), context)).code for _ in range(3)]
    release.set()
    assert codes == ["timeout", "timeout", "limit"]


@pytest.mark.parametrize("blocking", [True, False])
async def test_our_token_cancels(blocking: bool) -> None:
    @tool
    def block() -> None:
        """Wait."""
        token.cancel("no longer needed")
        release.wait()

    @tool(name="block")
    async def wait() -> None:
        """Wait."""
        await asyncio.sleep(0)
        token.cancel("no longer needed")
        await asyncio.Event().wait()

    token, release = CancelToken(), threading.Event()
    fault = fault_of(await call(block if blocking else wait, cancel=token))
    release.set()
    assert (fault.code, fault.retry, fault.uncertain) == ("cancelled", False, True)
    assert "no longer needed" in fault.message


async def test_a_cancelled_token_lets_nothing_start() -> None:
    token = CancelToken()
    token.cancel()
    assert fault_of(await call(add_async, {"a": 1, "b": 2}, cancel=token)).code == "cancelled"


@tool
async def wait_long() -> None:
    """Wait."""
    await asyncio.sleep(5)


async def test_cancelling_the_caller_is_recorded_and_passed_on() -> None:
    log = MemoryLog()
    context = Context(Registry(wait_long), log=log)
    task = asyncio.create_task(invoke(Call("wait_long"), context))
    await until_async("the call started", lambda: log.events)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [event.kind for event in log.events] == ["call.started", "call.finished"]
    assert log.events[1].data["result"]["fault"]["code"] == "cancelled"


async def test_asyncio_timeout_around_a_call_behaves_as_always() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await call(wait_long)
    async with asyncio.timeout(60):
        assert fault_of(await call(wait_long.replace(timeout=0.02))).code == "timeout"
        await asyncio.sleep(0)


async def test_task_groups_around_calls_behave_as_always() -> None:
    async def explode() -> None:
        await asyncio.sleep(0)
        raise ValueError("boom")

    with pytest.raises(ExceptionGroup) as caught:
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(call(wait_long))
            group.create_task(explode())
    assert [type(error) for error in caught.value.exceptions] == [ValueError]
    assert waiting.cancelled()


async def test_a_tool_whose_own_task_was_cancelled_has_failed() -> None:
    @tool
    async def broken() -> None:
        """Wait for something that is cancelled."""
        inner = asyncio.ensure_future(asyncio.sleep(5))
        asyncio.get_running_loop().call_soon(inner.cancel)
        await inner

    fault = fault_of(await call(broken))
    assert (fault.code, fault.retry) == ("failed", False)


async def test_tools_that_call_themselves_without_end() -> None:
    @tool
    async def again(context: Context) -> Any:
        """Call myself."""
        return (await context.call("again")).unwrap()

    fault = fault_of(await call(again))
    assert fault.code == "limit"
    assert fault.hint is not None
    assert "calls itself" in fault.hint


async def test_values_nested_100_000_deep() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]

    @tool
    def take(value: Any) -> Any:
        """Take."""
        return value

    fault = fault_of(await call(take, {"value": deep}))
    assert (fault.code, fault.expected) == ("invalid_input", "JSON within the limits")
    assert fault_of(await call(take, "[" * 100_000 + "]" * 100_000)).code == "limit"

    @tool
    def give() -> Any:
        """Give."""
        return deep

    result = await call(give)
    assert result.ok
    assert "nested more than 500 deep; cut" in result.notes[0]


async def test_values_nested_as_deep_as_allowed_pass() -> None:
    value: Any = 1
    for _ in range(480):
        value = {"a": value}

    @tool
    def take(value: Any) -> Any:
        """Take."""
        return value

    assert (await call(take, {"value": value})).data == value
    assert "too deep to say where" in fault_of(await call(take, {"value": value, "other": 1})).message


async def test_lone_surrogates_going_in_and_out() -> None:
    @tool
    def echo(text: str) -> str:
        """Give it back."""
        return text + "\udfff"

    result = await call(echo, {"text": "a\ud800"})
    assert result.data == "a\ufffd\ufffd"


async def test_arguments_that_are_too_large() -> None:
    from pollex.core.limits import Limits

    fault = fault_of(await call(add, '{"a": 1, "b": 2}' + " " * 1_000, limits=Limits(arguments_bytes=800)))
    assert (fault.code, fault.expected) == ("limit", "at most 800 bytes")


async def test_a_tool_that_wants_a_process_where_there_is_none() -> None:
    assert fault_of(await call(add.replace(isolation="process"), {"a": 1, "b": 2})).code == "unavailable"

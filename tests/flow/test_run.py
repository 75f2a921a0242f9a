"""Running: the order, what is kept, what is told, and how it ends."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import pytest

from pollex.core.declare import tool
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.core.steps import MemorySteps
from pollex.core.tool import Tool

from ..growth import assert_even, counted_calls
from .heard import heard

Run = Callable[..., Awaitable[Result]]


def put(key: str, value: Any = 1, **node: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}, **node}


def call(name: str, /, **node: Any) -> Object:
    return {"type": "tool", "config": {"tool": name}, **node}


def paths(result: Result) -> list[str]:
    return [node["path"] for node in result.data["nodes"]]


@tool(effect="read")
async def fail() -> int:
    """Fail."""
    raise Fault("failed", "It did not work.")


def failing(times: int, *, fault: Fault | None = None, **options: Any) -> tuple[Tool, list[int]]:
    """A tool that fails so many times, and then gives the number of its tries."""
    tries: list[int] = []
    options = {"effect": "read", **options}

    @tool(name="flaky", **options)
    async def flaky() -> int:
        """Work in the end."""
        tries.append(1)
        if len(tries) <= times:
            raise fault or Fault("timeout", "Not yet.")
        return len(tries)

    return flaky, tries


async def test_nodes_run_in_the_order_of_their_positions(run: Run) -> None:
    nodes = (put("c", position=30), put("a", position=2), put("b", position=7), put("z", position=0))
    result = await run(*nodes)
    assert paths(result) == ["/0", "/2", "/7", "/30"]
    assert list(result.data["variables"]) == ["z", "a", "b", "c"]


async def test_no_nodes_are_a_run_too(run: Run) -> None:
    result = await run()
    assert (result.ok, result.data["nodes"], result.data["outputs"], result.data["variables"]) == (True, [], {}, {})


async def test_what_is_owned_runs_only_from_its_owner(run: Run) -> None:
    nodes = (
        put("list", [1]),
        put("inside", "{{n}}", position=2),
        put("free", position=3),
        {"type": "iterate", "position": 4, "config": {"over": "list", "variable": "n", "body": 2}},
    )
    assert paths(await run(*nodes)) == ["/1", "/3", "/4[0]/2", "/4"]


async def test_a_finished_run_tells_everything(run: Run) -> None:
    steps = MemorySteps("run-1")
    outputs = [{"display_name": "sum", "type": "number", "value": "{{a}}"}]
    result = await run(put("a", 3, alias="first"), steps=steps, outputs=outputs)
    ms = result.data["nodes"][0].pop("ms")
    assert ms >= 0
    assert result.data == {
        "run": "run-1",
        "outputs": {"sum": 3},
        "variables": {"a": 3},
        "nodes": [{"path": "/1", "alias": "first", "type": "context", "ok": True, "rung": None}],
    }


async def test_a_failed_run_tells_what_ran(run: Run) -> None:
    outputs = [{"display_name": "a", "type": "number"}]
    result = await run(put("a"), call("fail", alias="wrong"), put("b"), tools=(fail,), outputs=outputs)
    assert (result.ok, result.data["outputs"], result.data["variables"]) == (False, {}, {"a": 1})
    assert [(node["path"], node["ok"], node.get("error")) for node in result.data["nodes"]] == [
        ("/1", True, None),
        ("/2", False, "It did not work."),
    ]
    assert result.fault is not None
    assert (result.fault.code, result.fault.message) == ("failed", "It did not work.")


async def test_events_of_nodes(run: Run) -> None:
    log = MemoryLog()
    loop = {"type": "iterate", "alias": "loop", "config": {"over": "list", "variable": "n", "body": 3}}
    await run(put("list", [1]), loop, call("fail"), tools=(fail,), log=log)
    told = [
        (event.kind, event.data["path"], event.data.get("ok")) for event in log.events if event.kind.startswith("node.")
    ]
    assert told == [
        ("node.started", "/1", None),
        ("node.finished", "/1", True),
        ("node.started", "/2", None),
        ("node.started", "/2[0]/3", None),
        ("node.finished", "/2[0]/3", False),
        ("node.finished", "/2", True),
    ]
    finished = next(event.data for event in log.events if event.kind == "node.finished" and event.data["ok"] is False)
    assert (finished["type"], finished["alias"], finished["fault"]["code"]) == ("tool", None, "failed")


async def test_declared_outputs(run: Run) -> None:
    outputs = [
        {"display_name": "a", "type": "number"},
        {"display_name": "b", "type": "json", "value": {"list": ["{{a}}", "a{{a}}"]}},
        {"display_name": "c", "type": "number", "value": "{{first}}"},
    ]
    result = await run(put("a", 3, alias="first"), outputs=outputs)
    assert result.unwrap()["outputs"] == {"a": 3, "b": {"list": [3, "a3"]}, "c": 3}


async def test_an_output_that_has_no_value_fails_the_run_and_keeps_the_rest(run: Run) -> None:
    way = {"type": "route", "config": {"value": "a", "paths": {"2": 3}}}
    outputs = [{"display_name": "late", "type": "number"}]
    result = await run(put("a"), way, put("late"), outputs=outputs)
    assert result.fault is not None
    assert result.fault.code == "unknown_reference"
    assert result.data["variables"] == {"a": 1}


async def test_an_output_of_another_type_fails_the_run(run: Run) -> None:
    result = await run(put("a", "text"), outputs=[{"display_name": "a", "type": "number"}])
    assert result.fault is not None
    assert (result.fault.code, result.fault.pointer) == ("invalid_output", "/a")
    assert (result.data["outputs"], result.data["variables"]) == ({}, {"a": "text"})


async def test_inputs_are_checked_before_anything_runs(run: Run) -> None:
    inputs = [
        {"display_name": "who", "type": "string", "required": True},
        {"display_name": "n", "type": "number"},
        {"display_name": "often", "type": "number", "default_value": "3"},
    ]
    log = MemoryLog()
    result = await run(put("a"), inputs=inputs, given={"n": "many", "hwo": 1}, log=log)
    assert result.fault is not None
    assert [issue.pointer for issue in result.fault.issues] == ["/hwo", "/n", "/who"]
    assert log.events == []
    good = await run(put("a", ["{{who}}", "{{often}}"]), inputs=inputs, given={"who": "Ada"})
    assert good.unwrap()["variables"] == {"a": ["Ada", 3]}


@pytest.mark.parametrize("given", [[], "text", 3])
async def test_inputs_that_are_no_object(run: Run, given: Any) -> None:
    result = await run(put("a"), given=given)
    assert result.fault is not None
    assert result.fault.code in ("invalid_input", "invalid_json")


COMBINATIONS = [(outer, inner) for outer in (None, True, False) for inner in (None, True, False)]


@pytest.mark.parametrize(("outer", "inner"), COMBINATIONS)
async def test_a_group_in_a_loop(run: Run, outer: bool | None, inner: bool | None) -> None:
    """A loop goes on unless told not to; a group stops unless told to go on."""
    loop = {"over": "list", "variable": "n", "body": 3, **({} if outer is None else {"continueOnError": outer})}
    group = {"nodeRange": [4, 5], **({} if inner is None else {"continueOnError": inner})}
    nodes = (
        put("list", [1, 2]),
        {"type": "iterate", "config": loop},
        {"type": "group", "config": group},
        call("fail"),
        put("b"),
    )
    result = await run(*nodes, tools=(fail,))
    turns = [path for path in paths(result) if path.endswith("/4")]
    rests = [path for path in paths(result) if path.endswith("/5")]
    stops = outer is False and inner is not True
    assert (result.ok, len(turns)) == (not stops, 1 if stops else 2)
    assert len(rests) == (2 if inner is True else 0)


@pytest.mark.parametrize(("outer", "inner"), COMBINATIONS)
async def test_a_loop_in_a_group(run: Run, outer: bool | None, inner: bool | None) -> None:
    loop = {"over": "list", "variable": "n", "body": 4, **({} if inner is None else {"continueOnError": inner})}
    group = {"nodeRange": [2, 5], **({} if outer is None else {"continueOnError": outer})}
    nodes = (
        put("list", [1, 2]),
        {"type": "group", "config": group},
        {"type": "iterate", "config": loop},
        call("fail"),
        put("b"),
    )
    result = await run(*nodes, tools=(fail,))
    loop_fails = inner is False
    assert len([path for path in paths(result) if path.endswith("/4")]) == (1 if loop_fails else 2)
    assert ("/2/5" in paths(result)) is (not loop_fails or outer is True)
    assert result.ok is (not loop_fails or outer is True)


async def test_a_route_in_a_loop_hands_its_failure_on(run: Run) -> None:
    loop = {"type": "iterate", "alias": "loop", "config": {"over": "list", "variable": "n", "body": 3}}
    way = {"type": "route", "config": {"value": "n", "paths": {"1": 4, "default": 5}}}
    outputs = [{"display_name": "told", "type": "json", "value": "{{loop.errors}}"}]
    nodes = (put("list", [1, 2]), loop, way, call("fail"), put("seen", "{{n}}"))
    result = await run(*nodes, tools=(fail,), outputs=outputs)
    assert result.unwrap()["outputs"]["told"] == [{"index": 0, "message": "It did not work.", "code": "failed"}]
    assert result.data["variables"]["seen"] == 2


async def test_no_retry_unless_it_says_so(run: Run) -> None:
    flaky, tries = failing(1)
    result = await run(call("flaky"), tools=(flaky,))
    assert (result.ok, len(tries)) == (False, 1)


@pytest.mark.parametrize(("times", "attempts", "ok", "tried"), [(2, 3, True, 3), (2, 2, False, 2), (0, 5, True, 1)])
async def test_retry(run: Run, times: int, attempts: int, ok: bool, tried: int) -> None:
    flaky, tries = failing(times)
    result = await run(call("flaky", retry={"attempts": attempts, "delayMs": 1}), tools=(flaky,))
    assert (result.ok, len(tries)) == (ok, tried)
    assert len(result.data["nodes"]) == 1


async def test_retry_of_a_tool_that_acts(run: Run) -> None:
    flaky, tries = failing(1, effect="act")
    result = await run(call("flaky", retry={"attempts": 3, "delayMs": 1}), tools=(flaky,))
    assert (result.ok, len(tries)) == (True, 2)


async def test_what_cannot_get_better_is_not_tried_again(run: Run) -> None:
    flaky, tries = failing(1, fault=Fault("failed", "Broken."))
    result = await run(call("flaky", retry={"attempts": 3, "delayMs": 1}), tools=(flaky,))
    assert (result.ok, len(tries)) == (False, 1)


async def test_what_may_have_happened_is_not_tried_again(run: Run) -> None:
    flaky, tries = failing(1, fault=Fault("timeout", "Perhaps.", uncertain=True), effect="act")
    result = await run(call("flaky", retry={"attempts": 3, "delayMs": 1}), tools=(flaky,))
    assert (result.ok, len(tries)) == (False, 1)
    assert result.fault is not None
    assert result.fault.uncertain


async def test_unless_the_node_says_that_it_may_be(run: Run) -> None:
    flaky, tries = failing(1, fault=Fault("timeout", "Perhaps.", uncertain=True), effect="act")
    result = await run(call("flaky", onUncertain="retry"), tools=(flaky,))
    assert (result.ok, len(tries)) == (True, 2)


@pytest.mark.parametrize(("happened", "tried"), [(True, 1), (False, 2)])
async def test_or_a_person_says_whether_it_happened(run: Run, happened: bool, tried: int) -> None:
    flaky, tries = failing(1, fault=Fault("timeout", "Perhaps.", uncertain=True), effect="act")
    steps = MemorySteps()
    steps.send("/1", {"happened": happened})
    result = await run(call("flaky", onUncertain="ask"), tools=(flaky,), steps=steps)
    assert (result.ok, len(tries)) == (True, tried)


@pytest.mark.parametrize(("done", "tried"), [(True, 1), (False, 2)])
async def test_or_rules_do(run: Run, done: bool, tried: int) -> None:
    flaky, tries = failing(1, fault=Fault("timeout", "Perhaps.", uncertain=True), effect="act")
    verify = [{"type": "data", "path": "done", "operator": "equals", "value": True}]
    result = await run(put("done", done), call("flaky", verify=verify), tools=(flaky,))
    assert (result.ok, len(tries)) == (True, tried)


async def test_a_tool_that_is_not_there_for_the_moment_is_tried_once(run: Run) -> None:
    flaky, tries = failing(2, fault=Fault("unavailable", "The service is down."), effect="act")
    result = await run(call("flaky"), tools=(flaky,))
    assert (result.ok, len(tries)) == (False, 1)


async def test_the_delay_doubles(run: Run) -> None:
    times: list[float] = []

    @tool(effect="read")
    async def flaky() -> int:
        """Fail three times."""
        times.append(asyncio.get_running_loop().time())
        if len(times) < 4:
            raise Fault("unavailable", "Not now.")
        return 1

    assert (await run(call("flaky", retry={"attempts": 4, "delayMs": 20}), tools=(flaky,))).ok
    waited = [after - before for before, after in pairwise(times)]
    assert all(took >= least - 0.001 for took, least in zip(waited, (0.02, 0.04, 0.08), strict=True))


@pytest.mark.parametrize(("effect", "uncertain"), [("read", False), ("act", True)])
async def test_a_nodes_time_limit(run: Run, effect: Any, uncertain: bool) -> None:
    @tool(effect=effect)
    async def slow() -> int:
        """Take for ever."""
        await asyncio.Event().wait()
        return 1

    result = await run(call("slow", timeoutMs=30), put("after"), tools=(slow,))
    assert result.fault is not None
    assert (result.fault.code, result.fault.uncertain) == ("timeout", uncertain)
    assert result.data["variables"] == {}


async def test_a_time_limit_does_not_lengthen_the_tools_own(run: Run) -> None:
    @tool(effect="read", timeout=0.03)
    async def slow() -> int:
        """Take for ever."""
        await asyncio.Event().wait()
        return 1

    fault = (await run(call("slow", timeoutMs=60_000), tools=(slow,))).fault
    assert fault is not None
    assert fault.code == "timeout"


async def test_a_stopped_run_tells_how_far_it_came(run: Run) -> None:
    steps = MemorySteps()

    @tool(effect="read")
    async def stop() -> int:
        """Stop the run."""
        steps.cancel.cancel("enough")
        return 1

    result = await run(put("a"), call("stop"), call("stop", alias="again"), put("b"), tools=(stop,), steps=steps)
    assert result.fault is not None
    assert result.fault.code == "cancelled"
    assert paths(result)[:2] == ["/1", "/2"]
    assert "b" not in result.data["variables"]


async def test_a_stop_is_no_failure_that_a_loop_goes_on_after(run: Run) -> None:
    steps, turns = MemorySteps(), []

    @tool(effect="read")
    async def stop() -> int:
        """Stop the run."""
        turns.append(1)
        steps.cancel.cancel("enough")
        return 1

    loop = {"type": "iterate", "config": {"over": "list", "variable": "n", "body": 3}}
    result = await run(put("list", [1, 2, 3]), loop, call("stop"), tools=(stop,), steps=steps)
    assert result.fault is not None
    assert (result.fault.code, len(turns)) == ("cancelled", 1)


async def test_a_result_by_alias_and_by_variable(run: Run) -> None:
    @tool(effect="read")
    async def rows() -> list[int]:
        """Give rows."""
        return [1, 2]

    node = {"type": "tool", "alias": "got", "config": {"tool": "rows", "store_variable": "kept"}}
    result = await run(node, put("a", ["{{got[0]}}", "{{kept[1]}}"]), tools=(rows,))
    assert result.unwrap()["variables"] == {"kept": [1, 2], "a": [1, 2]}


async def test_results_are_not_shared_with_variables(run: Run) -> None:
    """A later change of a variable does not reach what a node gave."""
    made = {"type": "context", "alias": "made", "config": {"operation": "set", "key": "list", "value": [1]}}
    more = {"type": "context", "config": {"operation": "merge", "key": "list", "value": [2]}}
    result = await run(made, more, put("before", "{{made}}"))
    assert result.unwrap()["variables"] == {"list": [1, 2], "before": [1]}


def chain(many: int) -> list[Object]:
    last = [put("k0", position=0)]
    return last + [put(f"k{at}", f"{{{{k{at - 1}}}}}", position=at) for at in range(1, many)]


async def test_five_hundred_nodes_take_ten_times_fifty(run: Run) -> None:
    assert (await run(*chain(20))).ok  # loads what it needs
    with counted_calls() as tenth:
        assert (await run(*chain(50))).ok
    with counted_calls() as whole:
        assert (await run(*chain(500))).ok
    assert_even(tenth, whole)


async def test_five_hundred_turns_of_a_loop_take_ten_times_fifty(run: Run) -> None:
    loop = {"type": "iterate", "config": {"over": "list", "variable": "n", "body": 3, "store_variable": "all"}}

    async def turns(many: int) -> None:
        result = await run(put("list", list(range(many))), loop, put("seen", "{{n}}"))
        assert result.unwrap()["variables"]["all"]["count"] == many

    await turns(20)  # loads what it needs
    with counted_calls() as tenth:
        await turns(50)
    with counted_calls() as whole:
        await turns(500)
    assert_even(tenth, whole)


async def test_nesting_as_deep_as_is_allowed_runs(run: Run, mistakes: Callable[..., list[tuple[str, str]]]) -> None:
    """Whatever depth the check lets pass, a run can go down to."""

    def nested(depth: int) -> list[Object]:
        loops = [
            {"type": "iterate", "position": at, "config": {"over": "list", "variable": f"v{at}", "body": at + 1}}
            for at in range(1, depth)
        ]
        return [put("list", [1], position=0), *loops, put("z", position=depth)]

    allowed = max(depth for depth in (2, 5, 10, 20, 50, 100, 200, 400) if mistakes(*nested(depth)) == [])
    assert (await run(*nested(allowed))).ok


async def test_a_time_limit_holds_for_rules_too(run: Run) -> None:
    @tool(effect="read")
    async def count() -> int:
        """Count."""
        return 1

    rules = [{"type": "tool", "tool": "count", "operator": "equals", "value": 2, "within": 60_000}]
    node = {"type": "browser_query", "timeoutMs": 100, "config": {"method": "validate", "rules": rules}}
    fault = (await run(node, tools=(count,))).fault
    assert fault is not None
    assert fault.code == "timeout"


async def test_a_question_can_be_stopped(run: Run) -> None:
    steps, log = MemorySteps(), MemoryLog()
    running = asyncio.ensure_future(run({"type": "ask", "config": {"question": "Well?"}}, steps=steps, log=log))
    await heard(log, "question.asked")
    steps.cancel.cancel("enough")
    fault = (await running).fault
    assert fault is not None
    assert fault.code == "cancelled"


async def test_an_optional_input_that_is_not_given_is_null(run: Run) -> None:
    inputs = [{"display_name": "word", "type": "string", "required": False}]
    assert (await run(put("a", "{{word}}"), inputs=inputs)).unwrap()["variables"] == {"a": None}


async def test_values_that_grow_without_bounds_are_stopped(run: Run) -> None:
    """Each variable is ten times the one before."""
    first = {"type": "context", "config": {"operation": "set", "key": "v0", "value": "x" * 1_000}}
    grown = [
        {"type": "context", "config": {"operation": "set", "key": f"v{at}", "value": ("{{v%d}}" % (at - 1)) * 10}}  # noqa: UP031
        for at in range(1, 12)
    ]
    result = await run(first, *grown)
    assert result.fault is not None
    assert result.fault.code == "limit"


async def test_lists_that_grow_without_bounds_are_stopped(run: Run) -> None:
    first = {"type": "context", "config": {"operation": "set", "key": "v0", "value": ["x" * 1_000]}}
    grown = [
        {"type": "context", "config": {"operation": "set", "key": f"v{at}", "value": ["{{v%d}}" % (at - 1)] * 10}}  # noqa: UP031
        for at in range(1, 12)
    ]
    result = await run(first, *grown)
    assert result.fault is not None
    assert result.fault.code == "limit"


@pytest.mark.parametrize("found", [None, "", " ", 0, [], {}, {"value": 0, "text": "€0", "rows": []}, [{"rows": []}]])
async def test_nothing_where_something_is_needed_ends_the_run(run: Run, found: Any) -> None:
    @tool(effect="read")
    async def read() -> Any:
        """Read."""
        return found

    result = await run(call("read", alias="trips", needed=True), put("after"), tools=[read])
    assert result.fault is not None
    assert (result.fault.code, result.fault.message) == ("not_found", "trips found nothing.")
    assert paths(result) == ["/1"]
    assert (await run(call("read", alias="trips"), put("after"), tools=[read])).ok


@pytest.mark.parametrize("found", [False, 3, "none", [{"rows": [1]}], {"value": 2, "text": "", "rows": []}])
async def test_something_is_found(run: Run, found: Any) -> None:
    @tool(effect="read")
    async def read() -> Any:
        """Read."""
        return found

    assert (await run(call("read", needed=True), tools=[read])).ok


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({}, "pay sent nothing."),
        (
            {"sent": 1, "failed": [{"method": "POST", "url": "/pay", "status": 422}]},
            "pay was not taken: POST /pay was answered with 422.",
        ),
    ],
)
async def test_what_no_server_takes_ends_the_run(run: Run, told: Object, message: str) -> None:
    @tool(effect="act")
    async def pay(sent: int = 0) -> Object:
        """Pay."""
        return told

    result = await run(call("pay", alias="pay", taken=True), put("after"), tools=[pay])
    assert result.fault is not None
    assert (result.fault.code, result.fault.message) == ("failed", message)
    assert (await run(call("pay", alias="pay"), tools=[pay])).ok


async def test_what_a_server_takes_goes_on(run: Run) -> None:
    @tool(effect="act")
    async def pay() -> Object:
        """Pay."""
        return {"sent": 1}

    assert (await run(call("pay", taken=True), tools=[pay])).ok


async def test_what_is_verified_to_have_happened_was_taken(run: Run) -> None:
    """An act that was cut off has no answer that could tell what it sent."""
    pay, _ = failing(9, fault=Fault("unavailable", "It was cut off.", uncertain=True, retry=False), effect="act")
    happened = [{"type": "data", "path": "order", "operator": "exists"}]
    result = await run(put("order"), call("flaky", taken=True, verify=happened), tools=[pay])
    assert result.ok, result.fault

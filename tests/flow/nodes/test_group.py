"""`group`: a range of nodes as one."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.core.declare import tool
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.result import Result

Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]


@tool(effect="read")
async def fail() -> int:
    """Fail."""
    raise Fault("failed", "It did not work.")


def put(key: str, value: Any = 1) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}}


def group(nodes: Any, **config: Any) -> Object:
    return {"type": "group", "alias": "all", "config": {"nodeRange": nodes, **config}}


FAIL: Object = {"type": "tool", "alias": "wrong", "config": {"tool": "fail"}}
TOLD = {"display_name": "told", "type": "json", "value": "{{all}}"}


@pytest.mark.parametrize("nodes", ["2-3", [2, 3], " 2 - 3 ", "02-03"])
async def test_a_range_as_text_or_as_a_pair(run: Run, nodes: Any) -> None:
    result = await run(group(nodes), {**put("a"), "alias": "first"}, put("b", 2), put("c"), outputs=[TOLD])
    assert [node["path"] for node in result.unwrap()["nodes"]] == ["/1/2", "/1/3", "/1", "/4"]
    assert result.data["outputs"]["told"] == {"count": 2, "results": {"first": 1, "3": 2}, "errors": []}


async def test_name_and_id_are_in_the_result(run: Run) -> None:
    result = await run(group([2, 2], name="Log in", groupId="login", store_variable="kept"), put("a"))
    assert result.unwrap()["variables"]["kept"] == {
        "name": "Log in",
        "groupId": "login",
        "count": 1,
        "results": {"2": 1},
        "errors": [],
    }


async def test_a_failure_ends_the_group_and_the_run(run: Run) -> None:
    nodes = (group([2, 4], store_variable="kept"), put("a"), FAIL, put("b"), put("c"))
    result = await run(*nodes, tools=(fail,))
    assert result.fault is not None
    assert (result.fault.code, result.fault.message) == ("failed", "It did not work.")
    assert result.data["variables"] == {
        "a": 1,
        "kept": {
            "count": 2,
            "results": {"2": 1, "wrong": None},
            "errors": [{"position": 3, "message": "It did not work.", "code": "failed"}],
        },
    }
    assert [(node["path"], node["ok"]) for node in result.data["nodes"]] == [
        ("/1/2", True),
        ("/1/3", False),
        ("/1", False),
    ]


async def test_it_goes_on_after_a_failure_when_told_so(run: Run) -> None:
    nodes = (group([2, 4], continueOnError=True, store_variable="kept"), put("a"), FAIL, put("b"), put("c"))
    result = await run(*nodes, tools=(fail,))
    assert result.unwrap()["variables"] == {
        "a": 1,
        "b": 1,
        "c": 1,
        "kept": {
            "count": 3,
            "results": {"2": 1, "wrong": None, "4": 1},
            "errors": [{"position": 3, "message": "It did not work.", "code": "failed"}],
        },
    }


async def test_a_range_over_gaps_takes_what_is_there(run: Run) -> None:
    nodes = ({"position": 1, **group("5-100")}, {"position": 9, **put("a")}, {"position": 77, **put("b")})
    result = await run(*nodes, {"position": 101, **put("c")})
    assert [node["path"] for node in result.unwrap()["nodes"]] == ["/1/9", "/1/77", "/1", "/101"]


async def test_a_range_around_the_group_itself_leaves_it_out(run: Run) -> None:
    result = await run(put("a"), group("1-3"), put("b"))
    assert [node["path"] for node in result.unwrap()["nodes"]] == ["/2/1", "/2/3", "/2"]


async def test_groups_in_groups(run: Run) -> None:
    nodes = (group("2-6"), {**group("3-4"), "alias": "inner"}, put("a"), put("b"), put("c"), put("d"))
    result = await run(*nodes, outputs=[TOLD])
    assert [node["path"] for node in result.unwrap()["nodes"]] == ["/1/2/3", "/1/2/4", "/1/2", "/1/5", "/1/6", "/1"]
    assert result.data["outputs"]["told"]["results"] == {
        "inner": {"count": 2, "results": {"3": 1, "4": 1}, "errors": []},
        "5": 1,
        "6": 1,
    }


async def test_a_loop_in_a_range_keeps_its_body(run: Run) -> None:
    loop = {"type": "iterate", "config": {"over": "list", "variable": "n", "body": 4}}
    result = await run(group("2-5"), put("list", [1, 2]), loop, put("seen", "{{n}}"), put("after"))
    assert [node["path"] for node in result.unwrap()["nodes"]] == [
        "/1/2",
        "/1/3[0]/4",
        "/1/3[1]/4",
        "/1/3",
        "/1/5",
        "/1",
    ]


async def test_a_group_can_stand_after_its_nodes(run: Run) -> None:
    """Order is by position: nothing of it runs before it."""
    result = await run(put("a"), put("b"), group([1, 2]))
    assert [node["path"] for node in result.unwrap()["nodes"]] == ["/3/1", "/3/2", "/3"]


WRONG: list[tuple[Any, str]] = [
    ("3", "This is no range of positions."),
    ("a-b", "This is no range of positions."),
    ("1-2-3", "This is no range of positions."),
    ("-1-2", "This is no range of positions."),
    ("", "This is no range of positions."),
    ("3-2", "The range ends before it begins."),
    ([3, 2], "The range ends before it begins."),
    ("8-9", "There is no node in this range."),
    ("1-1", "There is no node in this range."),
    (3, "This is no range of positions."),
    ([1], "Expected at least 2 items."),
    ([1, 2, 3], "Expected at most 2 items."),
]


@pytest.mark.parametrize(("nodes", "message"), WRONG)
def test_mistakes_in_the_range(mistakes: Mistakes, nodes: Any, message: str) -> None:
    assert ("/nodes/0/config/nodeRange", message) in mistakes(group(nodes), put("a"), put("b"))


@pytest.mark.parametrize("nodes", [[True, 2], [1.5, 2], [None, 2], ["x", 2]])
def test_a_pair_of_something_else(mistakes: Mistakes, nodes: Any) -> None:
    pointers = [pointer for pointer, _ in mistakes(group(nodes), put("a"))]
    assert "/nodes/0/config/nodeRange/0" in pointers


def test_the_range_is_required(mistakes: Mistakes) -> None:
    assert mistakes({"type": "group"}, put("a")) == [
        ("/nodes/0/config/nodeRange", "The key 'nodeRange' is missing."),
    ]


def test_ranges_that_overlap(mistakes: Mistakes) -> None:
    nodes = ({**group("3-4"), "alias": "one"}, {**group("4-5"), "alias": "two"}, put("a"), put("b"), put("c"))
    assert mistakes(*nodes) == [("/nodes/1/config/nodeRange", "Node 4 belongs to node 1 (group) already.")]


def test_the_results_shape_is_known(mistakes: Mistakes) -> None:
    found = mistakes(group([2, 2]), put("a"), put("b", "{{all.results.x}} {{all.errors[0].message}} {{all.reslts}}"))
    assert found == [("/nodes/2/config/value", "'all' has no 'reslts'.")]

"""`iterate`: a body for each item of a list."""

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
async def double(n: int) -> int:
    """Double a number; 13 is refused."""
    if n == 13:
        raise Fault("failed", "13 brings bad luck.")
    return 2 * n


def put(key: str, value: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}}


def loop(**config: Any) -> Object:
    return {"type": "iterate", "alias": "loop", "config": {"over": "list", "variable": "n", "body": 3, **config}}


DOUBLE: Object = {"type": "tool", "config": {"tool": "double", "args": {"n": "{{n}}"}}}
TOLD = {"display_name": "told", "type": "json", "value": "{{loop}}"}


async def test_the_body_runs_for_each_item(run: Run) -> None:
    result = await run(put("list", [1, 2, 3]), loop(), DOUBLE, tools=(double,), outputs=[TOLD])
    assert result.unwrap()["outputs"]["told"] == {"count": 3, "results": [2, 4, 6], "errors": []}
    assert [node["path"] for node in result.data["nodes"]] == ["/1", "/2[0]/3", "/2[1]/3", "/2[2]/3", "/2"]


async def test_the_result_can_be_stored(run: Run) -> None:
    result = await run(put("list", [1]), loop(store_variable="kept"), DOUBLE, tools=(double,))
    assert result.unwrap()["variables"] == {"list": [1], "kept": {"count": 1, "results": [2], "errors": []}}


async def test_an_empty_list_runs_nothing(run: Run) -> None:
    result = await run(put("list", []), loop(), DOUBLE, tools=(double,), outputs=[TOLD])
    assert result.unwrap()["outputs"]["told"] == {"count": 0, "results": [], "errors": []}


async def test_the_index_is_named_after_the_variable(run: Run) -> None:
    result = await run(put("list", ["a", "b"]), loop(), put("last", "{{nIndex}}: {{n}}"))
    assert result.unwrap()["variables"]["last"] == "1: b"


async def test_the_index_can_be_named(run: Run) -> None:
    result = await run(put("list", ["a", "b"]), loop(index="place"), put("last", "{{place}}"))
    assert result.unwrap()["variables"]["last"] == 1


async def test_items_keep_their_type(run: Run) -> None:
    items: list[Any] = [None, True, 1.5, {"a": [1]}, "text", []]
    collect = {"type": "context", "config": {"operation": "merge", "key": "seen", "value": ["{{n}}"]}}
    result = await run(put("list", items), loop(), collect)
    assert result.unwrap()["variables"]["seen"] == items


async def test_a_body_of_several_runs_in_its_own_order_and_the_last_one_counts(run: Run) -> None:
    nodes = (put("list", [1, 2]), loop(body=[4, 3]), DOUBLE, put("seen", "{{n}}"))
    result = await run(*nodes, tools=(double,), outputs=[TOLD])
    assert [node["path"] for node in result.unwrap()["nodes"]][1:5] == ["/2[0]/4", "/2[0]/3", "/2[1]/4", "/2[1]/3"]
    assert result.data["outputs"]["told"]["results"] == [2, 4]


async def test_a_list_of_one_is_as_one(run: Run) -> None:
    result = await run(put("list", [1]), loop(body=[3]), DOUBLE, tools=(double,), outputs=[TOLD])
    assert result.unwrap()["outputs"]["told"]["results"] == [2]


@pytest.mark.parametrize(("limit", "count"), [(1, 1), (2, 2), (99, 3)])
async def test_a_limit(run: Run, limit: int, count: int) -> None:
    result = await run(put("list", [1, 2, 3]), loop(limit=limit), DOUBLE, tools=(double,), outputs=[TOLD])
    assert result.unwrap()["outputs"]["told"]["count"] == count


async def test_a_failed_turn_does_not_end_the_loop(run: Run) -> None:
    result = await run(put("list", [1, 13, 3]), loop(), DOUBLE, tools=(double,), outputs=[TOLD])
    assert result.unwrap()["outputs"]["told"] == {
        "count": 3,
        "results": [2, None, 6],
        "errors": [{"index": 1, "message": "13 brings bad luck.", "code": "failed"}],
    }
    assert [node["ok"] for node in result.data["nodes"]] == [True, True, False, True, True]


async def test_the_rest_of_a_failed_turn_is_left_out(run: Run) -> None:
    result = await run(put("list", [13, 2]), loop(body=[3, 4]), DOUBLE, put("seen", "{{n}}"), tools=(double,))
    assert [node["path"] for node in result.unwrap()["nodes"]] == ["/1", "/2[0]/3", "/2[1]/3", "/2[1]/4", "/2"]


async def test_a_failed_turn_ends_the_loop_when_told_so(run: Run) -> None:
    nodes = (put("list", [1, 13, 3]), loop(continueOnError=False, store_variable="kept"), DOUBLE, put("after", 1))
    result = await run(*nodes, tools=(double,))
    assert result.fault is not None
    assert result.fault.message == "13 brings bad luck."
    assert result.data["variables"] == {
        "list": [1, 13, 3],
        "kept": {
            "count": 2,
            "results": [2, None],
            "errors": [{"index": 1, "message": "13 brings bad luck.", "code": "failed"}],
        },
    }


@pytest.mark.parametrize(("value", "kind"), [({"a": 1}, "object"), ("abc", "string"), (3, "integer"), (None, "null")])
async def test_only_a_list_can_be_iterated(run: Run, value: Any, kind: str) -> None:
    fault = (await run(put("list", value), loop(), DOUBLE, tools=(double,))).fault
    assert fault is not None
    assert (fault.code, fault.pointer, fault.expected, fault.received) == ("invalid_input", "/over", "array", kind)


@pytest.mark.parametrize("over", ["page.rows", "{{page.rows}}", "{{ page.rows }}", 'page["rows"]', "$.page.rows"])
async def test_the_list_is_a_path_from_a_variable_or_an_alias(run: Run, over: str) -> None:
    result = await run(put("page", {"rows": [4]}), loop(over=over), DOUBLE, tools=(double,), outputs=[TOLD])
    assert result.unwrap()["outputs"]["told"]["results"] == [8]


async def test_a_list_by_alias(run: Run) -> None:
    made = {"type": "context", "alias": "made", "config": {"operation": "set", "key": "k", "value": {"rows": [1]}}}
    result = await run(made, loop(over="made.rows"), DOUBLE, tools=(double,), outputs=[TOLD])
    assert result.unwrap()["outputs"]["told"]["results"] == [2]


async def test_what_the_body_adds_to_the_list_is_not_run(run: Run) -> None:
    more = {"type": "context", "config": {"operation": "merge", "key": "list", "value": ["{{n}}"]}}
    result = await run(put("list", [1, 2]), loop(), more)
    assert result.unwrap()["variables"]["list"] == [1, 2, 1, 2]


async def test_results_of_the_turn_before_are_forgotten(run: Run) -> None:
    """An alias in the body never holds what an earlier turn gave."""
    get = {**DOUBLE, "alias": "twice"}
    use = put("seen", "{{twice}}")
    route = {
        "type": "route",
        "config": {"conditions": [{"path": "nIndex", "operator": "less", "value": 1, "branch": 4}]},
    }
    nodes = (put("list", [1, 2]), loop(body=[3, 5], continueOnError=False), route, get, use)
    fault = (await run(*nodes, tools=(double,))).fault
    assert fault is not None
    assert fault.message == "Nothing is named 'twice'."


async def test_loops_in_loops_see_both_items(run: Run) -> None:
    inner = {"type": "iterate", "config": {"over": "row", "variable": "n", "body": 4}}
    collect = {
        "type": "context",
        "config": {"operation": "merge", "key": "seen", "value": ["{{rowIndex}}.{{nIndex}}={{n}}"]},
    }
    result = await run(put("list", [["a", "b"], [], ["c"]]), loop(variable="row"), inner, collect)
    assert result.unwrap()["variables"]["seen"] == ["0.0=a", "0.1=b", "2.0=c"]
    assert [node["path"] for node in result.data["nodes"] if node["path"].endswith("/4")] == [
        "/2[0]/3[0]/4",
        "/2[0]/3[1]/4",
        "/2[2]/3[0]/4",
    ]


async def test_two_loops_can_use_one_name(run: Run) -> None:
    again = {"type": "iterate", "config": {"over": "list", "variable": "n", "body": 5}}
    result = await run(put("list", [1]), loop(), put("a", "{{n}}"), again, put("b", "{{n}}"))
    assert result.unwrap()["variables"] == {"list": [1], "a": 1, "b": 1}


def test_what_is_required(mistakes: Mistakes) -> None:
    assert mistakes({"type": "iterate", "config": {}}) == [
        ("/nodes/0/config/body", "The key 'body' is missing."),
        ("/nodes/0/config/over", "The key 'over' is missing."),
        ("/nodes/0/config/variable", "The key 'variable' is missing."),
    ]


WRONG = [
    ({"limit": 0}, ("/nodes/1/config/limit", "With a limit of 0 the body never runs.")),
    ({"limit": -1}, ("/nodes/1/config/limit", "Expected a number of at least 0.")),
    ({"over": " "}, ("/nodes/1/config/over", "There is nothing to iterate over.")),
    ({"over": "lst"}, ("/nodes/1/config/over", "Nothing is named 'lst'.")),
    ({"body": []}, ("/nodes/1/config/body", "Expected at least 1 items.")),
    ({"body": 30}, ("/nodes/1/config/body", "There is no node at position 30.")),
    ({"body": [3, 31]}, ("/nodes/1/config/body/1", "There is no node at position 31.")),
    ({"body": True}, ("/nodes/1/config/body", "Expected integer or array, received boolean.")),
    ({"variable": ""}, ("/nodes/1/config/variable", "Expected at least 1 characters.")),
    ({"continueOnErorr": True}, ("/nodes/1/config/continueOnErorr", "There is no key 'continueOnErorr' here.")),
]


@pytest.mark.parametrize(("config", "told"), WRONG)
def test_mistakes_are_told(mistakes: Mistakes, config: Object, told: tuple[str, str]) -> None:
    assert told in mistakes(put("list", [1]), loop(**config), put("x", 1))


def test_the_item_is_not_known_outside(mistakes: Mistakes) -> None:
    found = mistakes(put("list", [1]), loop(), put("a", "{{n}}"), put("b", "{{n}} {{nIndex}}"))
    assert found == [
        ("/nodes/3/config/value", "Nothing is named 'n'."),
        ("/nodes/3/config/value", "Nothing is named 'nIndex'."),
    ]


def test_an_index_with_the_name_of_the_item_clashes(mistakes: Mistakes) -> None:
    assert mistakes(put("list", [1]), loop(index="n"), put("a", "{{n}}")) != []


def test_a_loop_in_a_loop_needs_another_name(mistakes: Mistakes) -> None:
    inner = {"type": "iterate", "config": {"over": "n", "variable": "n", "body": 4}}
    assert mistakes(put("list", [[1]]), loop(), inner, put("a", "{{n}}")) != []


def test_a_node_cannot_stand_twice_in_a_body(mistakes: Mistakes) -> None:
    assert mistakes(put("list", [1]), loop(body=[3, 3]), put("a", 1)) != []

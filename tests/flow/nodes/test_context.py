"""`context` (`memory`): five operations on variables."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.core.json import Object
from pollex.core.result import Result

Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]


def node(operation: str, key: str | None = None, **more: Any) -> Object:
    named = {} if key is None else {"key": key}
    return {"type": "context", "alias": "done", "config": {"operation": operation, **named, **more}}


def put(key: str, value: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}}


@pytest.mark.parametrize("value", [1, 1.5, True, None, "text", [], [1, [2]], {}, {"a": {"b": None}}, "\\{{x}}"])
async def test_set_keeps_any_value(run: Run, value: Any) -> None:
    result = await run(node("set", "it", value=value))
    assert result.unwrap()["variables"] == {"it": "{{x}}" if value == "\\{{x}}" else value}


async def test_memory_is_another_name(run: Run) -> None:
    result = await run({"type": "memory", "config": {"operation": "set", "key": "it", "value": 1}})
    assert result.unwrap()["variables"] == {"it": 1}
    assert result.data["nodes"][0]["type"] == "memory"


async def test_get_gives_the_value(run: Run) -> None:
    result = await run(put("user", {"name": "Ada"}), node("get", "user", store_variable="copy"))
    assert result.unwrap()["variables"] == {"user": {"name": "Ada"}, "copy": {"name": "Ada"}}


async def test_what_was_got_does_not_change_with_the_variable(run: Run) -> None:
    change = {"type": "context", "config": {"operation": "update", "key": "list", "value": [3]}}
    result = await run(put("list", [1]), node("get", "list"), change, put("before", "{{done}}"))
    assert result.unwrap()["variables"] == {"list": [3], "before": [1]}


async def test_update_changes_the_given_properties_of_an_object(run: Run) -> None:
    result = await run(put("user", {"name": "Ada", "tries": {"a": 1}}), node("update", "user", value={"tries": {}}))
    assert result.unwrap()["variables"] == {"user": {"name": "Ada", "tries": {}}}


@pytest.mark.parametrize(("standing", "value"), [(1, "x"), ([1], [2]), ({"a": 1}, None), (None, {"a": 1})])
async def test_update_replaces_anything_else(run: Run, standing: Any, value: Any) -> None:
    result = await run(put("it", standing), node("update", "it", value=value))
    assert result.unwrap()["variables"] == {"it": value}


async def test_merge_goes_into_depth_and_joins_lists(run: Run) -> None:
    standing = {"a": {"b": 1, "c": [1]}, "d": 1}
    result = await run(put("it", standing), node("merge", "it", value={"a": {"c": [2], "e": None}, "d": 2}))
    assert result.unwrap()["variables"] == {"it": {"a": {"b": 1, "c": [1, 2], "e": None}, "d": 2}}


@pytest.mark.parametrize(("standing", "value", "merged"), [([1], 2, [1, 2]), ([1], [2], [1, 2]), (None, [1], [1])])
async def test_merge_of_lists(run: Run, standing: Any, value: Any, merged: Any) -> None:
    result = await run(put("it", standing), node("merge", "it", value=value))
    assert result.unwrap()["variables"] == {"it": merged}


async def test_merge_makes_what_is_not_there(run: Run) -> None:
    assert (await run(node("merge", "it", value=[1]))).unwrap()["variables"] == {"it": [1]}


async def test_merge_refuses_what_does_not_fit(run: Run) -> None:
    fault = (await run(put("it", {"a": 1}), node("merge", "it", value="x"))).fault
    assert fault is not None
    assert (fault.code, fault.pointer, fault.expected, fault.received) == (
        "invalid_input",
        "/value",
        "object",
        "string",
    )


async def test_clear_removes_one(run: Run) -> None:
    result = await run(put("a", 1), put("b", 2), node("clear", "a"), put("told", "{{done.cleared}}"))
    assert result.unwrap()["variables"] == {"b": 2, "told": ["a"]}


async def test_clear_without_a_key_removes_all(run: Run) -> None:
    result = await run(put("a", 1), put("b", 2), node("clear"), put("told", "{{done.cleared}}"))
    assert result.unwrap()["variables"] == {"told": ["a", "b"]}


async def test_clear_of_nothing_is_no_failure(run: Run) -> None:
    result = await run(node("clear", "nothing"), put("told", "{{done.cleared}}"))
    assert result.unwrap()["variables"] == {"told": []}


async def test_clear_does_not_touch_inputs_and_aliases(run: Run) -> None:
    first = {"type": "context", "alias": "first", "config": {"operation": "set", "key": "a", "value": 1}}
    inputs = [{"display_name": "word", "type": "string"}]
    told = put("told", ["{{first}}", "{{word}}"])
    result = await run(first, node("clear"), told, inputs=inputs, given={"word": "x"})
    assert result.unwrap()["variables"] == {"told": [1, "x"]}


@pytest.mark.parametrize("operation", ["get", "update"])
async def test_a_variable_that_is_gone_is_told_with_a_guess(run: Run, operation: str) -> None:
    more = {"value": 1} if operation == "update" else {}
    clear = {"type": "context", "config": {"operation": "clear", "key": "counter"}}
    result = await run(put("counter", 1), put("count", 1), clear, node(operation, "counter", **more))
    assert result.fault is not None
    assert result.fault.to_json() == {
        "code": "not_found",
        "message": "There is no variable 'counter'.",
        "pointer": "/key",
        "expected": "'count'",
        "received": "'counter'",
        "hint": "Did you mean 'count'?",
        "retry": False,
        "uncertain": False,
        "issues": [],
    }


async def test_references_in_the_value_are_filled_and_types_kept(run: Run) -> None:
    result = await run(
        put("n", 3), put("it", {"n": "{{n}}", "text": "{{n}} of {{HOME_TOWN}}"}), environ={"HOME_TOWN": "Bath"}
    )
    assert result.unwrap()["variables"]["it"] == {"n": 3, "text": "3 of Bath"}


async def test_a_set_value_is_not_filled_a_second_time(run: Run) -> None:
    result = await run(put("a", "\\{{b}}"), put("b", 1), put("c", "{{a}}"))
    assert result.unwrap()["variables"] == {"a": "{{b}}", "b": 1, "c": "{{b}}"}


async def test_variables_made_from_one_another_do_not_share(run: Run) -> None:
    merged = {"type": "context", "config": {"operation": "merge", "key": "b", "value": {"x": [2]}}}
    result = await run(put("a", {"x": [1]}), put("b", "{{a}}"), merged)
    assert result.unwrap()["variables"] == {"a": {"x": [1]}, "b": {"x": [1, 2]}}


NEEDS = [
    ({}, [("/nodes/0/config/operation", "The key 'operation' is missing.")]),
    ({"operation": "set"}, ["The operation 'set' needs 'key'.", "The operation 'set' needs 'value'."]),
    ({"operation": "set", "key": "a"}, ["The operation 'set' needs 'value'."]),
    ({"operation": "merge", "value": 1}, ["The operation 'merge' needs 'key'."]),
    ({"operation": "update", "key": "a"}, ["The operation 'update' needs 'value'."]),
    ({"operation": "get"}, ["The operation 'get' needs 'key'."]),
    ({"operation": "clear"}, []),
]


@pytest.mark.parametrize(("config", "told"), NEEDS)
def test_what_each_operation_needs(mistakes: Mistakes, config: Object, told: list[Any]) -> None:
    expected = [each if isinstance(each, tuple) else ("/nodes/1/config", each) for each in told]
    found = mistakes(put("a", 1), {"type": "context", "config": config})
    assert found == [(pointer.replace("/nodes/0", "/nodes/1"), message) for pointer, message in expected]


def test_a_null_is_a_value(mistakes: Mistakes) -> None:
    assert mistakes(put("a", None)) == []


def test_an_unknown_operation_and_property(mistakes: Mistakes) -> None:
    found = mistakes({"type": "context", "config": {"operation": "sett", "kee": "a", "value": 1}})
    assert [pointer for pointer, _ in found] == ["/nodes/0/config/kee", "/nodes/0/config/operation"]


@pytest.mark.parametrize("operation", ["get", "update"])
def test_a_variable_that_nobody_makes_is_told_while_it_is_written(mistakes: Mistakes, operation: str) -> None:
    config = {"operation": operation, "key": "conter", "value": 1}
    [(pointer, _)] = mistakes(put("counter", 1), {"type": "context", "config": config})
    assert pointer == "/nodes/1/config/key"


@pytest.mark.parametrize("key", ["a.b", "my key", "1", "a[0]"])
async def test_a_key_is_a_name_and_no_path(run: Run, key: str) -> None:
    result = await run(put(key, 1), node("get", key, store_variable="got"))
    assert result.unwrap()["variables"] == {key: 1, "got": 1}

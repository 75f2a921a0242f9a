"""`route`: by a value, or by conditions."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.core.json import Object
from pollex.core.result import Result

Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]


def put(key: str, value: Any = True) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}}


def route(**config: Any) -> Object:
    return {"type": "route", "alias": "way", "config": config}


def condition(path: str, operator: str, *value: Any, branch: Any = 3) -> Object:
    return {"path": path, "operator": operator, "branch": branch, **({"value": value[0]} if value else {})}


WAY = {"display_name": "way", "type": "json", "value": "{{way}}"}


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ("paid", "paid"),
        (True, "true"),
        (False, "false"),
        (3, "3"),
        (-2.5, "-2.5"),
        (None, "null"),
        ("", ""),
        ("a/b~c", "a/b~c"),
        ([1], "[1]"),
        ("true", "true"),
        ("Straße", "Straße"),
    ],
)
async def test_a_value_matches_by_its_text(run: Run, value: Any, key: str) -> None:
    result = await run(put("v", value), route(value="v", paths={key: 3, "default": 4}), put("yes"), put("no"))
    assert result.unwrap()["variables"] == {"v": value, "yes": True}


async def test_a_whole_number_matches_however_it_is_written(run: Run) -> None:
    result = await run(put("v", 1.0), route(value="v", paths={"1": 3}), put("yes"))
    assert result.unwrap()["variables"] == {"v": 1.0, "yes": True}


async def test_document_001_example(run: Run) -> None:
    """`{"true": [20, 21], "false": [25], "default": [30]}`."""
    nodes = (
        put("login_status", {"authenticated": True}),
        {**route(value="login_status.authenticated", paths={"true": [20, 21], "false": [25], "default": [30]})},
        *({"position": at, **put(f"n{at}")} for at in (20, 21, 25, 30)),
    )
    result = await run(*nodes, outputs=[WAY])
    assert [node["path"] for node in result.unwrap()["nodes"]] == ["/1", "/2/20", "/2/21", "/2"]
    assert result.data["outputs"]["way"] == {"branch": "true", "result": True}


@pytest.mark.parametrize("default", [{"paths": {"x": 3, "default": 4}}, {"paths": {"x": 3}, "default": 4}])
async def test_both_places_of_the_default(run: Run, default: Object) -> None:
    result = await run(put("v", "other"), route(value="v", **default), put("x"), put("fell"), outputs=[WAY])
    assert result.unwrap()["variables"] == {"v": "other", "fell": True}
    assert result.data["outputs"]["way"]["branch"] == "default"


async def test_without_a_default_nothing_runs(run: Run) -> None:
    result = await run(put("v", "other"), route(value="v", paths={"x": 3}), put("x"), put("after"), outputs=[WAY])
    assert result.unwrap()["variables"] == {"v": "other", "after": True}
    assert result.data["outputs"]["way"] == {"branch": None, "result": None}


async def test_control_goes_on_after_the_route(run: Run) -> None:
    result = await run(put("v", 1), route(value="v", paths={"1": [4]}), put("between"), put("inside"), put("after"))
    assert [node["path"] for node in result.unwrap()["nodes"]] == ["/1", "/2/4", "/2", "/3", "/5"]


async def test_one_node_can_stand_in_two_branches(run: Run) -> None:
    nodes = (route(value="v", paths={"1": [3, 4], "2": 4, "default": [4, 3]}), put("a", "{{v}}"), put("b", "{{v}}"))
    paths = {}
    for value in (1, 2, 3):
        result = await run(put("v", value), *nodes)
        paths[value] = [node["path"] for node in result.unwrap()["nodes"]][1:-1]
    assert paths == {1: ["/2/3", "/2/4"], 2: ["/2/4"], 3: ["/2/4", "/2/3"]}


async def test_a_failure_in_a_branch_is_the_routes(run: Run) -> None:
    gone = {"type": "context", "config": {"operation": "get", "key": "v"}}
    clear = {"type": "context", "config": {"operation": "clear"}}
    result = await run(put("v", 1), route(value="v", paths={"1": [3, 4]}), clear, gone, put("after"))
    assert result.fault is not None
    assert [(node["path"], node["ok"]) for node in result.data["nodes"]] == [
        ("/1", True),
        ("/2/3", True),
        ("/2/4", False),
        ("/2", False),
    ]


async def test_a_path_that_leads_nowhere_fails(run: Run) -> None:
    fault = (await run(put("v", {}), route(value="v.status", paths={"default": 3}), put("x"))).fault
    assert fault is not None
    assert (fault.code, fault.pointer, fault.message) == ("unknown_reference", "/value", "'v' has no 'status'.")


HOLDS: list[tuple[Any, str, Any]] = [
    ("paid", "equals", "paid"),
    (3, "equals", "3"),
    ("3", "equals", 3),
    (True, "equals", "true"),
    ([1, {"a": 2}], "equals", [1, {"a": 2}]),
    ("a", "notEquals", "b"),
    (True, "notEquals", 1),
    (0, "notEquals", False),
    (None, "notEquals", 1),
    ("a long text", "contains", "long"),
    ("room 12", "contains", 12),
    ([1, 2], "contains", 2),
    ([1, 2], "contains", "2"),
    ({"a": 1}, "contains", "a"),
    (0, "exists", None),
    ("", "exists", True),
    (None, "exists", False),
    (3, "greater", 2),
    ("€ 1,299.00", "greater", 1000),
    ("1.299,50 €", "greater", "1299,4"),
    ("10", "greater", "9"),
    (-1, "less", 0),
    ("-5 °C", "less", 0),
    (2, "greaterOrEqual", 2),
    (2, "lessOrEqual", "2.0"),
    ("AB-123", "matches", r"^[A-Z]{2}-\d+$"),
    (42, "matches", "^42$"),
    ("two\nlines", "matches", "lines"),
]


@pytest.mark.parametrize(("found", "operator", "value"), HOLDS)
async def test_a_condition_that_holds(run: Run, found: Any, operator: str, value: Any) -> None:
    way = route(conditions=[condition("v.x", operator, value)], default=4)
    result = await run(put("v", {"x": found}), way, put("yes"), put("no"))
    assert result.unwrap()["variables"] == {"v": {"x": found}, "yes": True}


HOLDS_NOT: list[tuple[Any, str, Any]] = [
    ("paid", "equals", "Paid"),
    (True, "equals", 1),
    (None, "equals", "null"),
    ("a", "notEquals", "a"),
    ("3", "notEquals", 3),
    ("abc", "contains", "B"),
    ([12], "contains", 1),
    (12, "contains", 1),
    (None, "contains", "a"),
    (0, "exists", False),
    (None, "exists", True),
    (2, "greater", 2),
    (None, "greater", 0),
    (2, "less", 2),
    (1, "greaterOrEqual", 2),
    (3, "lessOrEqual", 2),
    ("abc", "matches", "^b"),
    (None, "matches", ".*"),
]


@pytest.mark.parametrize(("found", "operator", "value"), HOLDS_NOT)
async def test_a_condition_that_does_not_hold(run: Run, found: Any, operator: str, value: Any) -> None:
    way = route(conditions=[condition("v.x", operator, value)], default=4)
    result = await run(put("v", {"x": found}), way, put("yes"), put("no"))
    assert result.unwrap()["variables"] == {"v": {"x": found}, "no": True}


async def test_exists_needs_no_value_and_a_missing_path_is_no_failure(run: Run) -> None:
    for given, taken in (({"a": {"b": 0}}, "yes"), ({"a": 1}, "no"), ({}, "no")):
        result = await run(
            put("v", given), route(conditions=[condition("v.a.b", "exists")], default=4), put("yes"), put("no")
        )
        assert result.unwrap()["variables"] == {"v": given, taken: True}


async def test_the_first_condition_that_holds_wins(run: Run) -> None:
    conditions = [
        condition("v", "greater", 100),
        condition("v", "greater", 10, branch=[4]),
        condition("v", "exists", branch=5),
    ]
    result = await run(put("v", 50), route(conditions=conditions), put("a"), put("b"), put("c"), outputs=[WAY])
    assert result.unwrap()["variables"] == {"v": 50, "b": True}
    assert result.data["outputs"]["way"] == {"branch": "conditions[1]", "result": True}


async def test_no_condition_and_no_default(run: Run) -> None:
    result = await run(put("v", 1), route(conditions=[condition("v", "less", 1)]), put("x"), put("after"))
    assert result.unwrap()["variables"] == {"v": 1, "after": True}


async def test_references_in_a_conditions_value(run: Run) -> None:
    conditions = [condition("v", "equals", "no {{w}}", branch=4), condition("v", "equals", "{{w}}", branch=5)]
    result = await run(put("v", 2), put("w", 2), route(conditions=conditions), put("no"), put("yes"))
    assert result.unwrap()["variables"] == {"v": 2, "w": 2, "yes": True}


@pytest.mark.parametrize(
    ("found", "operator", "value"), [("many", "greater", 1), ([1], "less", 2), (True, "greater", 0)]
)
async def test_what_is_no_number_cannot_be_compared(run: Run, found: Any, operator: str, value: Any) -> None:
    fault = (await run(put("v", found), route(conditions=[condition("v", operator, value)]), put("x"))).fault
    assert fault is not None
    assert (fault.code, fault.pointer, fault.expected) == (
        "invalid_input",
        "/conditions/0/path",
        "a value with one number in it",
    )


async def test_a_pattern_that_comes_at_run_time_may_be_wrong(run: Run) -> None:
    fault = (
        await run(
            put("v", "a"), put("p", "("), route(conditions=[condition("v", "matches", "{{p}}", branch=4)]), put("x")
        )
    ).fault
    assert fault is not None
    assert (fault.code, fault.expected) == ("invalid_input", "a regular expression")


WRONG: list[tuple[Object, tuple[str, str]]] = [
    ({}, ("", "The route says nothing to go by.")),
    ({"default": 3}, ("", "The route says nothing to go by.")),
    ({"value": "v"}, ("", "A route by value needs 'paths'.")),
    ({"paths": {"a": 3}}, ("", "A route by value needs 'value'.")),
    (
        {"value": "v", "paths": {"a": 3}, "conditions": [condition("v", "exists")]},
        ("", "A route goes by a value or by conditions, not by both."),
    ),
    ({"value": "v", "paths": {"default": 3}, "default": 3}, ("/default", "There are two defaults.")),
    ({"value": "v", "paths": {}}, ("/paths", "Expected at least 1 keys.")),
    ({"value": "v", "paths": {"a": []}}, ("/paths/a", "Expected at least 1 items.")),
    ({"value": "v", "paths": {"a/b": 30}}, ("/paths/a~1b", "There is no node at position 30.")),
    ({"value": "v", "paths": {"a": [3, 31]}}, ("/paths/a/1", "There is no node at position 31.")),
    ({"value": "w", "paths": {"a": 3}}, ("/value", "Nothing is named 'w'.")),
    ({"conditions": []}, ("/conditions", "Expected at least 1 items.")),
    ({"conditions": [{"path": "v"}]}, ("/conditions/0/operator", "The key 'operator' is missing.")),
    ({"conditions": [condition("w", "exists")]}, ("/conditions/0/path", "Nothing is named 'w'.")),
    ({"conditions": [condition("v", "equals")]}, ("/conditions/0", "'equals' needs a value to compare with.")),
    (
        {"conditions": [condition("v", "exists", branch=30)]},
        ("/conditions/0/branch", "There is no node at position 30."),
    ),
    (
        {"conditions": [condition("v", "exists"), condition("v", "exists")]},
        ("/conditions/1", "The same condition stands before, so this branch is never taken."),
    ),
]


@pytest.mark.parametrize(("config", "told"), WRONG)
def test_mistakes_are_told(mistakes: Mistakes, config: Object, told: tuple[str, str]) -> None:
    assert (f"/nodes/1/config{told[0]}", told[1]) in mistakes(put("v"), route(**config), put("x"))


def test_an_unknown_operator_is_guessed(mistakes: Mistakes) -> None:
    found = mistakes(put("v"), route(conditions=[condition("v", "greaterThan", 1)]), put("x"))
    assert [pointer for pointer, _ in found] == ["/nodes/1/config/conditions/0/operator"]


def test_a_pattern_is_read_while_it_is_written(mistakes: Mistakes) -> None:
    [(pointer, message)] = mistakes(put("v"), route(conditions=[condition("v", "matches", "(")]), put("x"))
    assert pointer == "/nodes/1/config/conditions/0/value"
    assert message.startswith("This is no regular expression: ")


@pytest.mark.parametrize("value", [True, "3", 1.5, None])
def test_a_path_of_a_number_with_a_wrong_position(mistakes: Mistakes, value: Any) -> None:
    found = mistakes(put("v", 1), route(value="v", paths={"1": value}), put("x"))
    assert [pointer for pointer, _ in found] == ([] if value == "3" else ["/nodes/1/config/paths/1"])


async def test_a_route_never_goes_by_a_secret(mistakes: Mistakes) -> None:
    assert [pointer for pointer, _ in mistakes(route(value="secret.x", paths={"default": 2}), put("x"))] == [
        "/nodes/0/config/value"
    ]

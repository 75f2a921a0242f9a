"""Moving and deleting: references follow, and the answer says which."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pollex.core.json import Object
from pollex.flow.director.rewrite import Shift, rewritten

Make = Any


def back(position: int, alias: str | None = None) -> Object:
    node: Object = {"position": position, "type": "browser_action", "config": {"action": "back"}}
    return node if alias is None else {**node, "alias": alias}


def node(position: int, kind: str, **config: Any) -> Object:
    return {"position": position, "type": kind, "config": config}


ROUTE = node(
    1,
    "route",
    conditions=[
        {"path": "cart", "operator": "exists", "branch": [2, 3]},
        {"path": "c", "operator": "exists", "branch": 4},
    ],
    default=5,
)
INPUTS = {"inputs": [{"display_name": name, "type": "json"} for name in ("cart", "c", "list")]}


async def test_moving_rewrites_branches_and_defaults(director: Make) -> None:
    work = director(ROUTE, back(2), back(3), back(4), back(5), document=INPUTS)
    data = await work.do("move_node", position=4, to=2)
    assert data["moved"] == [{"from": 4, "to": 2}, {"from": 2, "to": 3}, {"from": 3, "to": 4}]
    [change] = data["rewritten"]
    assert (change["position"], change["property"]) == (1, "conditions")
    assert [each["branch"] for each in change["now"]] == [[3, 4], 2]
    assert work.editor.node(1)["config"]["default"] == 5
    assert data["open"] == []


async def test_moving_rewrites_ways_and_bodies(director: Make) -> None:
    work = director(
        node(1, "route", value="cart", paths={"true": [2, 3], "default": 4}),
        back(2),
        back(3),
        node(4, "iterate", over="list", variable="each", body=5, continueOnError=True),
        back(5),
        document=INPUTS,
    )
    data = await work.do("move_node", position=5, to=3)
    assert work.editor.node(1)["config"]["paths"] == {"true": [2, 4], "default": 5}
    assert work.editor.node(5)["config"]["body"] == 3
    assert [(each["position"], each["property"]) for each in data["rewritten"]] == [(1, "paths"), (5, "body")]


async def test_a_move_that_breaks_a_reference_is_refused(director: Make) -> None:
    work = director(back(1, "first"), node(2, "show", value="{{first}}"))
    fault = await work.refused("move_node", position=1, to=9)
    assert fault.pointer == "/to"
    assert fault.message == "It cannot stand at 9: Node 2: 'first' is made by node 9, which runs later."


async def test_a_move_to_where_it_stands_changes_nothing(director: Make) -> None:
    work = director(back(1), back(2))
    assert await work.do("move_node", position=2, to=2) == {"moved": [], "rewritten": [], "open": []}


@pytest.mark.parametrize(
    ("given", "moved", "mover", "expected"),
    [
        ("2-4", {5: 1, 1: 2, 2: 3, 3: 4, 4: 5}, 5, "3-5"),
        ([2, 4], {5: 1, 1: 2, 2: 3, 3: 4, 4: 5}, 5, [3, 5]),
        ("2-4", {4: 9}, 4, "2-3"),
        ("2-4", {2: 9}, 2, "3-4"),
        ("2-4", {2: 3, 3: 4, 4: 5, 5: 6}, 2, "3-5"),
        ("2-20", {5: 9}, 5, "2-20"),
    ],
    ids=["shifted", "as a pair", "the last leaves", "the first leaves", "the first stays beside", "an open end stays"],
)
def test_a_range_keeps_its_members(given: Any, moved: dict[int, int], mover: int, expected: Any) -> None:
    nodes = [back(1), back(2), back(3), back(4), back(5), node(30, "group", nodeRange=given)]
    made, _ = rewritten(nodes, Shift(moved, mover=mover))
    assert made[-1]["config"]["nodeRange"] == expected


async def test_deleting_takes_the_position_out_of_lists(director: Make) -> None:
    work = director(ROUTE, back(2), back(3), back(4), back(5), document=INPUTS)
    data = await work.do("delete_node", position=3)
    assert data["deleted"] == [3]
    assert work.editor.node(1)["config"]["conditions"][0]["branch"] == [2]
    assert data["open"] == []


async def test_deleting_a_default_takes_it_out(director: Make) -> None:
    work = director(ROUTE, back(2), back(3), back(4), back(5), document=INPUTS)
    data = await work.do("delete_node", position=5)
    assert data["rewritten"] == [{"position": 1, "property": "default", "was": 5, "now": None}]


async def test_a_body_that_is_deleted_stays_open(director: Make) -> None:
    loop = node(1, "iterate", over="list", variable="each", body=2)
    data = await director(loop, back(2), document=INPUTS).do("delete_node", position=2)
    assert [(each["pointer"], each["message"]) for each in data["open"]] == [
        ("/config/body", "There is no node at position 2.")
    ]


async def test_deleting_shrinks_a_range(director: Make) -> None:
    work = director(node(1, "group", nodeRange="2-4"), back(2), back(3), back(4))
    await work.do("delete_node", position=4)
    assert work.editor.node(1)["config"]["nodeRange"] == "2-3"


async def test_a_node_whose_result_is_used_is_not_deleted(director: Make) -> None:
    work = director(back(1, "first"), node(2, "show", value="{{first}}"), node(3, "show", value="a {{first}}"))
    fault = await work.refused("delete_node", position=1)
    assert (fault.code, fault.pointer, fault.retry) == ("conflict", "/position", True)
    assert [issue.message for issue in fault.issues] == [
        "Node 2: Nothing is named 'first'.",
        "Node 3: Nothing is named 'first'.",
    ]


async def test_force_deletes_it_and_tells_who_used_it(director: Make) -> None:
    work = director(back(1, "first"), node(2, "show", value="{{first}}"))
    data = await work.do("delete_node", position=1, force=True)
    assert [(each["position"], each["message"]) for each in data["open"]] == [(2, "Nothing is named 'first'.")]
    assert [each["position"] for each in work.editor.nodes] == [2]


async def test_a_loop_is_deleted_with_its_body(director: Make) -> None:
    work = director(
        node(1, "iterate", over="list", variable="each", body=[2, 3]),
        node(2, "iterate", over="list", variable="inner", body=4),
        node(3, "show", value="{{each}}"),
        node(4, "show", value="{{inner}}"),
        back(5),
        document=INPUTS,
    )
    assert (await work.refused("delete_node", position=1)).code == "conflict"
    data = await work.do("delete_node", position=1, owned=True)
    assert data["deleted"] == [1, 2, 3, 4]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.tuples(st.integers(1, 12), st.integers(0, 14)), max_size=6))
async def test_after_any_moves_owners_run_the_same_nodes(director: Make, moves: list[tuple[int, int]]) -> None:
    names = [f"n{position}" for position in range(1, 11)]
    work = director(
        {**node(1, "iterate", over="list", variable="each", body=[2, 4]), "alias": "n1"},
        *(back(position, f"n{position}") for position in (2, 3, 4)),
        {**node(5, "route", value="cart", paths={"a": 6, "b": [7, 8], "default": [9]}), "alias": "n5"},
        *(back(position, f"n{position}") for position in range(6, 11)),
        document=INPUTS,
    )
    for position, to in moves:
        await work.call("move_node", {"position": position, "to": to})
    called = {each["position"]: each["alias"] for each in work.editor.nodes}
    by_alias = {each["alias"]: each["config"] for each in work.editor.nodes}
    assert sorted(by_alias) == sorted(names)
    assert [called[position] for position in by_alias["n1"]["body"]] == ["n2", "n4"]
    ways = {key: value if isinstance(value, list) else [value] for key, value in by_alias["n5"]["paths"].items()}
    assert {key: [called[position] for position in value] for key, value in ways.items()} == {
        "a": ["n6"],
        "b": ["n7", "n8"],
        "default": ["n9"],
    }

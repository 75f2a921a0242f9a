"""Which of two nodes of a run comes first, by their paths."""

from collections.abc import Callable
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.flow.path_order import comes_before
from pollex.flow.workflow import Workflow

Document = Callable[..., Object]


def put(key: str, value: Any = 1, **node: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}, **node}


@pytest.fixture
def workflow(document: Document) -> Workflow:
    """A loop over 4 and then 3, a route to 6, a group of 8 and 9, and at the end 10."""
    nodes = (
        put("list", [1]),
        {"type": "iterate", "config": {"over": "list", "variable": "n", "body": [4, 3]}},
        put("a"),
        put("b"),
        {"type": "route", "config": {"value": "list", "paths": {"default": 6}}},
        put("c"),
        {"type": "group", "config": {"nodeRange": [8, 9]}},
        put("d"),
        put("e"),
        put("f"),
    )
    return Workflow.from_json(document(*nodes))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("/1", "/2"),
        ("/2", "/10"),
        ("/5", "/10"),
        ("/2[0]/4", "/2[0]/3"),
        ("/2[0]/3", "/2[1]/4"),
        ("/2[9]/3", "/2[10]/4"),
        ("/2[3]/3", "/5"),
        ("/1", "/2[0]/4"),
        ("/5/6", "/7"),
        ("/7/8", "/7/9"),
    ],
)
def test_before_and_not_after(workflow: Workflow, first: str, second: str) -> None:
    assert (comes_before(workflow, first, second), comes_before(workflow, second, first)) == (True, False)


@pytest.mark.parametrize(("inside", "owner"), [("/2[0]/4", "/2"), ("/5/6", "/5"), ("/7/8", "/7")])
def test_an_owner_is_neither_before_nor_after_what_it_runs(workflow: Workflow, inside: str, owner: str) -> None:
    assert (comes_before(workflow, inside, owner), comes_before(workflow, owner, inside)) == (False, False)


def test_a_node_is_not_before_itself(workflow: Workflow) -> None:
    assert not comes_before(workflow, "/5", "/5")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("", "invalid_input"),
        ("/", "invalid_input"),
        ("2", "invalid_input"),
        ("/x", "invalid_input"),
        ("/2[", "invalid_input"),
        ("//2", "invalid_input"),
        ("/99", "not_found"),
        ("/3", "not_found"),
        ("/2[0]/99", "not_found"),
    ],
)
def test_what_is_no_path_of_a_node(workflow: Workflow, path: str, code: str) -> None:
    with pytest.raises(Fault) as caught:
        comes_before(workflow, path, "/10")
    assert caught.value.code == code

"""Nodes are added behind others and moved there, into bodies, ways and ranges; each is one edit that can be undone."""

from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.flow.director import WorkflowEditor
from pollex.flow.director.draft import tree
from pollex.flow.director.placement import NodePlace, add_node, place_node

Make = Any
BACK: Object = {"type": "browser_action", "config": {"action": "back"}}


def node(position: int, kind: str, alias: str, /, **config: Any) -> Object:
    return {"position": position, "type": kind, "alias": alias, "config": config}


def back(position: int, alias: str) -> Object:
    return node(position, "browser_action", alias, action="back")


LOOP = (
    back(1, "a"),
    node(2, "iterate", "each", over="list", variable="row", body=[3, 4]),
    node(3, "context", "b", operation="set", key="k", value="{{row}}"),
    back(4, "c"),
    back(5, "d"),
)
GROUP = (node(1, "group", "all", nodeRange="2-3"), back(2, "a"), back(3, "b"), back(4, "c"))
INPUTS: Object = {"inputs": [{"display_name": "list", "type": "json"}]}


def order(editor: WorkflowEditor) -> Any:
    """The aliases as a run meets them, those that a node runs in a list behind it."""
    found = tree(editor.document)
    names = {entry.position: entry.alias or "new" for entry in found.entries.values()}

    def shown(members: Any) -> list[Any]:
        made: list[Any] = []
        for member in members:
            made.append(names[member])
            made += [shown(claim.members) for claim in found.claims.get(member, ())]
        return made

    return shown(found.top)


@pytest.mark.parametrize(
    ("nodes", "place", "expected"),
    [
        (LOOP, None, ["a", "each", ["b", "c"], "d", "new"]),
        (LOOP, NodePlace(), ["new", "a", "each", ["b", "c"], "d"]),
        (LOOP, NodePlace(after=1), ["a", "new", "each", ["b", "c"], "d"]),
        (LOOP, NodePlace(after=2), ["a", "each", ["b", "c"], "new", "d"]),
        (LOOP, NodePlace(after=3), ["a", "each", ["b", "new", "c"], "d"]),
        (LOOP, NodePlace(into=2), ["a", "each", ["new", "b", "c"], "d"]),
        (GROUP, NodePlace(after=1), ["all", ["a", "b"], "new", "c"]),
        (GROUP, NodePlace(after=2), ["all", ["a", "new", "b"], "c"]),
        (GROUP, NodePlace(after=3), ["all", ["a", "b", "new"], "c"]),
        (GROUP, NodePlace(into=1), ["all", ["new", "a", "b"], "c"]),
    ],
)
def test_a_node_is_added_where_it_was_asked_for(
    director: Make, nodes: Any, place: NodePlace | None, expected: Any
) -> None:
    editor = director(*nodes, document=INPUTS).editor
    before = editor.document
    add_node(editor, BACK, place)
    assert order(editor) == expected
    editor.undo()
    assert editor.document == before
    editor.redo()
    assert order(editor) == expected


@pytest.mark.parametrize(
    ("nodes", "position", "place", "expected"),
    [
        (LOOP, 5, NodePlace(), ["d", "a", "each", ["b", "c"]]),
        (LOOP, 1, NodePlace(after=3), ["each", ["b", "a", "c"], "d"]),
        (LOOP, 4, NodePlace(into=2), ["a", "each", ["c", "b"], "d"]),
        (LOOP, 4, NodePlace(after=5), ["a", "each", ["b"], "d", "c"]),
        (GROUP, 2, NodePlace(after=4), ["all", ["b"], "c", "a"]),
        (GROUP, 4, NodePlace(after=2), ["all", ["a", "c", "b"]]),
        (GROUP, 2, NodePlace(after=3), ["all", ["b", "a"], "c"]),
    ],
)
def test_a_node_is_moved_in_and_out(director: Make, nodes: Any, position: int, place: NodePlace, expected: Any) -> None:
    editor = director(*nodes, document=INPUTS).editor
    place_node(editor, position, place)
    assert order(editor) == expected


@pytest.mark.parametrize(
    ("position", "place", "code"),
    [(2, NodePlace(after=3), "conflict"), (3, NodePlace(after=5), "invalid_input"), (9, NodePlace(), "not_found")],
    ids=["into itself", "away from its variable", "no such node"],
)
def test_what_would_break_is_refused(director: Make, position: int, place: NodePlace, code: str) -> None:
    editor = director(*LOOP, document=INPUTS).editor
    before = editor.document
    with pytest.raises(Fault) as raised:
        place_node(editor, position, place)
    assert raised.value.code == code
    assert editor.document is before


def test_the_only_node_of_a_loop_stays(director: Make) -> None:
    nodes = (node(1, "iterate", "each", over="list", variable="row", body=2), back(2, "a"), back(3, "b"))
    editor = director(*nodes, document=INPUTS).editor
    with pytest.raises(Fault, match="runs nothing else"):
        place_node(editor, 2, NodePlace(after=3))


@pytest.mark.parametrize(
    "config", [{"type": "iterate", "config": {"over": "list", "variable": "row"}}, {"type": "group", "config": {}}]
)
def test_a_new_loop_is_open_until_a_node_is_put_into_it(director: Make, config: Object) -> None:
    editor = director(back(1, "a"), document=INPUTS).editor
    draft, stands = add_node(editor, config)
    assert (len(draft.open), stands) == (1, 2)
    draft, _ = add_node(editor, BACK, NodePlace(into=stands))
    assert draft.open == ()
    assert order(editor) == ["a", "new", ["new"]]


def test_mistakes_point_into_the_node(director: Make) -> None:
    editor = director(document=INPUTS).editor
    with pytest.raises(Fault) as raised:
        add_node(editor, {"type": "browser_action", "config": {"action": "fly", "urk": 1}}, NodePlace())
    assert [issue.pointer for issue in raised.value.issues] == ["/node/config/action", "/node/config/urk"]


def test_there_is_nothing_to_undo_at_first(director: Make) -> None:
    editor = director().editor
    for step in (editor.undo, editor.redo):
        with pytest.raises(Fault) as raised:
            step()
        assert raised.value.code == "conflict"

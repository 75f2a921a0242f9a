"""What differs between two versions of a workflow."""

from pollex.core.json import Object
from pollex.flow.revision.difference import workflow_difference


def version(*nodes: Object) -> Object:
    return {"name": "Search", "nodes": list(nodes)}


def press(position: int) -> Object:
    return {"position": position, "type": "browser_action", "config": {"action": "keypress", "key": "Enter"}}


def shown(position: int, value: str) -> Object:
    return {"position": position, "type": "show", "alias": "end", "config": {"value": value}}


def told(before: Object, after: Object) -> list[tuple[str, str]]:
    return [(each["name"], each["did"]) for each in workflow_difference(before, after)]


def test_nodes_that_do_the_same_are_told_apart_by_their_place() -> None:
    before = version(press(1), shown(2, "x"), press(3), press(4))
    assert told(before, version(press(1), press(3), press(4))) == [("Node 2 (end)", "removed")]


def test_of_nodes_that_do_the_same_only_one_has_moved() -> None:
    assert told(version(press(1), press(2)), version(press(1), press(5))) == [("Node 5", "moved")]


def test_one_of_three_that_do_the_same_is_removed() -> None:
    assert told(version(press(1), press(2), press(3)), version(press(1), press(3))) == [("Node 2", "removed")]


def test_a_changed_node_is_found_by_its_alias() -> None:
    assert told(version(shown(1, "x")), version(press(1), shown(2, "y"))) == [
        ("Node 1", "added"),
        ("Node 2 (end)", "changed"),
    ]

"""A workflow as data to draw: what the SVG has, in the same places, and how one gets from box to box."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from pollex.core.json import Object
from pollex.flow.show.drawing import drawing
from pollex.flow.workflow import Workflow

from .conftest import LOOP, SHARED, node

NAME = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", ["loop", "groups", "shared", "breakout", "forty", "empty"])
def test_it_is_the_picture_of_the_svg_moved(workflows: dict[str, Workflow], name: str) -> None:
    root = ET.fromstring(workflows[name].show("svg"))
    made = drawing(workflows[name].to_json())
    shown = [text["text"] for each in made["nodes"] for text in each["texts"]]
    shown += [each["text"] for each in made["labels"]]
    assert set(shown) <= {each.text for each in root.iter(f"{NAME}text")}
    paths = len([each for each in root.iter(f"{NAME}path") if each.get("fill") == "none"])
    assert len(made["edges"]) == paths


def by_id(made: Object) -> dict[str, Any]:
    return {each["id"]: each for each in made["nodes"]}


def test_boxes_lie_inside_their_owners_and_the_picture() -> None:
    made = drawing(LOOP)
    boxes = by_id(made)
    for box in boxes.values():
        around = boxes.get(
            box["owner"], {"shape": "frame", "x": 0, "y": 0, **{k: made[k] for k in ("width", "height")}}
        )
        if around["shape"] != "frame":
            continue
        assert around["x"] < box["x"] < box["x"] + box["width"] < around["x"] + around["width"]
        assert around["y"] < box["y"] < box["y"] + box["height"] < around["y"] + around["height"]


def test_links_follow_the_order_of_a_run() -> None:
    boxes = by_id(drawing(LOOP))
    assert {each: box["next"] for each, box in boxes.items()} == {
        "n1": ["n2"],
        "n2": ["n3"],
        "n3": ["n4"],
        "n4": ["n5", "n7", "n8"],
        "n5": ["n6"],
        "n6": ["n8"],
        "n7": ["n8"],
        "n8": ["n9"],
        "n9": [],
    }
    assert {each: box["owner"] for each, box in boxes.items() if box["owner"]} == {
        "n3": "n2", "n4": "n2", "n5": "n4", "n6": "n4", "n7": "n4", "n8": "n2",
    }  # fmt: skip


def test_a_node_on_two_ways_has_two_boxes() -> None:
    made = drawing(SHARED)
    assert [each["id"] for each in made["nodes"]] == ["n1", "n2", "n3", "n5", "n4", "n5x2"]


def test_a_draft_that_cannot_run_has_a_picture() -> None:
    nodes = [
        node(1, "iterate", "each", over="rows", variable="row", body=7),
        node(2, "nothing_like_this"),
        node(3, "route", "which", conditions=[{"operator": "equals"}]),
        node(4, "route", value="{{x}}", paths={}),
    ]
    made = drawing({"name": "Draft", "nodes": nodes})
    assert [(each["id"], each["shape"]) for each in made["nodes"]] == [
        ("n1", "frame"),
        ("n3", "diamond"),
        ("n4", "diamond"),
    ]

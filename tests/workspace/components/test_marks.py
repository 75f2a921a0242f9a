"""Commands, children and addresses are found in props by their marks."""

import pytest

from pollex.core.json import Object
from pollex.workspace.components import (
    CATALOGUE,
    ComponentType,
    check_links,
    child_props,
    command_props,
    component_type,
)

BATCH = [{"op": "window.close", "params": {"id": "{{windowId}}"}}]
PIXEL = "data:image/png;base64,iVBORw0KGgo="


@pytest.mark.parametrize(
    ("name", "props", "paths"),
    [
        ("button", {"label": "Go", "command": BATCH}, [("command",)]),
        ("links", {"items": [], "command": BATCH}, [("command",)]),
        ("form", {"schema": {}, "command": BATCH, "cancelCommand": BATCH}, [("command",), ("cancelCommand",)]),
        (
            "table",
            {"rows": [{"command": 1}], "actions": [{"label": "x", "command": BATCH}]},
            [("actions", 0, "command")],
        ),
        ("text", {"text": "x"}, []),
    ],
)
def test_commands_are_found(name: str, props: Object, paths: list[tuple[str | int, ...]]) -> None:
    assert command_props(component_type(name), props) == [(path, BATCH) for path in paths]


def test_children_are_found() -> None:
    tabs = {"tabs": [{"label": "A", "children": ["x", "y"]}, {"label": "B", "children": ["z"]}]}
    assert child_props(CATALOGUE["tabs"], tabs) == [
        (("tabs", 0, "children", 0), "x"),
        (("tabs", 0, "children", 1), "y"),
        (("tabs", 1, "children", 0), "z"),
    ]


def test_each_address_is_judged_where_it_stands() -> None:
    items = ["text", {"title": "a", "href": "ftp://x"}, {"title": "b", "image": "https://x/y.png"}, {"title": "c"}]
    assert [issue.pointer for issue in check_links(CATALOGUE["list"], {"items": items})] == [
        "/items/1/href",
        "/items/2/image",
    ]


def test_allowed_addresses_have_no_issues() -> None:
    item = {"title": "a", "href": "mailto:ann@example.com", "image": PIXEL}
    assert check_links(CATALOGUE["list"], {"items": [item]}) == []
    assert check_links(CATALOGUE["file"], {"src": "/api/files/a.csv", "name": "a.csv"}) == []


def test_a_file_is_no_data_address() -> None:
    assert [issue.pointer for issue in check_links(CATALOGUE["file"], {"src": PIXEL, "name": "a"})] == ["/src"]


def test_marks_are_found_behind_references() -> None:
    page = {
        "type": "object",
        "properties": {
            "href": {"type": "string", "x-pollex": "link"},
            "below": {"type": "array", "items": {"$ref": "#/$defs/Page"}},
        },
    }
    pages = {"pages": {"type": "array", "items": {"$ref": "#/$defs/Page"}}}
    kind = ComponentType("site", "Site", "Pages.", pages, {}, definitions={"Page": page})
    props = {"pages": [{"href": "#", "below": [{"href": "x:1"}, {"below": [{"href": "x:2"}]}]}]}
    assert [issue.pointer for issue in check_links(kind, props)] == [
        "/pages/0/below/0/href",
        "/pages/0/below/1/below/0/href",
    ]

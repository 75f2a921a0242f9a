"""Mistakes in props that a schema cannot express."""

from typing import Any

import pytest

from pollex.workspace.components import check_props, component_type


def mistakes(name: str, props: Any) -> dict[str, str]:
    return {issue.pointer: issue.message for issue in check_props(component_type(name), props).issues}


ONE = [{"y": [1, 2]}]


@pytest.mark.parametrize(
    ("props", "wrong"),
    [
        ({"kind": "bar", "x": ["a"], "series": ONE}, {"/series/0/y": "y has 2 values, and x has 1."}),
        ({"kind": "bar", "series": ONE}, {"/x": "The chart has no x."}),
        ({"kind": "bar", "series": ONE, "bind": {"x": {"scope": "window", "key": "x"}}}, {}),
        ({"kind": "scatter", "x": ["a", 2], "series": ONE}, {"/x": "In a scatter chart x holds numbers."}),
        ({"kind": "scatter", "series": [{"x": [0, 1], "y": [1, None]}]}, {}),
        ({"kind": "pie", "x": ["a", "b"], "series": ONE * 2}, {"/series": "A pie shows one series, and there are 2."}),
    ],
)
def test_chart(props: Any, wrong: dict[str, str]) -> None:
    assert mistakes("chart", props) == wrong


def test_an_edge_leads_to_nodes_that_exist() -> None:
    graph = {"nodes": [{"id": "build"}], "edges": [{"from": "build", "to": "biuld"}]}
    issue = check_props(component_type("graph"), graph).issues[0]
    assert (issue.pointer, issue.hint) == ("/edges/0/to", "Did you mean 'build'?")


@pytest.mark.parametrize(
    ("props", "wrong"),
    [
        ({"kind": "select"}, {"/options": "A field of kind 'select' needs options."}),
        ({"kind": "select", "options": ["a", {"value": "b"}]}, {}),
        ({"kind": "select", "bind": {"options": {"scope": "window", "key": "o"}}}, {}),
        ({"kind": "number", "value": 3}, {}),
        ({"kind": "number", "value": True}, {"/value": "The value of a field of kind 'number' is of type number."}),
        ({"kind": "checkbox", "value": True}, {}),
        ({"value": "x"}, {}),
    ],
)
def test_field(props: Any, wrong: dict[str, str]) -> None:
    assert mistakes("field", {"label": "Name", **props}) == wrong


@pytest.mark.parametrize(
    ("schema", "wrong"),
    [
        ({"type": "object", "properties": {"a": {"type": "string"}}}, []),
        ({"type": "string"}, ["/schema"]),
        ({"type": "object"}, ["/schema"]),
        ({"type": "object", "properties": {"a": {"type": "text"}}}, ["/schema/properties/a/type"]),
        (
            {"type": "object", "properties": {"pin": {"type": "string", "format": "password"}}},
            ["/schema/properties/pin/format"],
        ),
        ({"type": "object", "properties": {"a": {"$ref": "https://example.com/a"}}}, ["/schema/properties/a/$ref"]),
    ],
)
def test_form(schema: Any, wrong: list[str]) -> None:
    assert list(mistakes("form", {"schema": schema})) == wrong


def test_cells_of_a_link_column_are_judged() -> None:
    columns = [{"key": "page", "type": "link"}]
    rows = [{"page": "https://example.com"}, {"page": "javascript:alert(1)"}, {"page": 3}, {}, {"page": None}]
    assert list(mistakes("table", {"columns": columns, "rows": rows})) == ["/rows/1/page", "/rows/2/page"]

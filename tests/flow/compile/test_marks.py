"""Of what a run read in the rows of a list the workflow has marks, by which another layout is read, and no values."""

from collections.abc import Callable

import pytest

from pollex.core.json import Object, dumps
from pollex.flow.compile import Compiled
from pollex.text.mark import mark_of

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
TEXT: Object = {"type": "string"}
ROW: Object = {"type": "object", "properties": {"payee": TEXT, "amount": TEXT}, "required": ["payee", "amount"]}
ROWS = [
    {"payee": "Rail", "amount": "€5.00"},
    {"payee": "Rail", "amount": "€7.00"},
    {"payee": "Rail", "amount": "€7.00"},
]


@pytest.mark.parametrize(
    "schema",
    [
        ROW,
        {"type": "array", "items": ROW},
        {"type": "object", "properties": {"rows": {"type": "array", "items": ROW}}, "required": ["rows"]},
    ],
)
def test_values_of_several_rows_are_marks_of_their_field(schema: Object, did: Did, compiled: Compile) -> None:
    read = did("page.collect", {"instruction": "payments", "schema": schema}, {"rows": ROWS, "pages": 1})
    most = did("aggregate", {"rows": ROWS, "what": "most", "by": "amount"}, {"value": ROWS[1], "rows": []})
    made = compiled("What is the most that Rail got?", read, most, values={"amount": "€7.00"})
    [node] = [each for each in made.document["nodes"] if each["config"].get("tool") == "page.collect"]
    found = node["config"]["args"]["schema"]
    while "amount" not in found.get("properties", {}):
        found = found.get("items") or found["properties"]["rows"]
    assert found["properties"] == {
        "payee": {**TEXT, "marks": [mark_of("Rail")]},
        "amount": {**TEXT, "marks": [mark_of("€5.00"), mark_of("€7.00")]},
    }
    assert "€5.00" not in dumps(made.document)


def test_a_value_that_is_an_input_follows_it(did: Did, compiled: Compile) -> None:
    rows = [{"payee": "City Gym", "amount": "€5.00"}] * 2
    typed = did("page.type", {"index": 1, "text": "City Gym"}, element={"role": "searchbox", "name": "Search"})
    read = did("page.collect", {"instruction": "payments", "schema": ROW}, {"rows": rows, "pages": 1})
    most = did("aggregate", {"rows": rows, "what": "count"}, {"value": 2, "rows": []})
    made = compiled("How often did I pay City Gym?", typed, read, most, values={"count": 2})
    [node] = [each for each in made.document["nodes"] if each["config"].get("tool") == "page.collect"]
    fields = node["config"]["args"]["schema"]["properties"]
    assert fields["payee"]["marks"] == ["{{query}}"]
    assert fields["amount"]["marks"] == [mark_of("€5.00")]

"""Closing: no unknown keys where properties are listed, whatever the schema is put together from."""

from typing import Any

import pytest

from pollex.core.schema import Schema

PERSON = {"properties": {"name": {"type": "string"}}}
AGED = {"properties": {"age": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("document", "good", "bad"),
    [
        (PERSON, {"name": "A"}, {"name": "A", "age": 1}),
        ({**PERSON, "additionalProperties": True}, {"name": "A", "age": 1}, {"name": 1}),
        ({"items": PERSON}, [{"name": "A"}], [{"x": 1}]),
        ({"allOf": [PERSON, AGED]}, {"name": "A", "age": 1}, {"name": "A", "x": 1}),
        ({**PERSON, "allOf": [AGED]}, {"name": "A", "age": 1}, {"x": 1}),
        ({"anyOf": [PERSON, AGED]}, {"age": 1}, {"x": 1}),
        ({**PERSON, "anyOf": [AGED, True]}, {"name": "A", "age": 1}, {"x": 1}),
        ({"$ref": "#/$defs/p", "$defs": {"p": PERSON}}, {"name": "A"}, {"x": 1}),
        ({**AGED, "$ref": "#/$defs/p", "$defs": {"p": PERSON}}, {"name": "A", "age": 1}, {"x": 1}),
        ({"allOf": [{"$ref": "#/$defs/p"}, AGED], "$defs": {"p": PERSON}}, {"name": "A", "age": 1}, {"x": 1}),
        (
            {"properties": {"a": {"$ref": "#/$defs/p"}}, "allOf": [{"$ref": "#/$defs/p"}], "$defs": {"p": PERSON}},
            {"name": "A", "a": {"name": "B"}},
            {"name": "A", "a": {"name": "B", "x": 1}},
        ),
        ({**PERSON, "patternProperties": {"^x-": {}}}, {"name": "A", "x-1": 1}, {"y": 1}),
        ({"properties": {"child": {"$ref": "#"}}}, {"child": {"child": {}}}, {"child": {"x": 1}}),
        ({"type": "object"}, {"anything": 1}, 5),
        ({**PERSON, "if": {"required": ["name"]}, "then": AGED}, {"name": "A", "age": 1}, {"x": 1}),
        ({"not": PERSON}, {"name": 1}, {"name": "A"}),
    ],
)
def test_closed(document: Any, good: Any, bad: Any) -> None:
    schema = Schema(document)
    assert schema.check(good, repair=False).issues == ()
    assert schema.check(bad, repair=False).issues


def test_outputs_are_not_closed() -> None:
    assert Schema(PERSON).issues({"name": "A", "age": 1}) == ()
    assert [issue.pointer for issue in Schema(PERSON).issues({"name": 1})] == ["/name"]

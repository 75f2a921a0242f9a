from typing import Any

import pytest

from pollex.core.dialect.merge import flatten
from pollex.core.dialect.refs import References
from pollex.core.dialect.walk import unmarked


def merged(*parts: Any) -> tuple[Any, list[str]]:
    dropped: list[str] = []
    refs = References({"allOf": list(parts)})
    return unmarked(flatten(refs.document, refs, dropped)), dropped


@pytest.mark.parametrize(
    ("left", "right", "both"),
    [
        ({"minimum": 1}, {"minimum": 3}, {"minimum": 3}),
        ({"maxLength": 9}, {"maxLength": 4}, {"maxLength": 4}),
        ({"type": "number"}, {"type": "integer"}, {"type": "integer"}),
        ({"type": ["string", "null"]}, {"type": ["null", "integer"]}, {"type": "null"}),
        ({"type": "string"}, {"type": "integer"}, False),
        ({"enum": [1, 2, 3]}, {"enum": [3, True, 2]}, {"enum": [2, 3]}),
        ({"const": "a"}, {"enum": ["a", "b"]}, {"enum": ["a"]}),
        ({"const": "a"}, {"const": "b"}, False),
        ({"multipleOf": 2}, {"multipleOf": 6}, {"multipleOf": 6}),
        ({"required": ["a"]}, {"required": ["b", "a"]}, {"required": ["a", "b"]}),
        ({"uniqueItems": False}, {"uniqueItems": True}, {"uniqueItems": True}),
        ({"title": "left"}, {"title": "right"}, {"title": "left"}),
        (
            {"properties": {"a": {"minimum": 1}}},
            {"properties": {"a": {"maximum": 2}, "b": {}}},
            {"properties": {"a": {"allOf": [{"minimum": 1}, {"maximum": 2}]}, "b": {}}},
        ),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"properties": {"a": {}, "b": {}}},
            {"properties": {"a": {"allOf": [{}, {}]}, "b": False}, "additionalProperties": False},
        ),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"properties": {"b": {}}, "required": ["b"]},
            False,
        ),
        ({"prefixItems": [{"minimum": 1}]}, {"items": {"maximum": 2}}, {
            "prefixItems": [{"allOf": [{"minimum": 1}, {"maximum": 2}]}], "items": {"maximum": 2}
        }),
        (True, {"type": "string"}, {"type": "string"}),
        (False, {"type": "string"}, False),
    ],
)  # fmt: skip
def test_two_schemas_that_hold_at_once_become_one(left: Any, right: Any, both: Any) -> None:
    assert merged(left, right) == (both, [])


def test_what_cannot_be_joined_is_left_out_and_named() -> None:
    assert merged({"pattern": "^a"}, {"pattern": "z$"}) == ({"pattern": "^a"}, ["pattern"])


def test_lone_reference_stays_one() -> None:
    refs = References({"allOf": [{"$ref": "#/$defs/a"}], "description": "A", "$defs": {"a": {"type": "string"}}})
    flat = unmarked(flatten(refs.document, refs, []))

    assert (flat["$ref"], flat["description"]) == ("#/$defs/a", "A")

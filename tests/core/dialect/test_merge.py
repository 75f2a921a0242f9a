from typing import Any

import pytest

from pollex.core.dialect.document import MARKS, Document, without
from pollex.core.dialect.merge import Unmergeable
from pollex.core.dialect.normal import Normalizer


def merged(*parts: Any) -> Any:
    document = Document({"allOf": list(parts)})
    return without(Normalizer(document).options(document.root), MARKS)


@pytest.mark.parametrize(
    ("left", "right", "both"),
    [
        ({"minimum": 1}, {"minimum": 3}, {"minimum": 3}),
        ({"maxLength": 9}, {"maxLength": 4}, {"maxLength": 4}),
        ({"type": "number"}, {"type": "integer"}, {"type": "integer"}),
        ({"type": ["string", "null"]}, {"type": ["null", "integer"]}, {"type": "null"}),
        ({"type": "string"}, {"type": "integer"}, None),
        ({"enum": [1, 2, 3]}, {"enum": [3, True, 2]}, {"type": "number", "enum": [2, 3]}),
        ({"const": "a"}, {"enum": ["a", "b"]}, {"type": "string", "enum": ["a"]}),
        ({"const": "a"}, {"const": "b"}, None),
        ({"required": ["a"]}, {"required": ["b", "a"]}, {"required": ["a", "b"]}),
        ({"uniqueItems": False}, {"uniqueItems": True}, {"uniqueItems": True}),
        (
            {"properties": {"a": {"minimum": 1}}},
            {"properties": {"a": {"maximum": 2}, "b": {}}},
            {"properties": {"a": {"minimum": 1, "maximum": 2}, "b": {}}},
        ),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"properties": {"a": {}, "b": {}}},
            {"properties": {"a": {}, "b": False}, "additionalProperties": False},
        ),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"properties": {"b": {}}, "required": ["b"]},
            None,
        ),
        (True, {"type": "string"}, {"type": "string"}),
        (False, {"type": "string"}, None),
    ],
)
def test_two_schemas_that_hold_at_once_become_one(left: Any, right: Any, both: Any) -> None:
    assert merged(left, right) == ([] if both is None else [both])


def test_what_cannot_be_joined_is_said() -> None:
    with pytest.raises(Unmergeable, match="Two values of pattern"):
        merged({"pattern": "^a"}, {"pattern": "z$"})


def test_unions_that_hold_at_once_become_the_alternatives_that_can_fit() -> None:
    left = {"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 1}]}
    right = {"oneOf": [{"type": "integer", "maximum": 9}, {"type": "boolean"}]}

    assert merged(left, right) == [{"type": "integer", "minimum": 1, "maximum": 9}]


def test_condition_becomes_alternatives() -> None:
    condition = {
        "if": {"properties": {"kind": {"const": "file"}}, "required": ["kind"]},
        "then": {"required": ["path"]},
        "else": {"required": ["url"]},
    }

    assert merged({"type": "object"}, condition) == [
        {"type": "object", "properties": {"kind": {"const": "file"}}, "required": ["kind", "path"]},
        {"type": "object", "required": ["url"]},
    ]


def test_lone_reference_stays_one() -> None:
    document = Document({"allOf": [{"$ref": "#/$defs/a"}], "description": "A", "$defs": {"a": {"type": "string"}}})
    (option,) = Normalizer(document).options(document.root)

    assert (option["$ref"], option["description"]) == ("#/$defs/a", "A")

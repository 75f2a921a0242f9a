from typing import Any

import pytest

from pollex.core.dialect import Loss, render

STRING = {"type": "string"}


def test_alternatives_are_united_into_one_object() -> None:
    city = {"type": "object", "properties": {"city": STRING, "unit": STRING}, "required": ["city", "unit"]}
    point = {"type": "object", "properties": {"lat": {"type": "number"}, "unit": STRING}, "required": ["lat", "unit"]}
    rendering = render({"oneOf": [city, point]}, "openai")

    assert rendering.schema == {
        "type": "object",
        "properties": {"city": STRING, "unit": STRING, "lat": {"type": "number"}},
        "required": ["unit"],
        "description": "Give the keys of one alternative: city, unit; or lat, unit.",
    }
    assert rendering.losses == (
        Loss("/oneOf", "oneOf", "The alternatives are united: which keys belong together is not said.", "widened"),
    )


def test_one_name_of_two_types_becomes_a_union_below_the_root() -> None:
    number = {"type": "object", "properties": {"v": {"type": "number"}}}
    text = {"type": "object", "properties": {"v": STRING}}

    assert render({"anyOf": [number, text]}, "openai").schema["properties"] == {
        "v": {"anyOf": [{"type": "number"}, STRING]}
    }


def test_reference_at_the_root_is_written_out() -> None:
    schema = {"$ref": "#/$defs/Args", "$defs": {"Args": {"type": "object", "properties": {"a": STRING}}}}

    assert render(schema, "mcp").schema == {"type": "object", "properties": {"a": STRING}}


def test_all_of_at_the_root_is_merged() -> None:
    parts = [{"type": "object", "properties": {name: STRING}, "required": [name]} for name in "ab"]

    assert render({"allOf": parts}, "mcp").schema == {
        "type": "object",
        "properties": {"a": STRING, "b": STRING},
        "required": ["a", "b"],
    }


def test_negation_at_the_root_is_dropped_and_said() -> None:
    schema = {"type": "object", "properties": {"a": STRING}, "not": {"required": ["a"]}}
    rendering = render(schema, "openai")

    assert rendering.schema == {"type": "object", "properties": {"a": STRING}}
    assert [(loss.pointer, loss.kind) for loss in rendering.losses] == [("/not", "widened")]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "array", "items": STRING}, ["a"]),
        (STRING, "null"),
        (True, {"a": [None]}),
        (True, None),
        ({"type": ["object", "null"], "properties": {"a": STRING}}, None),
        ({"enum": [{"a": 1}, {"a": 2}]}, {"a": 2}),
    ],
)
def test_input_that_need_not_be_an_object_travels_in_one(schema: Any, value: Any) -> None:
    for dialect, strict in (
        ("openai", False),
        ("openai", True),
        ("anthropic", True),
        ("google", False),
        ("mcp", False),
    ):
        rendering = render(schema, dialect, strict=strict)
        assert list(rendering.schema["properties"]) == ["value"]
        assert list(rendering.encode(value)) == ["value"]
        assert rendering.decode(rendering.encode(value)) == value


def test_object_without_declared_type_is_one() -> None:
    rendering = render({"properties": {"a": STRING}}, "openai")

    assert rendering.schema == {"properties": {"a": STRING}, "type": "object"}
    assert [loss.kind for loss in rendering.losses] == ["narrowed"]


def test_empty_object_gets_properties_because_openai_wants_them() -> None:
    assert render({"type": "object"}, "openai").schema == {"type": "object", "properties": {}}


def test_keys_of_tagged_alternatives_say_which_they_are_for() -> None:
    options = [
        {"type": "object", "properties": {"op": {"const": op}, **keys}}
        for op, keys in (("open", {"url": STRING}), ("set", {"html": STRING}), ("add", {"html": STRING}), ("stop", {}))
    ]

    assert render({"oneOf": options}, "openai").schema["properties"] == {
        "op": {"enum": ["open", "set", "add", "stop"]},
        "url": {"type": "string", "description": "For open."},
        "html": {"type": "string", "description": "For set, add."},
    }


def test_condition_at_the_root_stays_in_a_plain_dialect() -> None:
    schema = {
        "type": "object",
        "properties": {"a": STRING},
        "if": {"required": ["a"]},
        "then": {"properties": {"b": STRING}},
    }

    assert render(schema, "mcp").schema == schema


def test_conditions_that_cannot_stay_at_the_root_become_alternatives_that_are_united() -> None:
    def when(kind: str, key: str) -> dict[str, Any]:
        return {
            "if": {"properties": {"kind": {"const": kind}}},
            "then": {"properties": {key: STRING}, "required": [key]},
        }

    base = {"type": "object", "properties": {"kind": {"enum": ["file", "page"]}}, "required": ["kind"]}
    rendering = render({**base, "allOf": [when("file", "path"), when("page", "url")]}, "openai", strict=True)

    assert rendering.schema["properties"]["path"] == {"type": ["string", "null"]}
    assert rendering.schema["properties"]["url"] == {"type": ["string", "null"]}
    assert [loss.keyword for loss in rendering.losses] == ["allOf"]


def test_parts_that_cannot_be_joined_travel_in_one_property() -> None:
    parts = [{"type": "object", "patternProperties": {f"^{letter}": STRING}} for letter in "ab"]
    rendering = render({"allOf": parts}, "mcp")

    assert list(rendering.schema["properties"]) == ["value"]
    assert rendering.decode(rendering.encode({"a1": "x"})) == {"a1": "x"}

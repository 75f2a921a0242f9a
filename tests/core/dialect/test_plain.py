from typing import Any

import pytest

from pollex.core.dialect import render
from pollex.core.fault import Fault


def test_rich_schema_stays_as_it_is() -> None:
    schema = {
        "type": "object",
        "properties": {
            "to": {"type": ["string", "array"], "items": {"type": "string"}, "minLength": 1},
            "at": {"type": "array", "prefixItems": [{"type": "number"}], "items": False, "uniqueItems": True},
            "map": {"type": "object", "patternProperties": {"^x-": {"type": "string"}}},
            "n": {"type": "integer", "multipleOf": 3, "default": 6, "title": "N", "examples": [9]},
        },
        "required": ["to"],
        "dependentRequired": {"n": ["map"]},
    }

    for dialect in ("openai", "anthropic", "google", "mcp"):
        rendering = render(schema, dialect)
        assert (rendering.schema, rendering.losses) == (schema, ())


def test_list_without_items_gets_some() -> None:
    rendering = render({"type": "object", "properties": {"a": {"type": "array"}}}, "openai")

    assert rendering.schema["properties"]["a"] == {"type": "array", "items": {}}


def test_one_of_becomes_any_of_because_closing_decides_later_what_fits() -> None:
    schema = {"type": "object", "properties": {"a": {"oneOf": [{"type": "string"}, {"type": "null"}]}}}
    rendering = render(schema, "mcp")

    assert rendering.schema["properties"]["a"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert [loss.kind for loss in rendering.losses] == ["widened"]


def test_one_of_inside_a_negation_is_not_touched() -> None:
    schema = {"type": "object", "properties": {"a": {"not": {"oneOf": [{"type": "string"}, {"minLength": 2}]}}}}

    assert render(schema, "mcp").schema == schema


def test_references_lead_to_local_definitions() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"$ref": "#/properties/a"}}}

    assert render(schema, "openai").schema == {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"$ref": "#/$defs/a"}},
        "$defs": {"a": {"type": "string"}},
    }


def test_google_maps_names_at_every_level_and_leaves_the_keys_of_maps() -> None:
    schema = {
        "type": "object",
        "properties": {
            "o": {"type": "object", "properties": {"a b": {"type": "string"}}, "required": ["a b"]},
            "map": {
                "type": "object",
                "additionalProperties": {"type": "object", "properties": {"2": {"type": "null"}}},
            },
        },
    }
    rendering = render(schema, "google")
    value = {"o": {"a b": "x"}, "map": {"a b": {"2": None}}}

    assert rendering.schema["properties"]["o"] == {
        "type": "object",
        "properties": {"a_b": {"type": "string"}},
        "required": ["a_b"],
    }
    assert rendering.encode(value) == {"o": {"a_b": "x"}, "map": {"a b": {"_2": None}}}
    assert rendering.decode(rendering.encode(value)) == value


def test_google_drops_the_largest_list_limits_when_their_sum_is_too_large() -> None:
    lists = {name: {"type": "array", "items": {}, "maxItems": size} for name, size in (("a", 900), ("b", 100))}
    rendering = render({"type": "object", "properties": lists}, "google")

    assert rendering.schema["properties"] == {
        "a": {"type": "array", "items": {}, "description": "At most 900 items"},
        "b": {"type": "array", "items": {}, "maxItems": 100},
    }
    assert [loss.pointer for loss in rendering.losses] == ["/properties/a/maxItems"]


def test_strict_renders_plain_where_there_is_no_strict_mode() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}

    assert render(schema, "google", strict=True) == render(schema, "google")


def test_unknown_dialect_is_a_fault() -> None:
    with pytest.raises(Fault) as caught:
        render({}, "gemini")
    assert (caught.value.code, caught.value.received) == ("invalid_input", "'gemini'")


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "array", "items": schema}
    return {"type": "object", "properties": {"deep": schema}}


def test_deep_schema_is_rendered() -> None:
    assert render(nested(400), "openai").schema == nested(400)


@pytest.mark.parametrize("levels", [600, 100_000])
def test_schema_deeper_than_the_limit_is_a_fault(levels: int) -> None:
    with pytest.raises(Fault) as caught:
        render(nested(levels), "openai")
    assert caught.value.code == "limit"


def test_schema_that_would_grow_without_bound_is_a_fault() -> None:
    definitions: dict[str, Any] = {"D0": {"type": "string"}}
    for number in range(1, 30):
        link = {"$ref": f"#/$defs/D{number - 1}", "description": "A part"}
        definitions[f"D{number}"] = {"type": "object", "properties": {"a": link, "b": link}}
    with pytest.raises(Fault) as caught:
        render(
            {"type": "object", "properties": {"d": {"$ref": "#/$defs/D29"}}, "$defs": definitions},
            "openai",
            strict=True,
        )
    assert caught.value.code == "limit"


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"properties": []}, "/properties"),
        ({"type": "object", "properties": {"a": {"required": "b"}}}, "/properties/a/required"),
        ({"type": "any"}, "/type"),
    ],
)
def test_what_is_no_json_schema_is_a_fault_with_its_place(schema: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Fault) as caught:
        render(schema, "openai", strict=True)
    assert (caught.value.code, caught.value.pointer) == ("invalid_input", pointer)


def test_address_of_the_schemas_own_dialect_is_never_fetched() -> None:
    schema = {"$schema": "https://schemas.invalid/mine", "type": "object", "properties": {}}

    assert render(schema, "openai").schema == {"type": "object", "properties": {}}


def test_union_of_very_many_objects_is_still_united() -> None:
    options = [{"type": "object", "properties": {"op": {"const": f"op{n}"}}, "required": ["op"]} for n in range(200)]

    assert len(render({"oneOf": options}, "openai", strict=True).schema["properties"]["op"]["enum"]) == 200

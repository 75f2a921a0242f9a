from typing import Any

from pollex.core.dialect import Loss, render


def strict(**properties: Any) -> dict[str, Any]:
    """The strict rendering of an object with these optional properties."""
    return render({"type": "object", "properties": properties}, "openai", strict=True).schema


def test_optional_property_becomes_required_and_nullable() -> None:
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city"],
    }

    rendering = render(schema, "openai", strict=True)

    assert rendering.schema == {
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": ["integer", "null"]}},
        "required": ["city", "days"],
        "additionalProperties": False,
    }
    assert rendering.encode({"city": "Rome"}) == {"city": "Rome", "days": None}
    assert rendering.decode({"city": "Rome", "days": None}) == {"city": "Rome"}
    assert rendering.losses == ()


def test_null_means_absent_also_where_the_property_takes_null_and_the_loss_says_so() -> None:
    rendering = render({"type": "object", "properties": {"a": {"type": ["string", "null"]}}}, "openai", strict=True)

    assert rendering.decode({"a": None}) == {}
    assert rendering.encode({}) == {"a": None}
    assert rendering.losses == (
        Loss(
            "/properties/a",
            "required",
            "The property may be null and may be absent; the two cannot be told apart here, and null means absent.",
            "narrowed",
        ),
    )


def test_null_as_default_loses_nothing() -> None:
    schema = {"type": "object", "properties": {"a": {"type": ["string", "null"], "default": None}}}

    assert [loss.kind for loss in render(schema, "openai", strict=True).losses] == ["reworded"]


def test_free_object_travels_as_json_text() -> None:
    headers = {"type": "object", "description": "Request headers"}
    rendering = render({"type": "object", "properties": {"headers": headers}}, "openai", strict=True)

    assert rendering.schema["properties"]["headers"] == {
        "type": ["string", "null"],
        "description": "Request headers. Give it as JSON text of type object.",
    }
    assert rendering.encode({"headers": {"a": [1]}}) == {"headers": '{"a":[1]}'}
    assert rendering.decode({"headers": '{"a":[1]}'}) == {"headers": {"a": [1]}}
    assert rendering.losses[0].kind == "reworded"


def test_null_of_an_optional_free_value_differs_from_its_absence() -> None:
    rendering = render({"type": "object", "properties": {"data": {}}}, "openai", strict=True)

    assert rendering.decode(rendering.encode({})) == {}
    assert rendering.decode(rendering.encode({"data": None})) == {"data": None}


def test_text_that_is_no_json_is_taken_literally() -> None:
    rendering = render({"type": "object", "properties": {"data": {}}}, "openai", strict=True)

    assert rendering.decode({"data": "hello"}) == {"data": "hello"}


def test_numbers_beyond_64_bits_survive_as_json_text() -> None:
    rendering = render({"type": "object", "properties": {"data": {}}}, "openai", strict=True)

    assert rendering.decode({"data": "123456789012345678901234567890"}) == {"data": 123456789012345678901234567890}


def test_constant_becomes_an_enum_of_one() -> None:
    assert strict(k={"const": "a"})["properties"]["k"] == {"type": ["string", "null"], "enum": ["a", None]}


def test_enum_of_several_types_becomes_a_union() -> None:
    schema = {"type": "object", "properties": {"k": {"enum": ["1", 1, None]}}, "required": ["k"]}

    assert render(schema, "openai", strict=True).schema["properties"]["k"] == {
        "anyOf": [{"type": "string", "enum": ["1"]}, {"type": "number", "enum": [1]}, {"type": "null"}]
    }


def test_dropped_constraints_are_said_in_words() -> None:
    schema = {"type": "string", "pattern": "^(?!x)", "description": "A name", "default": "a"}

    assert strict(name=schema)["properties"]["name"] == {
        "type": ["string", "null"],
        "description": "A name (must match ^(?!x); default a)",
    }


def test_empty_default_is_said_as_empty_text() -> None:
    schema = {"type": "string", "description": "A name", "default": ""}

    assert strict(name=schema)["properties"]["name"]["description"] == 'A name (default "")'


def test_limits_that_strict_mode_knows_stay() -> None:
    size = {"type": "integer", "minimum": 1, "maximum": 9, "multipleOf": 2}

    assert strict(size=size)["properties"]["size"] == {**size, "type": ["integer", "null"]}


def test_tagged_union_keeps_its_alternatives_and_folds_each_its_way() -> None:
    circle = {
        "type": "object",
        "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}},
        "required": ["kind"],
    }
    label = {"type": "object", "properties": {"kind": {"const": "label"}, "meta": {}}, "required": ["kind"]}
    schema = {"type": "object", "properties": {"shape": {"oneOf": [circle, label]}}, "required": ["shape"]}
    rendering = render(schema, "openai", strict=True)

    assert list(rendering.schema["properties"]["shape"]) == ["anyOf"]
    assert rendering.decode({"shape": {"kind": "circle", "r": None}}) == {"shape": {"kind": "circle"}}
    assert rendering.decode({"shape": {"kind": "label", "meta": "[1]"}}) == {"shape": {"kind": "label", "meta": [1]}}


def test_text_or_free_object_travels_as_json_text_as_a_whole() -> None:
    either = {"anyOf": [{"type": "string"}, {"type": "object"}]}
    rendering = render({"type": "object", "properties": {"q": either}, "required": ["q"]}, "openai", strict=True)

    assert rendering.schema["properties"]["q"]["type"] == "string"
    values: list[object] = ["{}", {}, "plain"]
    for said in values:
        assert rendering.decode(rendering.encode({"q": said})) == {"q": said}


def test_recursion_is_kept_as_a_definition() -> None:
    node = {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}}, "required": ["kids"]}
    rendering = render(node, "openai", strict=True)

    assert rendering.schema["properties"] == {"kids": {"type": "array", "items": {"$ref": "#/$defs/root"}}}
    assert rendering.schema["$defs"]["root"]["properties"] == rendering.schema["properties"]


def test_reference_with_a_description_is_written_out() -> None:
    schema = {
        "type": "object",
        "properties": {"p": {"$ref": "#/$defs/P", "description": "Where"}},
        "required": ["p"],
        "$defs": {"P": {"type": "string", "description": "A place"}},
    }

    assert render(schema, "openai", strict=True).schema["properties"]["p"] == {"type": "string", "description": "Where"}


def test_tuple_becomes_a_list_of_its_items_and_travels_by_position() -> None:
    row = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "object"}], "items": False}
    rendering = render({"type": "object", "properties": {"row": row}, "required": ["row"]}, "openai", strict=True)

    assert rendering.schema["properties"]["row"] == {
        "type": "array",
        "items": {
            "anyOf": [{"type": "string"}, {"type": "string", "description": "Give it as JSON text of type object."}]
        },
        "maxItems": 2,
        "description": "In this order: string, object",
    }
    assert rendering.encode({"row": ["[]", {"a": 1}]}) == {"row": ["[]", '{"a":1}']}
    assert rendering.decode({"row": ["[]", '{"a":1}']}) == {"row": ["[]", {"a": 1}]}


def test_alternatives_that_differ_in_required_keys_only_stay_alternatives() -> None:
    either = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    }
    rendering = render({"type": "object", "properties": {"o": either}, "required": ["o"]}, "openai", strict=True)

    assert len(rendering.schema["properties"]["o"]["anyOf"]) == 2
    assert rendering.encode({"o": {"b": "x"}}) == {"o": {"a": None, "b": "x"}}
    assert rendering.decode({"o": {"a": None, "b": "x"}}) == {"o": {"b": "x"}}


def test_properties_of_a_condition_can_be_sent() -> None:
    schema = {
        "type": "object",
        "properties": {"kind": {"type": "string"}},
        "required": ["kind"],
        "if": {"properties": {"kind": {"const": "file"}}},
        "then": {"properties": {"path": {"type": "string"}}, "required": ["path"]},
    }
    rendering = render(schema, "openai", strict=True)

    assert rendering.schema["properties"]["path"] == {"type": ["string", "null"]}
    assert [loss.keyword for loss in rendering.losses] == ["if"]


def test_root_that_takes_any_key_is_left_plain_with_the_reason() -> None:
    rendering = render({"type": "object", "additionalProperties": {"type": "number"}}, "openai", strict=True)

    assert (rendering.strict, rendering.reason) == (False, "its input takes keys that are not declared")
    assert rendering.schema == {"type": "object", "additionalProperties": {"type": "number"}, "properties": {}}


def test_schema_over_the_size_limits_is_left_plain_with_the_reason() -> None:
    values = [f"v{number}" for number in range(1_001)]
    rendering = render({"type": "object", "properties": {"e": {"enum": values}}}, "openai", strict=True)

    assert not rendering.strict
    assert rendering.reason == "it has 1,002 enum values, and 1,000 are allowed in strict mode"

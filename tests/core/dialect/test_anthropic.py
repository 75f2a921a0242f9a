from pollex.core.dialect import Loss, render

TREE = {
    "type": "object",
    "properties": {"root": {"$ref": "#/$defs/Node"}},
    "required": ["root"],
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {"label": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
            "required": ["label"],
        }
    },
}


def test_optional_property_is_left_out_of_required() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]}

    assert render(schema, "anthropic", strict=True).schema == {**schema, "additionalProperties": False}


def test_refused_limits_become_words_and_losses() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 3, "description": "How many."}}}
    rendering = render(schema, "anthropic", strict=True)

    assert rendering.schema["properties"]["n"] == {"type": "integer", "description": "How many. (at least 3)"}
    assert rendering.losses == (
        Loss("/properties/n/minimum", "minimum", "minimum cannot be said here (at least 3).", "widened"),
    )


def test_recursion_ends_in_json_text() -> None:
    rendering = render(TREE, "anthropic", strict=True)
    value = {"root": {"label": "a", "kids": [{"label": "b", "kids": []}]}}

    assert "$defs" not in rendering.schema
    assert rendering.schema["properties"]["root"]["properties"]["kids"]["items"]["type"] == "string"
    assert rendering.encode(value) == {"root": {"label": "a", "kids": ['{"label":"b","kids":[]}']}}
    assert rendering.decode(rendering.encode(value)) == value


def test_plain_keeps_recursion() -> None:
    assert render(TREE, "anthropic").schema == TREE


def test_top_level_names_are_mapped_both_ways() -> None:
    schema = {
        "type": "object",
        "properties": {"first name": {"type": "string"}, "first_name": {"type": "string"}},
        "required": ["first name"],
    }
    rendering = render(schema, "anthropic")

    assert rendering.schema == {
        "type": "object",
        "properties": {"first_name_2": {"type": "string"}, "first_name": {"type": "string"}},
        "required": ["first_name_2"],
    }
    assert rendering.decode({"first_name_2": "a", "first_name": "b"}) == {"first name": "a", "first_name": "b"}
    assert rendering.losses == (
        Loss("/properties/first name", "properties", "Called 'first_name_2' here.", "reworded"),
    )


def test_inner_names_are_free() -> None:
    schema = {"type": "object", "properties": {"o": {"type": "object", "properties": {"a b": {"type": "string"}}}}}

    assert render(schema, "anthropic").schema == schema


def test_names_of_the_model_are_left_where_it_used_the_rich_ones() -> None:
    rendering = render({"type": "object", "properties": {"a b": {"type": "string"}}}, "anthropic")

    assert rendering.decode({"a b": "x"}) == {"a b": "x"}

from typing import Any

from pollex.core.dialect import render

TEXT_OR_LIST = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


def tool(schema: dict[str, Any], *, required: bool = False) -> dict[str, Any]:
    return {"type": "object", "properties": {"selector": schema}} | ({"required": ["selector"]} if required else {})


def test_text_or_list_is_split_into_singular_and_plural() -> None:
    rendering = render(tool(TEXT_OR_LIST), "openai", flat=True)

    assert rendering.schema["properties"] == {
        "selectors": {"type": "array", "items": {"type": "string"}},
        "selector": {"type": "string"},
    }
    assert rendering.fold({"selector": "#a"}) == {"selector": "#a"}
    assert rendering.fold({"selectors": ["#a", "#b"]}) == {"selector": ["#a", "#b"]}
    assert rendering.say({"selector": ["#a"]}) == {"selectors": ["#a"]}


def test_list_wins_when_both_are_sent() -> None:
    rendering = render(tool(TEXT_OR_LIST), "openai", flat=True)

    assert rendering.fold({"selector": "#a", "selectors": ["#b"]}) == {"selector": ["#b"]}


def test_list_sent_under_the_singular_is_left_to_the_rich_check() -> None:
    rendering = render(tool(TEXT_OR_LIST), "openai", flat=True)

    assert rendering.fold({"selector": ["#a"]}) == {"selector": ["#a"]}


def test_strict_variants_are_nullable_and_null_means_absent() -> None:
    rendering = render(tool(TEXT_OR_LIST, required=True), "openai", strict=True, flat=True)

    assert rendering.schema["properties"]["selector"] == {"type": ["string", "null"]}
    assert rendering.schema["required"] == ["selectors", "selector"]
    assert rendering.fold({"selector": "#a", "selectors": None}) == {"selector": "#a"}
    assert ("required", "widened") in {(loss.keyword, loss.kind) for loss in rendering.losses}


def test_schema_may_name_the_variants() -> None:
    rendering = render(tool({**TEXT_OR_LIST, "x-flat": {"array": "candidates"}}), "openai", flat=True)

    assert list(rendering.schema["properties"]) == ["candidates", "selector"]


def test_every_type_has_its_name() -> None:
    schema = {"type": ["string", "number", "boolean", "array", "object"], "items": {"type": "string"}}
    rendering = render(tool(schema), "anthropic", flat=True)

    assert {name: part["type"] for name, part in rendering.schema["properties"].items()} == {
        "selectors": "array",
        "selectorObject": "string",
        "selectorNumber": "number",
        "selectorFlag": "boolean",
        "selector": "string",
    }
    for value in ("a", 1, True, ["a"], {"a": 1}):
        assert rendering.fold(rendering.say({"selector": value})) == {"selector": value}


def test_name_that_ends_in_s_gets_list() -> None:
    schema = {"type": "object", "properties": {"tags": TEXT_OR_LIST}}

    assert list(render(schema, "openai", flat=True).schema["properties"]) == ["tagsList", "tags"]


def test_variant_whose_name_is_taken_gets_a_number() -> None:
    schema = {"type": "object", "properties": {"item": TEXT_OR_LIST, "items": {"type": "integer"}}}
    rendering = render(schema, "openai", flat=True)

    assert list(rendering.schema["properties"]) == ["items_2", "item", "items"]
    assert rendering.fold({"items_2": ["a"], "items": 3}) == {"item": ["a"], "items": 3}


def test_required_null_is_said_by_leaving_it_out() -> None:
    rendering = render(tool({"type": ["string", "null"]}, required=True), "openai", flat=True)

    assert rendering.schema == {"type": "object", "properties": {"selector": {"type": "string"}}}
    assert rendering.say({"selector": None}) == {}
    assert rendering.fold({}) == {"selector": None}


def test_optional_null_cannot_be_said_and_the_loss_says_so() -> None:
    rendering = render(tool({"type": ["string", "null"]}), "openai", flat=True)

    assert rendering.fold(rendering.say({"selector": None})) == {}
    assert [loss.kind for loss in rendering.losses] == ["narrowed"]


def test_alternative_objects_are_united() -> None:
    one = {"type": "object", "properties": {"kind": {"const": "a"}, "x": {"type": "string"}}, "required": ["kind", "x"]}
    other = {"type": "object", "properties": {"kind": {"const": "b"}, "y": {"type": "number"}}, "required": ["kind"]}

    assert render(tool({"oneOf": [one, other]}), "openai", flat=True).schema["properties"]["selector"] == {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": ["a", "b"]},
            "x": {"type": "string", "description": "For a."},
            "y": {"type": "number", "description": "For b."},
        },
        "required": ["kind"],
    }


def test_union_in_a_list_travels_as_json_text() -> None:
    schema = tool({"type": "array", "items": {"type": ["string", "integer"]}})
    rendering = render(schema, "openai", flat=True)

    assert rendering.schema["properties"]["selector"]["items"]["type"] == "string"
    assert rendering.fold(rendering.say({"selector": ["1", 1]})) == {"selector": ["1", 1]}

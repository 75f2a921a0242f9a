"""The rule checker against the table of provider rules, row by row."""

from typing import Any

import pytest

from pollex.core.dialect import set_violations, violations

CLOSED: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}


def with_property(schema: Any, name: str = "a") -> dict[str, Any]:
    return {**CLOSED, "properties": {name: schema}, "required": [name]}


def pointers(schema: dict[str, Any], dialect: str, *, strict: bool = False, flat: bool = False) -> list[str]:
    return [issue.pointer for issue in violations(schema, dialect, strict=strict, flat=flat)]


@pytest.mark.parametrize("dialect", ["openai", "anthropic", "google", "mcp"])
@pytest.mark.parametrize("keyword", ["oneOf", "anyOf", "allOf", "not", "enum"])
def test_root_may_not_be_a_union(dialect: str, keyword: str) -> None:
    value: Any = CLOSED if keyword == "not" else [CLOSED]

    assert pointers({**CLOSED, keyword: value}, dialect) == [f"/{keyword}"]


@pytest.mark.parametrize("dialect", ["openai", "anthropic", "google", "mcp"])
def test_root_must_be_an_object(dialect: str) -> None:
    assert pointers({"type": "array", "items": {}}, dialect) == [""]


@pytest.mark.parametrize("dialect", ["openai", "anthropic", "google", "mcp"])
def test_list_needs_items(dialect: str) -> None:
    assert pointers(with_property({"type": "array"}), dialect) == ["/properties/a"]


REFUSED = {
    "oneOf": {"oneOf": [{"type": "string"}], "type": "string"},
    "allOf": {"allOf": [{"type": "string"}], "type": "string"},
    "not": {"type": "string", "not": {"type": "string"}},
    "if": {"type": "string", "if": {"type": "string"}},
    "uniqueItems": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
    "prefixItems": {"type": "array", "items": {"type": "string"}, "prefixItems": [{"type": "string"}]},
    "patternProperties": {**CLOSED, "patternProperties": {"^a": {"type": "string"}}},
    "dependentRequired": {**CLOSED, "dependentRequired": {}},
    "dependentSchemas": {**CLOSED, "dependentSchemas": {}},
    "pattern": {"type": "string", "pattern": "^(?=a)"},
}


@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
@pytest.mark.parametrize("keyword", REFUSED)
def test_strict_refuses_the_keyword(dialect: str, keyword: str) -> None:
    assert f"/properties/a/{keyword}" in pointers(with_property(REFUSED[keyword]), dialect, strict=True)


@pytest.mark.parametrize(
    "keyword", ["minimum", "maximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems"]
)
def test_anthropic_strict_refuses_limits_that_openai_takes(keyword: str) -> None:
    kinds = {"minI": "array", "maxI": "array", "minL": "string", "maxL": "string"}
    schema = with_property({"type": kinds.get(keyword[:4], "number"), "items": {"type": "string"}, keyword: 2})

    assert pointers(schema, "anthropic", strict=True) == [f"/properties/a/{keyword}"]
    assert pointers(schema, "openai", strict=True) == []


def test_strict_objects_are_closed() -> None:
    schema = with_property({"type": "object", "properties": {}})

    assert pointers(schema, "openai", strict=True) == pointers(schema, "anthropic", strict=True) == ["/properties/a"]


def test_openai_strict_wants_all_properties_required() -> None:
    schema = {**CLOSED, "properties": {"a": {"type": "string"}}}

    assert pointers(schema, "openai", strict=True) == ["/required"]
    assert pointers(schema, "anthropic", strict=True) == []


def test_reference_stands_alone_in_strict() -> None:
    schema = {**with_property({"$ref": "#/$defs/d", "description": "x"}), "$defs": {"d": {"type": "string"}}}

    assert pointers(schema, "openai", strict=True) == ["/properties/a"]


def test_reference_leads_to_a_definition() -> None:
    assert pointers(with_property({"$ref": "#/$defs/d"}), "openai") == ["/properties/a/$ref"]


def test_anthropic_strict_refuses_recursion() -> None:
    loop = {**CLOSED, "properties": {"next": {"$ref": "#/$defs/loop"}}, "required": ["next"]}
    schema = {**with_property({"$ref": "#/$defs/loop"}), "$defs": {"loop": loop}}

    assert pointers(schema, "anthropic", strict=True) == ["/$defs"]
    assert pointers(schema, "openai", strict=True) == []


def test_type_list_is_a_type_and_null() -> None:
    assert pointers(with_property({"type": ["string", "null"]}), "openai", strict=True) == []
    assert pointers(with_property({"type": ["string", "integer"]}), "openai", strict=True) == ["/properties/a/type"]


def test_names_of_properties() -> None:
    inner = with_property(with_property({"type": "string"}, "a b"))

    assert pointers(with_property({}, "a b"), "anthropic") == ["/properties/a b"]
    assert pointers(inner, "anthropic") == []
    assert pointers(inner, "google") == ["/properties/a/properties/a b"]
    assert pointers(inner, "openai") == []


def test_sizes() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(11):
        deep = with_property(deep)

    assert [issue.message for issue in violations(deep, "openai", strict=True)] == ["Too many levels."]
    lists = with_property({"type": "array", "items": {}, "maxItems": 961})
    assert [issue.message for issue in violations(lists, "google")] == ["Too many items allowed in all lists."]


def test_flat_refuses_unions_anywhere() -> None:
    schema = with_property({"anyOf": [{"type": "string"}]})

    assert pointers(schema, "openai", flat=True) == ["/properties/a/anyOf"]
    assert pointers(with_property({"type": ["string", "null"]}), "openai", flat=True) == ["/properties/a/type"]
    assert pointers(with_property({"type": ["string", "null"]}), "openai", strict=True, flat=True) == []


def test_definition_is_checked_with_its_name_and_description() -> None:
    body = {"name": "page.click", "description": "x" * 1_025, "parameters": {"type": "string"}}

    assert pointers({"type": "function", "function": body}, "openai") == [
        "/function/name",
        "/function/description",
        "/function/parameters",
    ]


def test_limits_over_the_request() -> None:
    optional = {**CLOSED, "properties": {"a": {"type": ["string", "null"]}}}
    tools = [{"name": f"t{number}", "input_schema": optional, "strict": True} for number in range(25)]

    assert [issue.message for issue in set_violations(tools, "anthropic")] == [
        "Too many strict tools.",
        "Too many optional parameters.",
        "Too many unions.",
    ]
    assert [issue.message for issue in set_violations([{}] * 129, "openai")] == ["Too many tools."]

"""Document 001's rules for definitions, over every tool and every provider."""

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from pollex.core.dialect import set_violations, violations
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.tool import Tool
from pollex.flow.director import WorkflowEditor, director_tools, tool_names
from pollex.flow.director.config import config_properties
from pollex.flow.nodes import TYPES

REGISTRY = Registry(*director_tools(WorkflowEditor()))
WRITERS = {"create_node", "update_node"}
EXPORTS = [(provider, strict) for provider in ("openai", "anthropic", "google", "mcp") for strict in (False, True)]
KEYS = ("parameters", "input_schema", "parametersJsonSchema", "inputSchema")


def definitions(provider: str, strict: bool) -> dict[str, Object]:
    exported = json.loads(json.dumps(list(REGISTRY.for_provider(provider, strict=strict))))
    return {each["name"]: each for each in (one.get("function", one) for one in exported)}


def schema(definition: Object) -> Object:
    return next(dict(definition[key]) for key in KEYS if key in definition)


def parts(value: Any, name: str = "") -> Iterator[tuple[str, Object]]:
    """Every schema in a schema, with the property or keyword that it stands under."""
    if isinstance(value, dict):
        yield name, value
        for key, each in value.get("properties", {}).items():
            yield from parts(each, key)
        for key in ("items", "additionalProperties"):
            yield from parts(value.get(key), key)


@pytest.mark.parametrize(("provider", "strict"), EXPORTS)
def test_nothing_that_001_forbids_stands_anywhere(provider: str, strict: bool) -> None:
    text = json.dumps([schema(each) for each in definitions(provider, strict).values()])
    forbidden = ("oneOf", "anyOf", "allOf", "if", "then", "else", "not", "$ref", "dependentSchemas")
    assert [word for word in forbidden if f'"{word}":' in text] == []


@pytest.mark.parametrize(("provider", "strict"), EXPORTS)
def test_every_list_has_items_and_every_property_a_description(provider: str, strict: bool) -> None:
    for tool, definition in definitions(provider, strict).items():
        for name, part in parts(schema(definition)):
            types = part.get("type")
            if types == "array" or (isinstance(types, list) and "array" in types):
                assert part["items"].get("type"), f"{tool}: {name}"
            if isinstance(types, list):
                assert len(types) == 2
                assert types[1] == "null"
            for inner, described in part.get("properties", {}).items():
                assert described.get("description"), f"{tool}: {inner}"
                assert described.get("type"), f"{tool}: {inner}"


@pytest.mark.parametrize(("provider", "strict"), EXPORTS)
def test_what_a_list_must_hold_is_in_its_definition(provider: str, strict: bool) -> None:
    for tool, definition in definitions(provider, strict).items():
        for name, part in parts(schema(definition)):
            items = part.get("items", {})
            if "object" in items.get("type", ()):
                assert items.get("properties"), f"{tool}: {name}"
                assert set(items.get("required", ())) & items["properties"].keys(), f"{tool}: {name}"


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("create_node", {"type": "show", "verify": [{"typ": "exists", "selector": "#a"}]}),
        ("create_node", {"type": "show", "before": [{"type": "exits", "selector": "#a"}]}),
        ("create_node", {"nodes": [{"type": "route", "config": {"conditions": [{"path": "a"}]}}]}),
        ("create_node", {"nodes": [{"type": "iterate", "config": {"bodyPositions": ["3"]}}]}),
        ("update_node", {"position": 1, "config": {"rules": [{"selector": "#a"}]}}),
        ("update_node", {"position": 1, "config": {"pathList": [{"when": "true"}]}}),
        ("update_node", {"position": 1, "config": {"conditions": [{"path": "a", "operator": "is"}]}}),
        ("update_node", {"position": 1, "verify": ["#a"]}),
        ("save_workflow", {"name": "x", "outputs": [{"display_name": "a", "type": "list", "value": "{{a}}"}]}),
        ("save_workflow", {"name": "x", "allowedDomains": [{"host": "example.org"}]}),
    ],
)
def test_a_wrong_item_of_a_list_is_seen_by_the_definition_alone(tool: str, args: Object) -> None:
    assert not jsonschema_rs.is_valid(schema(definitions("openai", strict=False)[tool]), args)


@pytest.mark.parametrize(("provider", "strict"), EXPORTS)
def test_no_description_is_longer_than_providers_take(provider: str, strict: bool) -> None:
    for definition in definitions(provider, strict).values():
        texts = [definition["description"], *(part.get("description", "") for _, part in parts(schema(definition)))]
        assert max(map(len, texts)) <= 1024
        assert not any(text.endswith("…") and "{" in text for text in texts)


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google", "mcp"])
def test_definitions_keep_the_providers_own_rules(provider: str) -> None:
    export = REGISTRY.for_provider(provider, strict=True)
    broken = [
        issue
        for definition in export
        for issue in violations(
            definition, provider, strict=definition.get("function", definition).get("strict", False), flat=True
        )
        if not (provider == "openai" and issue.message == "A type list stands in a flat schema.")
    ]
    assert broken == []
    assert set_violations(export, provider) == []


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_all_tools_but_those_that_write_nodes_are_strict(provider: str) -> None:
    strict = {name for name, each in definitions(provider, strict=True).items() if each.get("strict")}
    assert strict == set(REGISTRY.names()) - WRITERS


@pytest.mark.parametrize("tool", list(REGISTRY), ids=lambda tool: tool.name)
def test_every_tool_has_two_examples_that_fit(tool: Tool) -> None:
    assert len(tool.examples) >= 2
    for example in tool.examples:
        assert jsonschema_rs.is_valid(schema(definitions("openai", strict=False)[tool.name]), example)
        assert json.dumps(example, separators=(",", ":")) in tool.description


def test_the_tools_are_document_001s_and_two_more() -> None:
    assert REGISTRY.names() == [
        "create_node",
        "update_node",
        "delete_node",
        "move_node",
        "list_nodes",
        "describe_node_type",
        "list_tools",
        "run_workflow",
        "run_node",
        "debug_browser",
        "manage_variable",
        "save_workflow",
    ]
    assert tool_names() == REGISTRY.names()


def test_create_node_shows_every_property_of_every_type() -> None:
    config = schema(definitions("openai", strict=False)["create_node"])["properties"]["config"]["properties"]
    for kind in TYPES:
        for name in kind.properties:
            about = config[name]["description"]
            marks = {each for marked in re.findall(r"\[([a-z_, ]+)\]", about) for each in marked.split(", ")}
            assert not marks or kind.name in marks, f"{kind.name}.{name}"


def test_every_example_of_a_node_type_stands_in_the_definition() -> None:
    text = json.dumps(definitions("openai", strict=False)["create_node"], ensure_ascii=False)
    missing = [example.about for kind in TYPES for example in kind.examples if f"{example.about}: {{" not in text]
    assert missing == []


@pytest.mark.parametrize(
    "feature",
    [
        "text=Save or text:Save",
        "act:the big button",
        "role=button",
        "testid=save",
        "input[type=email], textarea[name=email]",
        ":contains('x')",
        "Instead of selector: several, tried in order",
        "{{alias.path}}",
        "{{secret.NAME}}",
        "{{ENVIRONMENT_VARIABLE}}",
        "gets _2, _3",
        "${variable}Index",
        "wait_ms (1000) if nothing else is waited for",
        "without one, clear removes all",
    ],
)
def test_what_was_hidden_in_prompts_stands_in_the_definition(feature: str) -> None:
    assert feature in json.dumps(definitions("openai", strict=False)["create_node"], ensure_ascii=False)


def test_every_union_or_free_object_of_001_has_a_flat_form() -> None:
    ways = {form.name: list(form.shown) for form in config_properties() if len(form.shown) > 1}
    assert {name: ways[name] for name in ("selector", "body", "nodeRange", "paths", "value", "schema")} == {
        "selector": ["selector", "selectors"],
        "body": ["body", "bodyPositions"],
        "nodeRange": ["nodeRange", "rangeFrom", "rangeTo"],
        "paths": ["paths", "pathList"],
        "value": ["value", "valueJson"],
        "schema": ["schema", "schemaJson"],
    }

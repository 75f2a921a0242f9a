"""The tools that a server offers: their names, their definitions, and search where there are very many."""

import pytest

import pollex
from pollex.core.dialect import export
from pollex.core.registry import Registry
from pollex.core.schema import Schema
from pollex.core.tool import Tool
from pollex.serve.mcp.catalog import Catalog

WORDS = Schema({"type": "array", "items": {"type": "string"}})
OBJECT = Schema({"type": "object", "properties": {"n": {"type": "integer"}}})


def made(name: str, **more: object) -> Tool:
    fields: dict[str, object] = {"input": OBJECT, "run": lambda args, context: args, "effect": "read"}
    return Tool(name=name, description=f"The tool {name}.", **{**fields, **more})  # type: ignore[arg-type]


def test_definitions_are_those_of_the_dialect() -> None:
    tools = Registry(made("page.look"), made("add", output=OBJECT))
    assert Catalog(tools).definitions() == list(export(tools, "mcp"))


def test_a_tool_is_found_by_its_exported_name_and_its_own() -> None:
    catalog = Catalog(Registry(made("page.look")))
    assert catalog.find("page_look").name == catalog.find("page.look").name == "page.look"
    with pytest.raises(pollex.Fault) as unknown:
        catalog.find("page_lok")
    assert unknown.value.hint == "Did you mean 'page.look'?"


def test_an_input_that_is_no_object_is_taken_out_of_its_box() -> None:
    catalog = Catalog(Registry(made("count", input=WORDS)))
    assert catalog.decode(catalog.find("count"), {"value": ["a", "b"]}) == ["a", "b"]


def test_an_output_that_may_differ_is_not_promised() -> None:
    tools = Registry(made("sure", output=OBJECT), made("perhaps", output=OBJECT, output_check="warn"))
    assert ["outputSchema" in each for each in Catalog(tools).definitions()] == [True, False]


def test_a_tool_that_was_replaced_is_the_new_one() -> None:
    tools = Registry(made("add"))
    catalog = Catalog(tools)
    catalog.definitions()
    version = catalog.version
    new = tools.add(made("add", title="Add"), replace=True)
    assert catalog.find("add") is new
    assert catalog.changed_since(version)


def test_two_tools_stand_for_very_many() -> None:
    catalog = Catalog(Registry(*(made(f"t{number}") for number in range(4))), most=3)
    assert [each["name"] for each in catalog.definitions()] == ["search_tools", "call_tool"]
    assert catalog.is_search("search_tools")
    assert catalog.is_call("call_tool")
    small = Catalog(Registry(made("t")), most=3)
    assert not small.is_search("search_tools")
    assert not small.is_call("call_tool")

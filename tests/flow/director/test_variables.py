"""manage_variable: get, set, clear, clear_all."""

from typing import Any

import pytest

Make = Any
SHOW = {"position": 1, "type": "show", "alias": "said", "config": {"value": "{{name}}"}}


@pytest.mark.parametrize(
    ("sent", "value", "kind", "default"),
    [
        ({"value": "Ada"}, "Ada", "string", "Ada"),
        ({"valueJson": "3"}, 3, "number", "3"),
        ({"value": True}, True, "boolean", "true"),
        ({"valueJson": '{"a": [1]}'}, {"a": [1]}, "json", '{"a":[1]}'),
    ],
)
async def test_a_set_variable_is_an_input_with_a_default(
    director: Make, sent: Any, value: Any, kind: str, default: str
) -> None:
    work = director()
    await work.do("manage_variable", operation="set", key="name", **sent)
    assert await work.do("manage_variable", operation="get", key="name") == value
    assert work.editor.document["inputs"] == [{"display_name": "name", "type": kind, "default_value": default}]
    await work.do("create_node", type="show", config={"value": "{{name}}"})
    assert work.editor.workflow().inputs.check({}).value == {"name": value}


async def test_get_without_a_key_gives_all(director: Make) -> None:
    work = director(variables={"left": 1})
    await work.do("manage_variable", operation="set", key="name", value="Ada")
    assert await work.do("manage_variable", operation="get") == {"left": 1, "name": "Ada"}


async def test_an_unknown_variable_is_a_fault_with_the_nearest(director: Make) -> None:
    fault = await director(variables={"name": 1}).refused("manage_variable", operation="get", key="nmae")
    assert (fault.code, fault.pointer, fault.hint) == ("not_found", "/key", "Did you mean 'name'?")


async def test_a_name_that_a_node_has_is_refused(director: Make) -> None:
    work = director({**SHOW, "config": {"value": "x"}})
    fault = await work.refused("manage_variable", operation="set", key="said", value="x")
    assert fault.pointer == "/key"
    assert "'said' is declared in the inputs and in the aliases." in fault.message


async def test_clear_forgets_the_variable_and_its_input(director: Make) -> None:
    work = director()
    await work.do("manage_variable", operation="set", key="name", value="Ada")
    await work.do("manage_variable", operation="clear", key="name")
    assert (work.editor.variables, work.editor.document["inputs"]) == ({}, [])


async def test_a_cleared_variable_that_is_used_becomes_an_input_to_be_given(director: Make) -> None:
    work = director()
    await work.do("manage_variable", operation="set", key="name", value="Ada")
    await work.do("create_node", **{key: value for key, value in SHOW.items() if key != "position"})
    result = await work.call("manage_variable", {"operation": "clear_all"})
    assert result.notes == ("Nodes still refer to 'name': it is now an input that every run must be given.",)
    assert work.editor.document["inputs"] == [{"display_name": "name", "type": "string", "required": True}]


async def test_set_needs_a_key_and_a_value(director: Make) -> None:
    fault = await director().refused("manage_variable", operation="set")
    assert [issue.pointer for issue in fault.issues] == ["/key", "/value"]


async def test_text_that_is_no_json_is_told(director: Make) -> None:
    fault = await director().refused("manage_variable", operation="set", key="name", valueJson="{a: 1}")
    assert fault.pointer == "/valueJson"

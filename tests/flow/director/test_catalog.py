"""Listing nodes, and describing what can be written."""

from pathlib import Path
from typing import Any

from pollex import App
from pollex.core.declare import tool
from pollex.core.json import Object
from pollex.core.registry import Registry

Make = Any
LOOP: Object = {"position": 1, "type": "iterate", "config": {"over": "list", "variable": "each", "body": 2}}
SHOW: Object = {"position": 2, "type": "show", "alias": "said", "config": {"value": "{{each}}" + " again" * 50}}


@tool(effect="read", examples=[{"amount": 3, "currency": "EUR"}])
async def convert(amount: float, currency: str) -> float:
    """Convert money. Rates are those of today."""
    return amount


@tool(effect="act", examples=[{"text": "x"}])
async def post(text: str) -> str:
    """Post a message."""
    return text


INPUTS = {"inputs": [{"display_name": "list", "type": "json"}]}


async def test_a_list_says_who_runs_whom_and_cuts_long_configs(director: Make) -> None:
    data = await director(LOOP, SHOW, document=INPUTS).do("list_nodes")
    assert [(node["position"], node["alias"], node["owner"]) for node in data["nodes"]] == [
        (1, None, None),
        (2, "said", 1),
    ]
    assert data["nodes"][0]["config"] == LOOP["config"]
    assert data["nodes"][1]["config"].endswith("…")
    assert (data["inputs"], data["open"]) == (INPUTS["inputs"], [])


async def test_a_full_list_of_one_node_has_what_it_runs(director: Make) -> None:
    other = {"position": 3, "type": "show", "config": {"value": "x"}}
    data = await director(LOOP, SHOW, other, document=INPUTS).do("list_nodes", position=1, full=True)
    assert data["nodes"] == [{**LOOP, "owner": None}, {**SHOW, "owner": 1}]


async def test_a_type_is_described_with_what_its_choices_need(director: Make) -> None:
    data = await director().do("describe_node_type", type="browser_query")
    assert data["needs"] == "method"
    assert data["choices"] == {
        "method": {"extract": "instruction", "observe": "instruction or rules", "validate": "rules"}
    }
    assert data["properties"]["schema"]["ways"] == ["schema", "schemaJson"]
    assert [example["about"] for example in data["examples"]] == [
        "Extract a list",
        "Check what the page shows",
        "See whether something is there",
    ]


async def test_memory_is_described_as_context(director: Make) -> None:
    data = await director().do("describe_node_type", type="memory")
    assert (data["type"], data["also"]) == ("context", ["memory"])


async def test_the_tools_that_a_node_may_name_are_listed(director: Make) -> None:
    data = await director(known=Registry(convert, post)).do("list_tools", about="")
    assert data == {"tools": [], "others": {"convert": "Convert money.", "post": "Post a message."}}


async def test_they_are_searched_by_words_and_come_with_what_they_take_and_give(director: Make) -> None:
    work = director(known=Registry(post, convert))
    data = await work.do("list_tools", about="currencies and money")
    [found] = data["tools"]
    assert (found["name"], found["description"]) == ("convert", "Convert money. Rates are those of today.")
    assert list(found["args"]["properties"]) == ["amount", "currency"]
    assert (found["result"], found["examples"]) == ({"type": "number"}, [{"amount": 3, "currency": "EUR"}])
    assert data["others"] == {}
    args = found["examples"][0]
    await work.do("create_node", type="tool", config={"tool": found["name"], "args": args})


async def test_a_search_without_a_match_names_them_all(director: Make) -> None:
    data = await director(known=Registry(convert)).do("list_tools", about="zzz")
    assert data == {"tools": [], "others": {"convert": "Convert money."}}


async def test_the_directors_own_tools_are_none_of_them(tmp_path: Path) -> None:
    async with App(home=tmp_path) as app:
        names = (await app.director().call("list_tools", {"about": ""})).unwrap()["others"]
    assert {"page.select", "aggregate"} <= names.keys()
    assert not {"create_node", "list_tools"} & names.keys()


async def test_who_names_a_tool_that_there_is_not_is_told_where_to_look(director: Make) -> None:
    work = director(known=Registry(convert))
    fault = await work.refused("create_node", type="tool", config={"tool": "convrt"})
    assert (fault.pointer, fault.hint) == (
        "/config/tool",
        "Did you mean 'convert'? list_tools lists and searches them.",
    )

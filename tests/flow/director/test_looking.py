"""Listing nodes, and describing what can be written."""

from typing import Any

from pollex.core.json import Object

Make = Any
LOOP: Object = {"position": 1, "type": "iterate", "config": {"over": "list", "variable": "each", "body": 2}}
SHOW: Object = {"position": 2, "type": "show", "alias": "said", "config": {"value": "{{each}}" + " again" * 50}}
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

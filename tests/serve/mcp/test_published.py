"""A workflow is published with the one that it calls, and a client of another maker calls the tool."""

import json
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from pollex import App
from pollex.practice.server import Server

from ...processes import Nursery
from .doors import PROTOCOLS, Protocol, by_stdio

CHEAPEST = Path(__file__).parents[3] / "examples" / "workflows" / "cheapest.workflow.json"
QUERY = {"display_name": "query", "type": "string", "required": True}


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_a_client_calls_a_published_tool(mcp_nursery: Nursery, tmp_path: Path, protocol: Protocol) -> None:
    home, library, file = tmp_path / "home", tmp_path / "library", tmp_path / "price.workflow.json"
    copy(CHEAPEST, tmp_path)
    with Server() as server:
        inputs = {"base": server.url, "query": "{{query}}"}
        call = {"workflow": "cheapest.workflow.json", "inputs": inputs, "store_variable": "found"}
        flow = {
            "name": "Cheapest price",
            "inputs": [QUERY],
            "outputs": [{"display_name": "price", "type": "number", "value": "{{found.price}}"}],
            "allowedDomains": ["127.0.0.1", "localhost"],
            "nodes": [{"position": 1, "type": "workflow", "config": call}],
        }
        file.write_text(json.dumps(flow))
        async with App(home=home, environ={}) as app:
            workflow = app.load_workflow(file)
            options: dict[str, Any] = {"domains": ["127.0.0.1", "localhost"], "inputs": {"query": "lamp"}}
            made = await app.libraries.publish(library, workflow, app="prices", slug="cheapest", **options)
            assert made.ok, made.fault
        async with by_stdio(mcp_nursery, home, protocol, (library,)) as client:
            [tool] = [each for each in (await client.list_tools()).tools if "cheapest" in each.name]
            answer = await client.call_tool(tool.name, {"query": "kettle"})
    assert (tool.annotations and tool.annotations.read_only_hint, list(tool.input_schema["properties"])) == (
        True,
        ["query"],
    )
    assert not answer.is_error, answer
    assert answer.structured_content == {"price": 30.0}

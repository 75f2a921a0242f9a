"""Each conversation has a workflow editor of its own."""

import re
from typing import Any

import pytest

from pollex import App
from pollex.app.workspaces.host import WorkspaceHost
from pollex.core.call import new_id
from pollex.flow.nodes import TYPES
from pollex.flow.nodetype import NodeType
from pollex.workspace.planner.prompt import planner_prompt

NODE = {"type": "show", "config": {"value": "Hello"}}


async def call(host: WorkspaceHost, tool: str, body: Any) -> Any:
    params = {"method": "POST", "url": f"pollex://tool/{tool}", "body": body}
    [result] = await host.workspace.apply([{"op": "api.call", "params": params}])
    return result.unwrap()


async def test_an_editor_of_one_conversation_does_not_touch_anothers(app: App) -> None:
    first, second = await app.workspaces.open(new_id()), await app.workspaces.open(new_id())
    await call(first, "create_node", NODE)
    assert (len(first.editor.workflow().nodes), len(second.editor.workflow().nodes)) == (1, 0)
    await call(second, "create_node", {**NODE, "config": {"value": "Other"}})
    assert [node["config"]["value"] for node in first.editor.workflow().to_json()["nodes"]] == ["Hello"]
    assert [node["config"]["value"] for node in second.editor.workflow().to_json()["nodes"]] == ["Other"]


async def test_an_editor_is_opened_when_it_is_first_used(app: App) -> None:
    host = await app.workspaces.open()
    await host.workspace.apply([{"op": "window.create", "params": {"title": "Notes"}}])
    assert "editor" not in vars(host)


@pytest.mark.document("001", "In the chat, too, `create_node` shows the properties of each type.")
@pytest.mark.parametrize("kind", TYPES, ids=[each.name for each in TYPES])
async def test_a_model_of_the_chat_is_shown_the_properties_of_each_type_of_node(app: App, kind: NodeType) -> None:
    host = await app.workspaces.open()
    prompt = planner_prompt("MARK", host.orchestrator.tools)
    [line] = re.findall(rf"^  type {kind.name}: config(.*)$", prompt, re.MULTILINE)
    for name in set(kind.properties) - {"store_variable"}:
        assert f"{name}:" in line if name in kind.required else f"{name}?:" in line

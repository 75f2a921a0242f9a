"""Tools about runs and kept workflows, called as a model calls them."""

import json
from pathlib import Path
from typing import Any

import pytest

import pollex
from pollex.core.json import Object

WORKFLOW: Object = {
    "name": "orders",
    "description": "Counts orders.",
    "inputs": [{"display_name": "n", "type": "number", "required": True}],
    "outputs": [{"display_name": "total", "type": "number", "value": "{{total}}"}],
    "nodes": [{"position": 1, "type": "context", "config": {"operation": "set", "key": "total", "value": "{{n}}"}}],
}


def keep(home: Path) -> Path:
    file = home / "workflows" / "orders.workflow.json"
    file.parent.mkdir()
    file.write_text(json.dumps(WORKFLOW))
    return file


def written(home: Path) -> list[Path]:
    """Return the JSON files of a home folder itself."""
    return list(home.glob("*.json"))


async def called(app: pollex.App, tool: str, body: Object) -> Any:
    [answer] = await app.workspace().apply(
        [{"op": "api.call", "params": {"url": f"pollex://tool/{tool}", "body": body}}]
    )
    assert answer.ok, answer.fault
    return answer.data


async def test_a_kept_workflow_is_opened_changed_and_saved_where_it_was(tmp_path: Path) -> None:
    file = keep(tmp_path)
    async with pollex.App(home=tmp_path) as app:
        opened = await called(app, "workflows.open", {"name": "orders"})
        await called(app, "create_node", {"type": "show", "config": {"value": "Done"}})
        await called(app, "save_workflow", {"name": "orders"})
    saved = json.loads(file.read_text())
    assert [node["type"] for node in opened["nodes"]] == ["context"]
    assert [node["type"] for node in saved["nodes"]] == ["context", "show"]
    assert saved["inputs"] == WORKFLOW["inputs"]
    assert list(file.parent.iterdir()) == [file]


async def test_opening_another_workflow_loses_no_change(tmp_path: Path) -> None:
    file = keep(tmp_path)
    file.with_name("other.workflow.json").write_text(json.dumps(WORKFLOW))
    async with pollex.App(home=tmp_path) as app:
        await called(app, "workflows.open", {"name": "orders"})
        await called(app, "create_node", {"type": "show", "config": {"value": "Done"}})
        await called(app, "workflows.open", {"name": "orders"})
        other = {"url": "pollex://tool/workflows.open", "body": {"name": "other"}}
        [refused] = await app.workspace().apply([{"op": "api.call", "params": other}])
        nodes = await called(app, "list_nodes", {})
    assert refused.fault is not None
    assert (refused.fault.code, "not saved" in refused.fault.message) == ("conflict", True)
    assert len(nodes["nodes"]) == 2


async def test_a_run_that_is_shown_says_its_result(tmp_path: Path) -> None:
    keep(tmp_path)
    async with pollex.App(home=tmp_path) as app:
        started = await called(app, "runs.start", {"workflow": "orders", "inputs": {"n": 12}})
        shown = await called(app, "runs.show", {"id": started["run"]})
    assert shown["result"]["ok"] is True
    assert shown["result"]["data"]["outputs"] == {"total": 12}


async def test_no_name_of_a_workflow_leads_out_of_its_folder(tmp_path: Path) -> None:
    keep(tmp_path)
    (tmp_path / "workflows" / "...workflow.json").write_text(json.dumps(WORKFLOW))
    call = {"op": "api.call", "params": {"url": "pollex://tool/workflows.create", "body": {"name": ".."}}}
    show = {
        "op": "api.call",
        "params": {"url": "pollex://tool/windows.open", "body": {"name": "workflow", "about": ".."}},
    }
    async with pollex.App(home=tmp_path) as app:
        answers = await app.workspace().apply([call, show])
        assert [each.fault and each.fault.code for each in answers] == ["invalid_input", "not_found"]
        assert [each["name"] for each in await called(app, "workflows.list", {})] == ["orders"]
    assert written(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "near"),
    [("my orders", "my-orders"), ("../etc/orders", "etc-orders"), ("/", "orders"), ("a" * 99, "a" * 80)],
)
async def test_a_name_that_no_workflow_can_have_is_refused_with_one_that_it_can(
    tmp_path: Path, name: str, near: str
) -> None:
    async with pollex.App(home=tmp_path) as app:
        params = {"url": "pollex://tool/workflows.create", "body": {"name": name}}
        [refused] = await app.workspace().apply([{"op": "api.call", "params": params}])
        assert refused.fault is not None
        assert (refused.fault.code, refused.fault.hint) == ("invalid_input", f"Choose a name such as {near!r}.")
        assert await called(app, "workflows.create", {"name": near}) == {"name": near}

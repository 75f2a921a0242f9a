"""From Python, a workspace is decided about as over HTTP: its gate, its plans, its approvals, its model."""

import asyncio
import json
from typing import Any

import pytest

from pollex import App, Fault
from pollex.app.workspaces import WorkspaceHandle

from ...waits import until_async

OPEN = {"op": "window.create", "params": {"id": "notes", "title": "Notes"}}
OTHER = {"op": "window.create", "params": {"id": "other", "title": "Other"}}
WIPE: list[dict[str, Any]] = [
    {"op": "api.call", "params": {"method": "POST", "url": "pollex://tool/wipe", "body": {"what": "it"}}}
]


async def planned(app: App, *commands: Any) -> tuple[WorkspaceHandle, str]:
    """Return a workspace with a plan of these commands, which came as text of a model."""
    workspace = await app.workspace()
    aggregator = await workspace.aggregator()
    aggregator.add(f"Here: {json.dumps(commands)}")
    await aggregator.flush()
    [plan] = (await workspace.gate())["plans"]
    return workspace, plan["plan"]


@pytest.mark.document("003", "Text of a model from elsewhere passes the gate: `await workspace.aggregator()`.")
async def test_text_of_a_model_waits_as_a_plan_or_is_drawn_with_full_control(app: App) -> None:
    workspace, _ = await planned(app, OPEN)
    assert workspace.windows() == []
    await workspace.full_control(on=True)
    aggregator = await workspace.aggregator()
    aggregator.add(json.dumps([OTHER]))
    await aggregator.flush()
    assert workspace.windows() == [{"id": "other", "title": "Other"}]


@pytest.mark.document("003", "From Python a program decides about plans, approvals, Full Control and the model.")
async def test_steps_of_a_plan_are_edited_accepted_and_refused(app: App) -> None:
    workspace, plan = await planned(app, OPEN, OTHER)
    await workspace.edit_plan(plan, 0, {"op": "window.create", "params": {"id": "notes", "title": "My notes"}})
    [answer] = await workspace.accept_plan(plan, [0])
    assert (answer.ok, workspace.windows()) == (True, [{"id": "notes", "title": "My notes"}])
    await workspace.refuse_plan(plan)
    assert (await workspace.gate(), len(workspace.windows())) == (
        {"fullControl": False, "locked": False, "plans": []},
        1,
    )


@pytest.mark.parametrize(("approved", "done"), [(True, ["it"]), (False, [])])
async def test_a_call_that_waits_is_answered(app: App, wiped: list[str], approved: bool, done: list[str]) -> None:
    workspace = await app.workspace()
    call = asyncio.ensure_future(workspace.apply(WIPE, by="person"))
    [question] = await until_async("it asks", workspace.approvals)
    assert question["tool"] == "wipe"
    await workspace.approve(question["path"], approved=approved)
    await call
    assert (wiped, await workspace.approvals()) == (done, [])


async def test_full_control_is_locked_by_stop_and_unlocked(app: App) -> None:
    workspace = await app.workspace()
    await workspace.stop()
    with pytest.raises(Fault) as caught:
        await workspace.full_control(on=True)
    assert caught.value.code == "denied"
    await workspace.unlock()
    await workspace.full_control(on=True)
    assert await workspace.gate() == {"fullControl": True, "locked": False, "plans": []}


async def test_the_model_is_chosen_and_kept(app: App) -> None:
    workspace = await app.workspace()
    await workspace.choose_model("ollama:llama3")
    assert (await workspace.model())["name"] == "ollama:llama3"
    with pytest.raises(Fault) as caught:
        await workspace.choose_model("nobody:nothing")
    assert caught.value.code == "not_found"
    assert (await workspace.model())["name"] == "ollama:llama3"

"""A secret given as an input of a workflow: used by name, never kept, never told."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from pollex import App, Secret, tool
from pollex.core.call import new_id
from pollex.core.json import Object, dumps
from pollex.flow.workflow import Workflow

TEXT = "cobol-1959"
heard: list[str] = []


@tool(effect="act")
async def sign_in(password: str) -> int:
    """Sign in."""
    heard.append(password)
    return len(password)


def workflow(*nodes: Object, **more: Any) -> Workflow:
    placed = [{"position": at, **node} for at, node in enumerate(nodes, 1)]
    inputs = [{"display_name": "pin", "type": "string"}]
    return Workflow.from_json({"name": "sign in", "inputs": inputs, "nodes": placed, **more})


SIGN_IN: Object = {"type": "tool", "alias": "length", "config": {"tool": "sign_in", "args": {"password": "{{pin}}"}}}
KEEP: Object = {"type": "context", "config": {"operation": "set", "key": "kept", "value": "{{pin}}"}}


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    heard.clear()
    async with App(home=tmp_path) as running:
        running.tools.add(sign_in)
        yield running


@pytest.mark.parametrize("durable", [True, False])
async def test_a_secret_input_opens_where_it_is_used_and_nowhere_else(app: App, durable: bool) -> None:
    run = new_id()
    result = await app.run_workflow(workflow(SIGN_IN), {"pin": Secret("pin", TEXT)}, run=run, durable=durable)
    assert result.fault is None
    assert heard == [TEXT]
    events = [event.to_json() for event in await app.find_run(run).events()]
    assert TEXT not in dumps([result.to_json(), events])
    assert events[0]["data"]["inputs"] == {"pin": "{{secret.pin}}"}
    if durable:
        assert TEXT not in dumps(await app.runs.control.plan(run))
    assert app.runs.execution.secrets == {}


async def test_it_cannot_become_a_value(app: App) -> None:
    result = await app.run_workflow(workflow(KEEP), {"pin": Secret("pin", TEXT)}, durable=False)
    assert result.fault is not None
    assert result.fault.message == "A secret cannot become a value: it would be kept and shown."
    told = workflow(SIGN_IN, outputs=[{"display_name": "pin", "type": "string", "value": "{{pin}}"}])
    result = await app.run_workflow(told, {"pin": Secret("pin", TEXT)}, durable=False)
    assert (result.ok, TEXT in dumps(result.to_json())) == (False, False)


async def test_a_text_that_looks_like_the_name_of_a_secret_is_a_text(app: App) -> None:
    await app.run_workflow(workflow(SIGN_IN), {"pin": "{{secret.pin}}"}, durable=False)
    assert heard == ["{{secret.pin}}"]

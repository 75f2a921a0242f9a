"""A run's id is a UUID at every door; the command line also takes the beginning of one."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from pollex import App, Fault
from pollex.core.call import checked_run_id, new_id
from pollex.flow.workflow import Workflow
from pollex.runs.stop import chosen

WORKFLOW = Workflow.from_json({"name": "Nothing", "nodes": []})
DOORS: dict[str, Callable[[App, str], Awaitable[Any]]] = {
    "run_workflow": lambda app, run: app.run_workflow(WORKFLOW, run=run),
    "run_workflow in memory": lambda app, run: app.run_workflow(WORKFLOW, run=run, durable=False),
    "resume_run": lambda app, run: app.resume_run(run),
    "resume": lambda app, run: app.runs.resume(run),
    "fork": lambda app, run: app.runs.fork(run),
}


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with App(home=tmp_path) as running:
        yield running


@pytest.mark.document("000", "A malformed run id is refused with the document's words at every door.")
@pytest.mark.parametrize("door", DOORS)
async def test_an_id_that_is_no_uuid_is_refused(app: App, door: str) -> None:
    result = await DOORS[door](app, "my task name")
    assert result.fault is not None
    assert result.fault.message == "Invalid task ID format: my task name"
    assert (result.fault.code, result.fault.expected) == ("invalid_input", "a UUID")


async def test_the_id_of_a_task_too(app: App) -> None:
    run = await app.run("Click Save", url="about:blank", model="local", run="12")
    assert run.result is not None
    assert run.result.fault is not None
    assert run.result.fault.message == "Invalid task ID format: 12"


async def test_a_run_is_found_by_a_uuid_or_as_the_child_of_one(app: App) -> None:
    run = new_id()
    assert app.find_run(f"{run}/3").id == f"{run}/3"
    with pytest.raises(Fault, match="Invalid task ID format: today"):
        app.find_run("today")
    with pytest.raises(Fault, match="Invalid task ID format: today"):
        await app.runs.questions("today")


def test_a_new_run_is_nobodys_child() -> None:
    run = new_id()
    assert checked_run_id(run.upper(), new=True) == run.upper()
    with pytest.raises(Fault, match="Invalid task ID format"):
        checked_run_id(f"{run}/3", new=True)


@pytest.mark.parametrize(
    ("begun", "message"), [("today", "Invalid task ID format: today"), ("beef", "There is no run")]
)
def test_the_command_line_takes_a_beginning(begun: str, message: str) -> None:
    run = new_id()
    assert chosen(run[:5], [run]) == run
    with pytest.raises(Fault, match=message):
        chosen(begun, ["0f"])

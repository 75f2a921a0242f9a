"""Trying the workflow or a few of its nodes, through the editor's seam and the real runner."""

from collections.abc import Sequence
from typing import Any

from pollex.core.context import Context
from pollex.core.declare import tool
from pollex.core.footing import Footing
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.steps import MemorySteps
from pollex.flow.director import Run
from pollex.flow.run import run_workflow
from pollex.flow.workflow import Workflow

Make = Any


@tool(effect="read", examples=[{"a": 1, "b": 2}])
async def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


TOOLS = Registry(add)
SET: Object = {"position": 1, "type": "context", "config": {"operation": "set", "key": "list", "value": [1, 2]}}
SUM: Object = {
    "position": 2,
    "type": "tool",
    "alias": "sum",
    "config": {"tool": "add", "args": {"a": "{{first}}", "b": 2}},
}
AGAIN: Object = {"position": 3, "type": "tool", "config": {"tool": "add", "args": {"a": "{{sum}}", "b": 1}}}
LOOP: Object = {
    "position": 4,
    "type": "iterate",
    "alias": "loop",
    "config": {"over": "list", "variable": "n", "body": 5},
}
BODY: Object = {"position": 5, "type": "tool", "config": {"tool": "add", "args": {"a": "{{n}}", "b": "{{sum}}"}}}
INPUTS = {"inputs": [{"display_name": "first", "type": "number", "default_value": "5"}]}


def runner(seen: list[Any] | None = None) -> Run:
    async def run(workflow: Workflow, inputs: Object, positions: Sequence[int] | None) -> Result:
        if seen is not None:
            seen.append((inputs, positions))
        return await run_workflow(workflow, inputs, Footing(Context(TOOLS), MemorySteps()))

    return run


async def test_the_whole_workflow_runs(director: Make) -> None:
    work = director(SET, SUM, LOOP, BODY, document=INPUTS, run=runner(), tools=TOOLS)
    data = await work.do("run_workflow", inputsJson='{"first": 1}')
    assert data["variables"] == {"list": [1, 2]}
    assert [(node["path"], node["ok"]) for node in data["nodes"]] == [
        ("/1", True),
        ("/2", True),
        ("/4[0]/5", True),
        ("/4[1]/5", True),
        ("/4", True),
    ]
    assert work.editor.variables == {"list": [1, 2]}


async def test_one_node_runs_and_leaves_its_result_for_the_next(director: Make) -> None:
    seen: list[Any] = []
    work = director(SET, SUM, AGAIN, document=INPUTS, run=runner(seen), tools=TOOLS)
    assert (await work.do("run_node", position=2, inputsJson='{"first": 3}'))["outputs"] == {"sum": 5}
    assert (await work.do("run_node", position=3))["outputs"] == {"node_3": 6}
    assert seen == [({"first": 3}, [2]), ({"sum": 5}, [3])]


async def test_a_few_nodes_run_with_what_they_own(director: Make) -> None:
    work = director(SET, SUM, LOOP, BODY, document=INPUTS, run=runner(), tools=TOOLS)
    data = await work.do("run_node", position=1, through=4, inputs={"first": 1})
    assert data["outputs"]["loop"] == {"count": 2, "results": [4, 5], "errors": []}


async def test_a_node_that_needs_what_nobody_has_made_is_refused(director: Make) -> None:
    fault = await director(SUM, AGAIN, document=INPUTS, run=runner(), tools=TOOLS).refused("run_node", position=3)
    assert "Nothing is named 'sum'." in fault.message
    assert fault.hint == "Run the nodes before it first, or give what it refers to in inputsJson."


async def test_a_workflow_with_something_open_cannot_run(director: Make) -> None:
    fault = await director(SET, LOOP, run=runner()).refused("run_workflow")
    assert fault.message == "The workflow cannot run: There is no node at position 5."


async def test_a_failed_run_says_so_and_what_it_did(director: Make) -> None:
    work = director(SET, {**SUM, "position": 2}, document=INPUTS, run=runner(), tools=TOOLS)
    result = await work.call("run_workflow", {"inputsJson": '{"first": "x"}'})
    assert result.fault is not None
    assert result.fault.pointer == "/first"


async def test_without_a_runner_nothing_runs(director: Make) -> None:
    assert (await director(SET).refused("run_workflow")).code == "unavailable"

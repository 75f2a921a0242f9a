"""Trying the workflow or a few of its nodes, through the editor's seam and the real runner."""

from typing import Any

import pytest

from pollex import App
from pollex.core.context import Context
from pollex.core.declare import tool
from pollex.core.environment import RunEnvironment
from pollex.core.json import Object
from pollex.core.protocols import Page
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.steps import MemorySteps
from pollex.flow.director import RunWorkflow
from pollex.flow.run import run_workflow
from pollex.flow.workflow import Workflow
from pollex.practice.server import Server

Make = Any
browser = pytest.mark.asyncio(loop_scope="session")


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


def runner(seen: list[Any] | None = None) -> RunWorkflow:
    async def run(workflow: Workflow, inputs: Object, page: Page | None) -> Result:
        if seen is not None:
            seen.append((inputs, [node.position for node in workflow.nodes]))
        return await run_workflow(workflow, inputs, RunEnvironment(Context(TOOLS), MemorySteps(), results=True))

    return run


async def test_the_whole_workflow_runs(director: Make) -> None:
    work = director(SET, SUM, LOOP, BODY, document=INPUTS, run=runner(), known=TOOLS)
    data = await work.do("run_workflow", inputsJson='{"first": 1}')
    assert data["variables"] == {"list": [1, 2]}
    assert [(node["path"], node["ok"]) for node in data["nodes"]] == [
        ("/1", True),
        ("/2", True),
        ("/4[0]/5", True),
        ("/4[1]/5", True),
        ("/4", True),
    ]
    loop = {"count": 2, "results": [4, 5], "errors": []}
    assert work.editor.variables == {"list": [1, 2], "sum": 3, "loop": loop}


async def test_one_node_runs_and_leaves_its_result_for_the_next(director: Make) -> None:
    seen: list[Any] = []
    work = director(SET, SUM, AGAIN, document=INPUTS, run=runner(seen), known=TOOLS)
    assert (await work.do("run_node", position=2, inputsJson='{"first": 3}'))["outputs"] == {"sum": 5}
    assert (await work.do("run_node", position=3))["outputs"] == {"node_3": 6}
    assert seen == [({"first": 3}, [2]), ({"sum": 5}, [3])]


async def test_a_few_nodes_run_with_what_they_own(director: Make) -> None:
    work = director(SET, SUM, LOOP, BODY, document=INPUTS, run=runner(), known=TOOLS)
    data = await work.do("run_node", position=1, through=4, inputs={"first": 1})
    assert data["outputs"]["loop"] == {"count": 2, "results": [4, 5], "errors": []}


async def test_a_node_that_needs_what_nobody_has_made_is_refused(director: Make) -> None:
    fault = await director(SUM, AGAIN, document=INPUTS, run=runner(), known=TOOLS).refused("run_node", position=3)
    assert "Nothing is named 'sum'." in fault.message
    assert fault.hint == "Run the nodes before it first, or give what it refers to in inputsJson."


async def test_a_workflow_with_something_open_cannot_run(director: Make) -> None:
    fault = await director(SET, LOOP, run=runner()).refused("run_workflow")
    assert fault.message == "The workflow cannot run: There is no node at position 5."


async def test_a_failed_run_says_so_and_what_it_did(director: Make) -> None:
    work = director(SET, {**SUM, "position": 2}, document=INPUTS, run=runner(), known=TOOLS)
    result = await work.call("run_workflow", {"inputsJson": '{"first": "x"}'})
    assert result.fault is not None
    assert result.fault.pointer == "/first"


async def test_without_a_runner_nothing_runs(director: Make) -> None:
    assert (await director(SET).refused("run_workflow")).code == "unavailable"


async def test_a_trial_answers_with_each_nodes_result(director: Make) -> None:
    work = director(SET, SUM, LOOP, BODY, document=INPUTS, run=runner(), known=TOOLS)
    data = await work.do("run_workflow", inputsJson='{"first": 1}')
    assert [(node["path"], node["result"]) for node in data["nodes"]] == [
        ("/1", [1, 2]),
        ("/2", 3),
        ("/4[0]/5", 4),
        ("/4[1]/5", 5),
        ("/4", {"count": 2, "results": [4, 5], "errors": []}),
    ]


async def test_a_failed_node_has_no_result_and_those_before_it_have(director: Make) -> None:
    late = {"position": 3, "type": "tool", "config": {"tool": "add", "args": {"a": "{{list}}", "b": 1}}}
    work = director(SET, late, run=runner(), known=TOOLS)
    result = await work.call("run_workflow", {})
    assert [(node["ok"], node["result"]) for node in result.data["nodes"]] == [(True, [1, 2]), (False, None)]


async def test_long_results_are_cut_and_kept_whole_for_the_next_trial(director: Make) -> None:
    rows = [{"name": f"thing {number}"} for number in range(200)]
    long = {**SET, "config": {"operation": "set", "key": "list", "value": rows}, "alias": "things"}
    work = director(long, run=runner())
    [node] = (await work.do("run_workflow"))["nodes"]
    assert node["result"].startswith('[{"name":"thing 0"}')
    assert node["result"].endswith("…")
    assert len(node["result"]) == 500
    assert work.editor.variables["things"] == rows


async def test_a_trial_answers_with_what_was_shown(director: Make) -> None:
    said = {"position": 5, "type": "show", "config": {"title": "One", "value": "number {{n}}", "as": "markdown"}}
    data = await director(SET, LOOP, said, run=runner()).do("run_workflow")
    assert data["shown"] == [
        {"path": "/4[0]/5", "title": "One", "as": "markdown", "value": "number 1"},
        {"path": "/4[1]/5", "title": "One", "as": "markdown", "value": "number 2"},
    ]


@browser
async def test_a_trial_begins_in_a_fresh_browser_unless_told_otherwise(app: App, server: Server) -> None:
    """The shop asks each visitor once about cookies."""
    shop, banner = f"{server.url}/shop/", "text=Only necessary"
    opened = {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": shop}}
    rules = [{"type": "exists", "selector": banner}]
    asked = {"position": 2, "type": "browser_query", "alias": "asked", "config": {"method": "observe", "rules": rules}}
    async with app.director({"name": "fresh", "nodes": [opened, asked]}) as editor:
        for args in ({"action": "navigate", "url": shop}, {"action": "click", "selector": banner}):
            (await editor.call("debug_browser", args)).unwrap()
        for here, holds in ((True, False), (False, True), (True, True)):
            data = (await editor.call("run_workflow", {"here": here} if here else {})).unwrap()
            assert data["nodes"][1]["result"]["holds"] is holds
        (await editor.call("debug_browser", {"action": "click", "selector": banner})).unwrap()
        data = (await editor.call("run_node", {"position": 2, "here": True})).unwrap()
        assert data["outputs"]["asked"]["holds"] is False
        data = (await editor.call("run_node", {"position": 1, "through": 2})).unwrap()
        assert data["outputs"]["asked"]["holds"] is True


@browser
async def test_a_trial_is_held_to_the_domains_of_the_workflow(app: App, server: Server) -> None:
    opened = {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": f"{server.url}/shop/"}}
    document = {"name": "held", "allowedDomains": ["example.org"], "nodes": [opened]}
    async with app.director(document) as editor:
        result = await editor.call("run_workflow")
        assert result.fault is not None
        assert result.fault.code == "blocked_domain"


@browser
async def test_a_browser_that_is_not_held_to_the_domains_is_noted(app: App, server: Server) -> None:
    document = {"name": "held", "allowedDomains": ["127.0.0.1"], "nodes": [SET]}
    async with app.director(document) as editor:
        (await editor.call("debug_browser", {"action": "navigate", "url": f"{server.url}/shop/"})).unwrap()
        notes = [(await editor.call("run_workflow", {"here": here})).notes for here in (True, False, True)]
        assert notes == [("The browser that was open is not held to 'allowedDomains'; a fresh one is.",), (), ()]


@browser
async def test_a_node_that_fails_for_want_of_a_page_is_told_how_to_get_one(app: App, server: Server) -> None:
    opened = {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": f"{server.url}/shop/"}}
    clicked = {"action": "click", "selector": "text=Only necessary"}
    node = {"position": 2, "type": "browser_action", "timeoutMs": 500, "config": clicked}
    async with app.director({"name": "alone", "nodes": [opened, node]}) as editor:
        result = await editor.call("run_node", {"position": 2})
        assert not result.ok
        assert result.notes == (
            "It began in a fresh browser. Run it together with the nodes before it, or after them with 'here'.",
        )
        (await editor.call("run_node", {"position": 1, "through": 2})).unwrap()

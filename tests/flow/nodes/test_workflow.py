"""`workflow`: another workflow, in a file beside this one."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pollex import App
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.flow.workflow import Workflow
from pollex.practice.server import Server

Run = Callable[..., Awaitable[Result]]
INNER: Object = {
    "name": "inner",
    "inputs": [{"display_name": "who", "type": "string", "required": True}],
    "outputs": [{"display_name": "greeting", "type": "string", "value": "{{made}}"}],
    "nodes": [{"position": 5, "type": "context", "config": {"operation": "set", "key": "made", "value": "Hi {{who}}"}}],
}


def put(key: str, value: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}}


def call(workflow: str = "inner.json", **config: Any) -> Object:
    return {"type": "workflow", "alias": "called", "config": {"workflow": workflow, **config}}


def save(folder: Path, name: str, document: Object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(document))
    return folder / name


def outer(*nodes: Object, name: str = "outer") -> Object:
    return {"name": name, "nodes": [{"position": at, **node} for at, node in enumerate(nodes, 1)]}


def issues(path: Path) -> list[tuple[str | None, str, str]]:
    with pytest.raises(Fault) as caught:
        Workflow.load(path)
    return [(issue.file, issue.pointer, issue.message) for issue in caught.value.issues]


async def test_its_outputs_are_the_result(run: Run, tmp_path: Path) -> None:
    save(tmp_path, "inner.json", INNER)
    nodes = (put("name", "Ada"), call(inputs={"who": "{{name}}"}), put("made", "{{called.greeting}}!"))
    result = await run(*nodes, folder=tmp_path)
    assert result.unwrap()["variables"] == {"name": "Ada", "made": "Hi Ada!"}
    assert [node["path"] for node in result.data["nodes"]] == ["/1", "/2/5", "/2", "/3"]


async def test_without_declared_outputs_its_variables_are(run: Run, tmp_path: Path) -> None:
    save(tmp_path, "inner.json", {**INNER, "outputs": []})
    result = await run(call(inputs={"who": "Ada"}, store_variable="kept"), folder=tmp_path)
    assert result.unwrap()["variables"] == {"kept": {"made": "Hi Ada"}}


async def test_it_sees_only_its_inputs(tmp_path: Path) -> None:
    peeking = {**INNER, "nodes": [{"position": 5, **put("made", "{{outside}}")}]}
    save(tmp_path, "inner.json", peeking)
    path = save(tmp_path, "outer.json", outer(put("outside", 1), call(inputs={"who": "x"})))
    assert issues(path) == [("inner.json", "/nodes/0/config/value", "Nothing is named 'outside'.")]


async def test_variables_do_not_leak_out(run: Run, tmp_path: Path) -> None:
    save(tmp_path, "inner.json", INNER)
    assert (await run(put("made", 0), call(inputs={"who": "x"}), folder=tmp_path)).unwrap()["variables"] == {"made": 0}


async def test_wrong_inputs_at_run_time(run: Run, tmp_path: Path) -> None:
    save(tmp_path, "inner.json", {**INNER, "inputs": [{"display_name": "who", "type": "number", "required": True}]})
    result = await run(put("name", "Ada"), call(inputs={"who": "{{name}}"}), folder=tmp_path)
    assert result.fault is not None
    assert result.fault.code == "invalid_input"
    assert result.fault.message.startswith("The inputs of 'inner.json': ")


async def test_a_failure_inside_is_the_nodes(run: Run, tmp_path: Path) -> None:
    gone = {"type": "context", "config": {"operation": "clear"}}
    get = {"type": "context", "config": {"operation": "get", "key": "a"}}
    save(tmp_path, "inner.json", outer(put("a", 1), gone, get))
    result = await run(call(), put("after", 1), folder=tmp_path)
    assert result.fault is not None
    assert [(node["path"], node["ok"]) for node in result.data["nodes"]] == [
        ("/1/1", True),
        ("/1/2", True),
        ("/1/3", False),
        ("/1", False),
    ]


async def test_in_a_loop_each_turn_begins_anew(run: Run, tmp_path: Path) -> None:
    counting = {"type": "context", "config": {"operation": "merge", "key": "seen", "value": ["{{who}}"]}}
    document = {**INNER, "outputs": [{"display_name": "seen", "type": "json"}], "nodes": [{"position": 1, **counting}]}
    save(tmp_path, "inner.json", document)
    loop = {"type": "iterate", "alias": "loop", "config": {"over": "list", "variable": "n", "body": 3}}
    outputs = [{"display_name": "told", "type": "json", "value": "{{loop.results}}"}]
    nodes = (put("list", ["a", "b"]), loop, call(inputs={"who": "{{n}}"}))
    result = await run(*nodes, folder=tmp_path, outputs=outputs)
    assert result.unwrap()["outputs"]["told"] == [{"seen": ["a"]}, {"seen": ["b"]}]


async def test_files_below_and_above_are_found_from_where_they_are_named(tmp_path: Path) -> None:
    save(tmp_path / "parts", "middle.json", outer(call("../inner.json", inputs={"who": "x"})))
    save(tmp_path, "inner.json", INNER)
    workflow = Workflow.load(save(tmp_path, "outer.json", outer(call("parts/middle.json"))))
    assert workflow.called["parts/middle.json"].called["../inner.json"].name == "inner"


async def test_a_run_is_frozen_with_what_it_calls(tmp_path: Path) -> None:
    save(tmp_path, "inner.json", INNER)
    workflow = Workflow.load(save(tmp_path, "outer.json", outer(call(inputs={"who": "x"}))))
    frozen = json.loads(json.dumps(workflow.frozen()))
    (tmp_path / "inner.json").unlink()
    assert Workflow.thawed(frozen).called["inner.json"].name == "inner"


def test_mistakes_of_all_files_come_at_once(tmp_path: Path) -> None:
    save(tmp_path, "inner.json", {**INNER, "nodes": [{"position": 1, "type": "contxt"}], "outputs": []})
    path = save(tmp_path, "outer.json", outer(put("a", "{{nope}}"), call(inputs={"who": "x"})))
    assert issues(path) == [
        (None, "/nodes/0/config/value", "Nothing is named 'nope'."),
        ("inner.json", "/nodes/0/type", "There is no type of node 'contxt'."),
    ]


def test_inputs_are_checked_while_written(tmp_path: Path) -> None:
    save(tmp_path, "inner.json", INNER)
    path = save(tmp_path, "outer.json", outer(call(inputs={"how": 1})))
    assert [(pointer, message) for _, pointer, message in issues(path)] == [
        ("/nodes/0/config/inputs/how", "There is no key 'how' here."),
        ("/nodes/0/config/inputs/who", "The key 'who' is missing."),
    ]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = save(tmp_path, "outer.json", outer(call("nowhere.json")))
    [(_, pointer, message)] = issues(path)
    assert pointer == "/nodes/0/config/workflow"
    assert "cannot be read" in message


def test_a_file_that_is_no_json(tmp_path: Path) -> None:
    (tmp_path / "inner.json").write_text("{'name': 1}")
    [(_, pointer, message)] = issues(save(tmp_path, "outer.json", outer(call())))
    assert pointer == "/nodes/0/config/workflow"
    assert "is not JSON" in message


@pytest.mark.parametrize("called", ["outer.json", "./outer.json", "inner.json"])
def test_circles_are_told(tmp_path: Path, called: str) -> None:
    save(tmp_path, "inner.json", outer(call("outer.json"), name="inner"))
    found = issues(save(tmp_path, "outer.json", outer(call(called))))
    assert len(found) == 1
    assert "The workflows call each other for ever: " in found[0][2]


def test_a_workflow_in_no_folder_can_call_nobody() -> None:
    with pytest.raises(Fault, match="this workflow is in no folder"):
        Workflow.from_json(outer(call()))


def test_the_file_is_required(tmp_path: Path) -> None:
    path = save(tmp_path, "outer.json", outer({"type": "workflow", "config": {}}))
    assert issues(path) == [(None, "/nodes/0/config/workflow", "The key 'workflow' is missing.")]


def test_its_outputs_are_known(tmp_path: Path) -> None:
    save(tmp_path, "inner.json", INNER)
    path = save(tmp_path, "outer.json", outer(call(inputs={"who": "x"}), put("a", "{{called.greting}}")))
    assert [pointer for _, pointer, _ in issues(path)] == ["/nodes/1/config/value"]


@pytest.mark.asyncio(loop_scope="session")
async def test_it_runs_in_the_same_browser(app: App, server: Server, tmp_path: Path) -> None:
    site = {"display_name": "site", "type": "string"}
    go = {"type": "browser_action", "config": {"action": "navigate", "url": "{{site}}/hard/keys"}}
    save(tmp_path, "inner.json", {**outer(go), "inputs": [site]})
    look = {"type": "browser_query", "config": {"method": "validate", "rules": [{"type": "url", "contains": "/keys"}]}}
    document = {**outer(call(inputs={"site": "{{site}}"}), look), "inputs": [site]}
    workflow = Workflow.load(save(tmp_path, "outer.json", document))
    assert (await app.run_workflow(workflow, {"site": server.url}, durable=False)).ok


def test_it_reaches_at_most_its_own_domains(tmp_path: Path) -> None:
    """One browser serves both, so the outer workflow must not reach further than the inner one."""
    save(tmp_path, "inner.json", {**INNER, "allowedDomains": ["example.org"]})
    wide = save(tmp_path, "outer.json", outer(call(inputs={"who": "x"})))
    assert [(pointer, message) for _, pointer, message in issues(wide)] == [
        (
            "/nodes/0/config/workflow",
            "The workflow that is called may reach example.org only; this one does not say so.",
        )
    ]
    narrow = {**outer(call(inputs={"who": "x"})), "allowedDomains": ["example.org"]}
    assert Workflow.load(save(tmp_path, "outer.json", narrow)).domains == ("example.org",)

"""Workflows over HTTP: those that are kept, their versions, and the draft in the editor of a workspace."""

import json
from typing import Any

import pytest

from pollex.core.json import Object
from pollex.core.schema import Schema
from pollex.serve.endpoints import ENDPOINTS
from pollex.serve.openapi import openapi

from ..waits import until
from .served import Served

DOCUMENT = openapi(ENDPOINTS)
ORDERS: Object = {
    "name": "Orders",
    "description": "Counts orders.",
    "inputs": [{"display_name": "rows", "type": "json", "default_value": "[1, 2]"}],
    "nodes": [
        {
            "position": 1,
            "type": "iterate",
            "alias": "each",
            "config": {"over": "rows", "variable": "row", "body": [2, 3]},
        },
        {
            "position": 2,
            "type": "context",
            "alias": "note",
            "config": {"operation": "set", "key": "k", "value": "{{row}}"},
        },
        {"position": 3, "type": "show", "config": {"value": "{{row}}"}},
        {"position": 4, "type": "show", "alias": "end", "config": {"value": "Done"}},
    ],
}


class Desk:
    """A workspace with a draft, and a kept workflow of its own."""

    def __init__(self, served: Served, name: str) -> None:
        self.client, self.name = served.client, name
        self.file = served.home / "workflows" / f"{name}.workflow.json"
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(json.dumps(ORDERS))
        self.workspace = str(served.client.post("/api/workspaces").json()["id"])

    def draft(self) -> Any:
        return self.client.get(f"/api/workspace/{self.workspace}/draft").json()

    def do(self, verb: str, status: int = 200, **args: Any) -> Any:
        answer = self.client.post(f"/api/workspace/{self.workspace}/draft", json={"verb": verb, "args": args})
        assert answer.status_code == status, answer.text
        return answer.json()

    def state(self) -> Any:
        found = self.client.get(f"/api/workspace/{self.workspace}").json()["state"]
        return {each["key"]: each["value"] for each in found}["pollex.draft"]


@pytest.fixture
def desk(served: Served, request: pytest.FixtureRequest) -> Desk:
    return Desk(served, request.node.name)


def fits(name: str, value: Any) -> bool:
    return Schema({"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}).issues(value) == ()


def drawn(shown: Any) -> dict[str, Any]:
    return {each["title"]: each for each in shown["drawing"]["nodes"]}


def test_kept_workflows_are_listed_and_shown(desk: Desk) -> None:
    listed = {each["name"]: each for each in desk.client.get("/api/workflows").json()["workflows"]}
    assert (listed[desk.name]["title"], listed[desk.name]["nodes"]) == ("Orders", 4)
    shown = desk.client.get(f"/api/workflows/{desk.name}").json()
    assert fits("KeptWorkflow", shown)
    assert shown["document"] == ORDERS
    assert (shown["fault"], [each["number"] for each in shown["versions"]]) == (None, [1])
    assert drawn(shown)["note"]["owner"] == drawn(shown)["each"]["id"]


def test_what_is_not_there_is_said(desk: Desk) -> None:
    answer = desk.client.get("/api/workflows/nothing-of-the-kind")
    assert answer.status_code == 404
    assert answer.json()["fault"]["code"] == "not_found"
    answer = desk.client.get(f"/api/workflows/{desk.name}/difference?before=7&after=8")
    assert answer.status_code == 404


def test_a_workflow_that_cannot_run_is_shown_with_what_is_wrong(desk: Desk) -> None:
    broken = {
        **ORDERS,
        "nodes": [*ORDERS["nodes"], {"position": 5, "type": "show", "config": {"value": "{{nothing}}"}}],
    }
    desk.file.write_text(json.dumps(broken))
    shown = desk.client.get(f"/api/workflows/{desk.name}").json()
    assert len(shown["drawing"]["nodes"]) == 5
    assert shown["fault"]["issues"][0]["pointer"] == "/nodes/4/config/value"


def test_the_types_of_nodes_have_what_a_form_needs(served: Served) -> None:
    types = served.client.get("/api/node-types").json()["types"]
    assert all(fits("NodeType", each) for each in types)
    [action] = [each for each in types if each["type"] == "browser_action"]
    assert action["properties"]["action"]["enum"]
    assert action["choices"]["action"]["navigate"] == "url"


def test_a_draft_is_edited_undone_and_saved_as_a_version(desk: Desk) -> None:
    desk.do("open", name=desk.name)
    before = desk.state()["revision"]
    made = desk.do("add", node={"type": "show", "config": {"value": "New"}}, place={"after": 2})
    assert made["data"] == {"position": 3}
    assert fits("WorkflowDraft", made["draft"])
    assert desk.state()["revision"] > before
    desk.do("update", position=3, alias="new")
    moved = desk.do("move", position=3, place={"after": 5})
    assert drawn(moved["draft"])["new"]["owner"] is None
    removed = desk.do("delete", position=drawn(moved["draft"])["end"]["position"])
    assert (removed["draft"]["undo"], removed["draft"]["saved"]) == (4, False)
    assert "end" in drawn(desk.do("undo")["draft"])
    assert "end" not in drawn(desk.do("redo")["draft"])
    saved = desk.do("save")["draft"]
    assert saved["saved"]
    assert [node.get("alias") for node in json.loads(desk.file.read_text())["nodes"]] == ["each", "note", None, "new"]
    shown = desk.client.get(f"/api/workflows/{desk.name}").json()
    assert [each["number"] for each in shown["versions"]] == [2, 1]
    found = desk.client.get(f"/api/workflows/{desk.name}/difference?before=1&after=2").json()["differences"]
    assert all(fits("WorkflowDifference", each) for each in found)
    assert {(each["name"], each["did"]) for each in found} == {
        ("Node 1 (each)", "changed"),
        ("Node 4", "moved"),
        ("Node 4 (end)", "removed"),
        ("Node 6 (new)", "added"),
    }


def test_the_model_and_the_person_edit_the_same_draft(desk: Desk) -> None:
    desk.do("open", name=desk.name)
    body = {"type": "show", "alias": "by_model", "config": {"value": "x"}}
    call = {"op": "api.call", "params": {"method": "POST", "url": "pollex://tool/create_node", "body": body}}
    desk.client.post(f"/api/workspace/{desk.workspace}/batch", json=[call])
    assert "by_model" in drawn(desk.draft())
    assert desk.draft()["undo"] == 1


def test_mistakes_point_to_the_field(desk: Desk) -> None:
    desk.do("open", name=desk.name)
    refused = desk.do("update", 422, position=4, config={"value": "{{nothing}}"})
    assert refused["fault"]["issues"][0]["pointer"] == "/config/value"
    refused = desk.do("add", 422, node={"type": "browser_action", "config": {"action": "navigate"}}, place={"after": 4})
    assert refused["fault"]["issues"][0]["pointer"].startswith("/node/config")
    assert desk.draft()["undo"] == 0


def test_nonsense_is_refused_with_its_place(desk: Desk) -> None:
    nonsense: list[tuple[str, Object, str]] = [
        ("add", {"node": [1]}, "/node"),
        ("add", {"node": {"type": "show"}, "place": {"after": {}}}, "/place/after"),
        ("move", {"position": 1, "place": "x"}, "/place"),
        ("move", {"position": [1]}, "/position"),
        ("try", {"inputs": "x"}, "/inputs"),
    ]
    for verb, args, pointer in nonsense:
        assert desk.do(verb, 422, **args)["fault"]["pointer"] == pointer


def test_no_node_is_tried_that_is_not_there(desk: Desk) -> None:
    assert desk.do("try", 404, position=99, rest=True)["fault"]["code"] == "not_found"


def test_changes_are_not_lost_by_opening_another(served: Served, desk: Desk) -> None:
    other = Desk(served, f"{desk.name}-other")
    desk.do("open", name=desk.name)
    desk.do("delete", position=4)
    assert desk.do("open", 409, name=other.name)["fault"]["hint"] == "Save it first, or discard the changes."
    assert desk.do("open", name=other.name, discard=True)["draft"]["name"] == other.name


def test_a_trial_is_followed_and_shows_results(desk: Desk) -> None:
    desk.do("open", name=desk.name)
    run = desk.do("try")["data"]["run"]
    with desk.client.stream("GET", f"/api/runs/{run}/events") as answer:
        kinds = [line.removeprefix("event: ") for line in answer.iter_lines() if line.startswith("event: ")]
    assert (kinds[0], kinds[-1]) == ("run.started", "run.finished")
    assert kinds.count("node.finished") == 6
    until("the trial is over", lambda: not desk.draft()["trial"]["running"])
    trial = desk.draft()["trial"]
    assert (trial["ok"], trial["nodes"][-1]["path"], trial["nodes"][-1]["result"]["value"]) == (True, "/4", "Done")
    assert desk.state()["trial"] == {"run": run, "running": False}
    desk.do("try", position=4)
    until("the trial is over", lambda: not desk.draft()["trial"]["running"])
    assert [each["path"] for each in desk.draft()["trial"]["nodes"]] == ["/4"]


def test_a_trial_that_cannot_begin_says_why(desk: Desk) -> None:
    desk.do("open", name=desk.name)
    desk.do("add", node={"type": "iterate", "config": {"over": "rows", "variable": "x"}})
    assert desk.draft()["open"][0]["position"] == 5
    assert "fault" in desk.do("try", 422)
    assert desk.draft()["trial"] is None


def test_a_trial_is_stopped(desk: Desk) -> None:
    desk.do("open", name=desk.name)
    waits = {"type": "tool", "config": {"tool": "await_file", "args": {"file": str(desk.file.with_name("never"))}}}
    added = desk.do("add", node=waits)["data"]["position"]
    desk.do("try", position=added)
    assert desk.do("try", 409)["fault"]["message"] == "A trial is going on."
    desk.do("stop")
    until("the trial is over", lambda: not desk.draft()["trial"]["running"])
    assert desk.draft()["trial"]["fault"]["code"] == "cancelled"

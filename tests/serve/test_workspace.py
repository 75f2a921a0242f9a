"""Workspaces over HTTP: batches answered command by command, or refused as a whole with every mistake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from pollex.core.json import dumps
from pollex.core.schema import Schema
from pollex.serve.openapi import openapi
from pollex.serve.workspace_requests import REQUESTS

from ..processes import Nursery
from ..waits import until
from .served import Served

COMPONENTS = openapi(())["components"]
WINDOW = {"op": "window.create", "params": {"id": "notes", "title": "Notes"}}
PATHS = ("", *(f"/{name}" for name in REQUESTS))


@pytest.fixture
def workspace(served: Served) -> str:
    """The path of a new workspace."""
    return f"/api/workspace/{served.client.post('/api/workspaces').json()['id']}"


def issues(name: str, value: Any) -> Any:
    return Schema({"$ref": f"#/components/schemas/{name}", "components": COMPONENTS}).issues(value)


def windows(served: Served, workspace: str) -> list[str]:
    return [each["id"] for each in served.client.get(workspace).json()["windows"]]


def test_a_batch_is_answered_command_by_command(served: Served, workspace: str) -> None:
    given = str(uuid4())
    draw = {"op": "dom.set", "params": {"windowId": "notes", "target": "#root", "html": "<p onclick='x'>Hi</p>"}}
    answer = served.client.post(f"{workspace}/batch", json=[{**WINDOW, "id": given}, draw])
    first, second = answer.json()
    assert (answer.status_code, first["id"], first["ok"], first["data"]) == (200, given, True, {"id": "notes"})
    assert (second["ok"], "onclick" in second["notes"][0]) == (True, True)
    assert issues("CommandResult", first) == ()
    shown = served.client.get(workspace).json()
    assert issues("WorkspaceSnapshot", shown) == ()
    assert [(each["id"], each["content"]) for each in shown["windows"]] == [
        ("notes", [{"tag": "p", "children": ["Hi"]}])
    ]


def test_a_surface_is_drawn_and_a_wrong_one_is_refused_with_its_place(served: Served, workspace: str) -> None:
    hello = {"surfaceId": "hello", "components": [{"id": "root", "component": "Text", "text": "Hi"}]}
    messages = [
        {"version": "v0.9", "createSurface": {"surfaceId": "hello"}},
        {"version": "v0.9", "updateComponents": hello},
    ]
    answer = served.client.post(f"{workspace}/import", json={"messages": messages, "title": "Hello"})
    assert (answer.status_code, answer.json()["lacking"]) == (200, [])
    assert [each["title"] for each in answer.json()["windows"]] == ["Hello"]
    shown = windows(served, workspace)
    refused = served.client.post(f"{workspace}/import", json={"messages": [*messages, {"version": "v0.9", "x": {}}]})
    assert (refused.status_code, refused.json()["fault"]["pointer"]) == (422, "/2")
    assert windows(served, workspace) == shown


def test_without_an_id_the_last_one_used_is_meant(served: Served, workspace: str) -> None:
    served.client.get(workspace).raise_for_status()
    served.client.post("/api/workspace/batch", json=[WINDOW]).raise_for_status()
    assert windows(served, workspace) == windows(served, "/api/workspace") == ["notes"]
    listed = served.client.get("/api/workspaces").json()["workspaces"]
    assert f"/api/workspace/{listed[0]['id']}" == workspace


def test_a_wrong_batch_is_refused_as_a_whole(served: Served, workspace: str) -> None:
    wrong = [
        WINDOW,
        {"op": "window.creat", "params": {}},
        {"op": "window.update", "params": {"id": "notes", "width": 5}},
    ]
    answer = served.client.post(f"{workspace}/batch", json=wrong)
    said = answer.json()
    assert (answer.status_code, said["ok"], said["fault"]["code"]) == (422, False, "invalid_input")
    assert [each["pointer"] for each in said["fault"]["issues"]] == ["/1/op", "/2/params/width"]
    assert issues("UICPValidationError", said["error"]) == ()
    assert [(each["path"], each["code"]) for each in said["error"]["issues"]] == [
        ([1, "op"], "invalid_value"),
        ([2, "params", "width"], "too_small"),
    ]
    shown = served.client.get(workspace).json()
    assert (shown["windows"], [each["role"] for each in shown["chat"]]) == ([], ["system"])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"[", 400, "invalid_json"),
        (b"", 400, "invalid_json"),
        (b"[" * 100_000, 400, "invalid_json"),
        (b"[]", 422, "invalid_input"),
        (b"7", 422, "invalid_input"),
        (b"[" + b"7," * 64 + b"7]", 422, "limit"),
        (b'[{"op": "window.close", "params": {"id": "nothing"}}]', 422, "not_found"),
        (
            b'[{"op": "state.set", "params": {"scope": "user", "key": "a", "value": "{{secret.a.b}}"}}]',
            422,
            "invalid_input",
        ),
    ],
)
def test_what_is_no_batch_is_said_so(served: Served, workspace: str, body: bytes, status: int, code: str) -> None:
    answer = served.client.post(f"{workspace}/batch", content=body)
    assert (answer.status_code, answer.json()["fault"]["code"]) == (status, code)


def test_undo_and_redo(served: Served, workspace: str) -> None:
    nothing = served.client.post(f"{workspace}/undo")
    assert (nothing.status_code, nothing.json()["fault"]["message"]) == (422, "There is nothing to take back.")
    served.client.post(f"{workspace}/batch", json=[WINDOW]).raise_for_status()
    batch = served.client.post(f"{workspace}/undo").json()
    assert (batch["redo"], windows(served, workspace)) == (False, [])
    assert served.client.post(f"{workspace}/redo").json() == {**batch, "redo": True}
    assert windows(served, workspace) == ["notes"]


def test_a_command_is_pressed(served: Served, workspace: str) -> None:
    command = '[{"op":"state.set","params":{"scope":"workspace","key":"said","value":"{{value}}"}}]'
    draw = {"windowId": "notes", "target": "#root", "html": f"<button data-command='{command}'>Go</button>"}
    served.client.post(f"{workspace}/batch", json=[{"op": "dom.set", "params": draw}]).raise_for_status()
    [button] = served.client.get(workspace).json()["windows"][0]["content"]
    body = {"windowId": "notes", "command": button["command"], "value": "yes"}
    [answer] = served.client.post(f"{workspace}/press", json=body).json()
    assert answer["ok"] is True
    assert served.client.get(workspace).json()["state"] == [{"scope": "workspace", "key": "said", "value": "yes"}]
    missing = served.client.post(f"{workspace}/press", json={"windowId": "notes", "command": "nothing"})
    assert (missing.status_code, missing.json()["error"]["message"]) == (422, missing.json()["fault"]["message"])


def test_what_is_said_is_in_the_chat(served: Served, workspace: str) -> None:
    served.client.post(f"{workspace}/say", json={"text": "Hello"}).raise_for_status()
    said = served.client.get(workspace).json()["chat"]
    assert [(each["role"], each["text"]) for each in said][:1] == [("person", "Hello")]
    assert served.client.post(f"{workspace}/say", json={"text": ""}).status_code == 422


def test_a_batch_is_answered_at_once_with_the_call_that_waits_for_approval(served: Served, workspace: str) -> None:
    call = {
        "op": "api.call",
        "params": {"url": "pollex://tool/wipe", "body": {"what": "it"}, "into": {"scope": "workspace", "key": "a"}},
    }
    nothing = served.client.post(f"{workspace}/approve", json={})
    assert nothing.status_code == 422
    [answer] = served.client.post(f"{workspace}/batch", json=[call]).json()
    assert (answer["ok"], list(answer["data"])) == (True, ["waiting"])
    assert windows(served, workspace)
    served.client.post(f"{workspace}/approve", json={"approved": True}).raise_for_status()
    done = {"status": "ready", "data": "wiped it"}
    until("it is done", lambda: done in [each["value"] for each in served.client.get(workspace).json()["state"]])


@pytest.mark.parametrize("way", ["press", "use"])
def test_a_press_is_answered_at_once_too(served: Served, workspace: str, way: str) -> None:
    call = {"op": "api.call", "params": {"url": "pollex://tool/wipe", "body": {"what": "it"}}}
    props = {"label": "Wipe", "command": [call]}
    button = {"id": "b", "windowId": "w", "target": "#root", "type": "button", "props": props}
    html = f"<button data-command='{dumps([call])}'>Wipe</button>"
    drawn = {
        "press": {"op": "dom.set", "params": {"windowId": "w", "target": "#root", "html": html}},
        "use": {"op": "component.render", "params": button},
    }
    window = {"op": "window.create", "params": {"id": "w", "title": "W"}}
    served.client.post(f"{workspace}/batch", json=[window, drawn[way]]).raise_for_status()
    shown = {each["id"]: each["content"] for each in served.client.get(workspace).json()["windows"]}["w"]
    command = shown[0].get("command", "") if shown else ""
    bodies = {"press": {"windowId": "w", "command": command}, "use": {"component": "b", "event": "press"}}
    answered = served.client.post(f"{workspace}/{way}", json=bodies[way])
    assert answered.status_code == 200, answered.text
    assert list(answered.json()[0]["data"]) == ["waiting"]
    served.client.post(f"{workspace}/approve", json={"approved": False}).raise_for_status()


@pytest.mark.parametrize("path", PATHS)
def test_an_unknown_workspace_is_not_made(served: Served, path: str) -> None:
    bodies: dict[str, Any] = {
        "/batch": [WINDOW],
        "/use": {"component": "a", "event": "b"},
        "/press": {"windowId": "a", "command": "b"},
        "/say": {"text": "a"},
        "/type": {"scope": "user", "key": "a", "value": 1},
        "/plan": {"plan": "a", "decision": "accept"},
    }
    unknown = str(uuid4())
    for id_, status in ((unknown, 404), ("nothing", 422), (f"{unknown}/1", 404)):
        address = f"/api/workspace/{id_}{path}"
        answer = served.client.get(address) if not path else served.client.post(address, json=bodies.get(path, {}))
        assert answer.status_code == status, answer.text
    assert unknown not in [each["id"] for each in served.client.get("/api/workspaces").json()["workspaces"]]


def test_the_same_key_applies_once_across_a_kill(nursery: Nursery, tmp_path: Path) -> None:
    batch = [{"op": "window.create", "params": {"title": "One"}, "idempotencyKey": "one"}]
    with Served(nursery, tmp_path / "home") as served:
        [first] = served.client.post("/api/workspace/batch", json=batch).json()
        before = served.client.get("/api/workspace").json()
        served.process.kill()
    with Served(nursery, tmp_path / "home") as served:
        [again] = served.client.post("/api/workspace/batch", json=batch).json()
        assert (again["ok"], again["data"]) == (True, first["data"])
        assert served.client.get("/api/workspace").json() == before


def test_a_component_is_used(served: Served, workspace: str) -> None:
    render = {
        "id": "go",
        "windowId": "notes",
        "target": "#root",
        "type": "button",
        "props": {"label": "Go", "command": [WINDOW]},
    }
    served.client.post(f"{workspace}/batch", json=[{"op": "component.render", "params": render}]).raise_for_status()
    answer = served.client.post(f"{workspace}/use", json={"component": "go", "event": "press", "data": {}})
    assert [each["ok"] for each in answer.json()] == [True], answer.text
    missing = served.client.post(f"{workspace}/use", json={"component": "none", "event": "press"})
    assert (missing.status_code, missing.json()["fault"]["code"]) == (422, "not_found")


def test_a_workspace_is_saved_and_opened_again(served: Served, workspace: str) -> None:
    served.client.post(f"{workspace}/batch", json=[WINDOW]).raise_for_status()
    file = served.client.get(f"{workspace}/file").json()
    opened = served.client.post("/api/workspace/file", json=file)
    assert opened.status_code == 201
    made = f"/api/workspace/{opened.json()['id']}"
    assert served.client.get(made).json()["windows"] == served.client.get(workspace).json()["windows"]
    assert served.client.get(f"{made}/file").json() == file
    broken = served.client.post("/api/workspace/file", json={**file, "batches": [[{"op": "dom.st", "params": {}}]]})
    assert (broken.status_code, broken.json()["fault"]["pointer"]) == (422, "/batches/0/0/op")


def test_agui_events_follow_the_workspace(served: Served, workspace: str) -> None:
    served.client.post(f"{workspace}/batch", json=[WINDOW]).raise_for_status()
    set_state = {"op": "state.set", "params": {"scope": "workspace", "key": "a", "value": 1}}
    with served.client.stream("GET", f"{workspace}/agui") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        events = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
        opening = [next(events) for _ in range(4)]
        assert [each["type"] for each in opening] == ["RUN_STARTED", "STATE_SNAPSHOT", "CUSTOM", "MESSAGES_SNAPSHOT"]
        assert opening[2]["value"]["windows"] == served.client.get(workspace).json()["windows"]
        served.client.post(f"{workspace}/batch", json=[set_state]).raise_for_status()
        assert next(events)["delta"] == [{"op": "add", "path": "/workspace/a", "value": 1}]
        served.client.post(f"{workspace}/undo").raise_for_status()
        undone, state, drawn = (next(events) for _ in range(3))
        assert (undone["name"], state["snapshot"]["workspace"]) == ("workspace.undone", {})
        assert drawn["value"] == opening[2]["value"]


def test_stop_locks_full_control_until_it_is_unlocked(served: Served, workspace: str) -> None:
    on = {"fullControl": True, "locked": False, "plans": []}
    assert served.client.post(f"{workspace}/gate", json={"fullControl": True}).json() == on
    served.client.post(f"{workspace}/stop").raise_for_status()
    assert served.client.get(f"{workspace}/gate").json() == {**on, "locked": True}
    denied = served.client.post(f"{workspace}/gate", json={"fullControl": True})
    assert (denied.status_code, denied.json()["fault"]["code"]) == (403, "denied")
    assert served.client.post(f"{workspace}/gate", json={"unlock": True, "fullControl": True}).json() == on
    served.client.post(f"{workspace}/say", json={"text": "make a note titled Milk"}).raise_for_status()
    until("the note is drawn", lambda: windows(served, workspace))


def test_the_report_tells_a_workspace(served: Served, workspace: str) -> None:
    served.client.post(f"{workspace}/batch", json=[{**WINDOW, "traceId": "trace-7"}]).raise_for_status()
    page = served.client.get(f"/api/runs/{workspace.rpartition('/')[2]}/report")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "Opened the window “Notes”" in page.text
    assert "trace trace-7" in page.text

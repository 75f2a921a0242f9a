"""The socket of the workspace's page: every client hears the same, and misses nothing."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from pollex.core.schema import Schema
from pollex.serve.openapi import openapi
from pollex.serve.socket.live import LIVE_REQUESTS
from pollex.serve.socket.messages import CLIENT_MESSAGES, SERVER_MESSAGES
from pollex.serve.workspace_requests import REQUESTS

from ..processes import Nursery
from .page_socket import PageSocket
from .served import Served

COMPONENTS = openapi(())["components"]
WINDOW = {"op": "window.create", "params": {"id": "notes", "title": "Notes"}}


def html(text: str, target: str = "#root") -> dict[str, Any]:
    return {"op": "dom.set", "params": {"windowId": "notes", "target": target, "html": text}}


def new_workspace(served: Served) -> str:
    return str(served.client.post("/api/workspaces").json()["id"])


def fits(message: dict[str, Any]) -> dict[str, Any]:
    """The message, which fits what the table says of it."""
    document = {**SERVER_MESSAGES[message["type"]].document, "components": COMPONENTS}
    assert Schema(document).issues(message) == ()
    return message


def drawn(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """The workspace as a page has it after these messages."""
    desk: dict[str, Any] = {}
    for message in messages:
        if message["type"] == "snapshot":
            desk = {
                "windows": {each["id"]: each for each in message["windows"]},
                "components": {each["id"]: each for each in message["components"]},
                "state": {
                    (each["scope"], each["key"], each.get("windowId")): each["value"] for each in message["state"]
                },
                "chat": {each["message"]: each["text"] for each in message["chat"]},
            }
        elif message["type"] == "chat":
            desk["chat"][message["message"]] = message["text"]
        elif message["type"] == "update":
            for part in ("windows", "components"):
                changed = {**desk[part], **message[part]}
                desk[part] = {name: each for name, each in changed.items() if each is not None}
            for each in message["state"]:
                at = (each["scope"], each["key"], each.get("windowId"))
                desk["state"] = {name: value for name, value in desk["state"].items() if name != at}
                if each["new"] is not None:
                    desk["state"][at] = each["new"]
    return desk


def test_every_message_is_declared_and_handled() -> None:
    assert set(CLIENT_MESSAGES) == {*REQUESTS, *LIVE_REQUESTS, "hello", "ping"}
    kinds = [*CLIENT_MESSAGES.values(), *SERVER_MESSAGES.values()]
    assert [each.name for each in kinds if not each.description] == []
    undescribed = [
        (kind.name, name)
        for kind in CLIENT_MESSAGES.values()
        for name, each in kind.properties.items()
        if not each.get("description")
    ]
    assert undescribed == []


def test_a_client_gets_the_workspace_and_each_change(served: Served) -> None:
    workspace = new_workspace(served)
    with PageSocket(served) as page:
        [snapshot] = page.hello(workspace)
        assert fits(snapshot) == {"type": "snapshot", **served.client.get(f"/api/workspace/{workspace}").json()}
        answer, [update] = page.ask("batch", batch=[WINDOW, html("<p>Hello</p>")])
        assert (fits(answer)["to"], [each["ok"] for each in answer["results"]]) == ("batch", [True, True])
        assert fits(update)["by"] == "person"
        now = served.client.get(f"/api/workspace/{workspace}").json()
        assert drawn([snapshot, update]) == drawn([{"type": "snapshot", **now}])
        assert update["seq"] == now["seq"]


def test_two_clients_see_the_same(served: Served) -> None:
    workspace = new_workspace(served)
    with PageSocket(served) as one, PageSocket(served) as other:
        first, second = one.hello(workspace), other.hello(workspace)
        first += one.ask("batch", batch=[WINDOW, html("<p>One</p>")])[1]
        second += other.ask("batch", batch=[html("<p>Two</p>")])[1]
        second += other.ask("batch", batch=[])[1]
        second += other.ask("undo")[1]
        served.client.post(f"/api/workspace/{workspace}/redo").raise_for_status()
        first += one.ask("ping")[1]
        second += other.ask("ping")[1]
        assert first[1:] == second[1:]
        now = {"type": "snapshot", **served.client.get(f"/api/workspace/{workspace}").json()}
        assert drawn(first) == drawn(second) == drawn([now])
        assert [fits(each)["type"] for each in first] == ["snapshot", "update", "update", "chat", "update", "update"]


def test_a_client_that_comes_again_gets_what_it_missed(served: Served) -> None:
    workspace = new_workspace(served)
    with PageSocket(served) as page:
        heard = page.hello(workspace)
        heard += page.ask("batch", batch=[WINDOW])[1]
    for text in ("a", "b", "c"):
        served.client.post(f"/api/workspace/{workspace}/batch", json=[html(f"<p>{text}</p>")]).raise_for_status()
    assert served.client.post(f"/api/workspace/{workspace}/batch", json=[]).status_code == 422  # said in the chat
    with PageSocket(served) as page:
        missed = page.hello(workspace, after=max(each["seq"] for each in heard))
    assert [each["type"] for each in missed] == ["update", "update", "update", "chat"]
    now = {"type": "snapshot", **served.client.get(f"/api/workspace/{workspace}").json()}
    assert drawn(heard + missed) == drawn([now])
    with PageSocket(served) as page:
        assert page.hello(workspace, after=missed[-1]["seq"]) == []


@pytest.mark.parametrize("after", [0, 1_000_000])
def test_where_not_all_is_kept_the_whole_comes_again(served: Served, after: int) -> None:
    workspace = new_workspace(served)
    with PageSocket(served) as page:
        page.hello(workspace)
        page.ask("batch", batch=[WINDOW])
        [snapshot] = page.hello(workspace, after=after)
    assert (snapshot["type"], [each["id"] for each in snapshot["windows"]]) == ("snapshot", ["notes"])


def test_a_restart_after_a_kill_gives_the_same_workspace(nursery: Nursery, tmp_path: Path) -> None:
    form = '<form><input name="title" data-state-scope="workspace" data-state-key="title"><button>Save</button></form>'
    with Served(nursery, tmp_path / "home") as served, PageSocket(served) as page:
        [snapshot] = page.hello()
        page.ask("batch", batch=[WINDOW, html(form)])
        page.ask("batch", batch=[{"op": "state.set", "params": {"scope": "user", "key": "name", "value": "Ada"}}])
        page.ask("batch", batch=[{"op": "window.create", "params": {"title": "Gone"}}])
        page.ask("undo")
        page.ask("batch", batch=[])
        before = served.client.get("/api/workspace").json()
        served.process.kill()
    with Served(nursery, tmp_path / "home") as served, PageSocket(served) as page:
        [after] = page.hello(snapshot["id"], after=snapshot["seq"])
        assert {**after, "type": "snapshot"} == {"type": "snapshot", **before, "seq": after["seq"]}
        assert served.client.get("/api/workspace").json() == {**before, "seq": after["seq"]}


def test_a_batch_that_is_wrong_changes_nothing_and_says_why(served: Served) -> None:
    workspace = new_workspace(served)
    with PageSocket(served) as page:
        page.hello(workspace)
        answer, told = page.ask("batch", batch=[WINDOW, {"op": "dom.st", "params": {}}])
        assert (fits(answer)["fault"]["code"], answer["error"]["pointer"]) == ("invalid_input", "/1/op")
        assert [(each["type"], each["role"]) for each in told] == [("chat", "system")]
        [snapshot] = page.hello(workspace, after=0)
        assert snapshot["windows"] == []


def test_pressing_fills_in_what_the_form_has(served: Served) -> None:
    workspace = new_workspace(served)
    command = json.dumps([html("Saved: {{form.title}}", "#status")])
    page_html = f"<p id='status'></p><form data-command='{command}'><input name='title'><button>Save</button></form>"
    with PageSocket(served) as page:
        page.hello(workspace)
        _, [update] = page.ask("batch", batch=[WINDOW, html(page_html)])
        form = next(node for node in update["windows"]["notes"]["content"] if node["tag"] == "form")
        answer, [pressed] = page.ask("press", windowId="notes", command=form["command"], form={"title": "Milk"})
        assert [each["ok"] for each in answer["results"]] == [True]
        assert pressed["windows"]["notes"]["content"][0]["children"] == ["Saved: Milk"]
        missing, _ = page.ask("press", windowId="notes", command="nothing")
        assert missing["fault"]["code"] == "not_found"


def test_what_is_typed_is_kept_after_a_pause(served: Served) -> None:
    workspace = new_workspace(served)
    with PageSocket(served) as page, PageSocket(served) as other:
        page.hello(workspace)
        other.hello(workspace)
        for value in ("M", "Mi", "Milk"):
            assert "fault" not in page.ask("type", scope="workspace", key="title", value=value)[0]
        update = other.heard("update")
        assert update["state"] == [{"scope": "workspace", "key": "title", "old": None, "new": "Milk"}]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"scope": "workspace", "key": "a", "value": "{{secret.bank.password}}"}, "invalid_input"),
        ({"scope": "window", "key": "a", "value": "x", "windowId": "nothing"}, "not_found"),
        ({"scope": "window", "key": "a", "value": "x"}, "invalid_input"),
    ],
)
def test_what_may_not_be_typed_is_refused_at_once(served: Served, typed: dict[str, Any], code: str) -> None:
    with PageSocket(served) as page:
        page.hello(new_workspace(served))
        assert page.ask("type", **typed)[0]["fault"]["code"] == code


def test_a_client_follows_one_workspace_at_a_time(served: Served) -> None:
    one, other = new_workspace(served), new_workspace(served)
    with PageSocket(served) as page:
        page.hello(one)
        page.hello(other)
        served.client.post(f"/api/workspace/{one}/batch", json=[WINDOW]).raise_for_status()
        _, [update] = page.ask("batch", batch=[{"op": "window.create", "params": {"id": "mine", "title": "Mine"}}])
        assert list(update["windows"]) == ["mine"]
    assert [each["id"] for each in served.client.get(f"/api/workspace/{one}").json()["windows"]] == ["notes"]
    assert [each["id"] for each in served.client.get(f"/api/workspace/{other}").json()["windows"]] == ["mine"]


def test_an_unknown_workspace_is_not_made(served: Served) -> None:
    unknown = "5e7d0000-0000-4000-8000-000000000000"
    with PageSocket(served) as page:
        page.say("hello", workspace=unknown, id="h")
        assert page.hear()["fault"]["code"] == "not_found"
        page.say("hello", workspace="../x", id="h")
        assert page.hear()["fault"]["code"] == "invalid_input"
        assert page.ask("undo")[0]["fault"]["hint"] == "Send `hello` first."
    assert unknown not in [each["id"] for each in served.client.get("/api/workspaces").json()["workspaces"]]


def test_the_server_ends_with_a_code_that_says_so(nursery: Nursery, tmp_path: Path) -> None:
    with Served(nursery, tmp_path / "home") as served, PageSocket(served) as page:
        page.hello()
        served.process.signal(signal.SIGTERM)
        assert page.close_code() == 1012

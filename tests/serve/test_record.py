"""A person records over the socket: the run becomes a workflow that does the same, and the password is nowhere."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest

from ..agent.site import Site
from ..servers import serving
from .page_socket import PageSocket
from .served import Served
from .test_socket import fits

PASSWORD = "kestrel-7294"
PAGE = """<!doctype html><title>Join</title><style>form > * { position: absolute; left: 20px }</style>
<form action=/join method=post>
<label style="top:20px">Name <input name=name></label>
<label style="top:80px">Password <input name=password type=password autocomplete=current-password></label>
<label style="top:140px">Colour <select name=colour><option>Red<option>Blue</select></label>
<label style="top:200px"><input type=checkbox name=agree> I agree</label>
<button style="top:260px">Join</button></form>"""
LEFT = 30


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(Site(PAGE)) as made:
        yield made


def act(page: PageSocket, run: str, kind: str, **fields: Any) -> Any:
    answer, _ = page.ask("act", run=run, act={"kind": kind, **fields})
    assert "fault" not in fits(answer), answer["fault"]
    return answer["data"]


def kept_files(served: Served) -> bytes:
    return b"".join(file.read_bytes() for file in served.home.rglob("*") if file.is_file())


def test_what_a_person_records_is_done_again_without_the_person(served: Served, site: Site) -> None:
    run = served.start(record={"url": site.url, "name": "Join the club"})
    with PageSocket(served) as page:
        while "fault" in page.ask("watch", run=run, on=True)[0]:
            pass  # it is just beginning
        while not (frame := fits(page.heard("frame")))["taken"] or frame["title"] != "Join":
            pass
        act(page, run, "click", x=LEFT, y=30)
        for letter in "Ada":
            page.say("act", run=run, act={"kind": "type", "text": letter})
        act(page, run, "press", key="Tab")
        act(page, run, "type", text=PASSWORD)
        assert act(page, run, "click", x=LEFT + 60, y=150) == {"options": ["Red", "Blue"]}
        act(page, run, "choose", text="Blue")
        act(page, run, "click", x=LEFT, y=210)
        act(page, run, "click", x=LEFT, y=270)
    assert served.client.post(f"/api/runs/{run}/finish").json() == {"id": run, "status": "done"}
    body = f"name=Ada&password={PASSWORD}&colour=Blue&agree=on"
    assert site.bodies == [body]
    made = served.client.post(f"/api/runs/{run}/compile", json={}).json()
    workflow = made["workflow"]
    inputs = {each["display_name"]: each for each in workflow["inputs"]}
    assert workflow["name"] == "Join the club"
    assert inputs["name"]["default_value"] == "Ada"
    assert (inputs["password"]["required"], "default_value" in inputs["password"]) == (True, False)
    assert PASSWORD not in json.dumps(made)
    again = served.start(workflow=workflow, inputs={"password": PASSWORD, "name": "Grace"})
    assert served.ended(again)["result"]["ok"]
    assert site.bodies[1:] == [body.replace("Ada", "Grace")]
    for each in (PASSWORD.encode(), base64.b64encode(PASSWORD.encode())):
        assert each not in kept_files(served)
    assert served.show(run)["kind"] == "record"
    assert served.client.get(f"/api/runs/{run}/report").text.count("Join the club") > 0


def test_only_a_recording_is_finished_and_only_once(served: Served, site: Site) -> None:
    tool = served.start(tool="add", inputs={"a": 1, "b": 2})
    served.ended(tool)
    for run in (tool, "00000000-0000-4000-8000-000000000000"):
        assert served.client.post(f"/api/runs/{run}/finish").json()["fault"]["code"] in ("conflict", "not_found")
    wrong = served.client.post("/api/runs", json={"record": {"url": site.url}, "model": "local"}).json()
    assert wrong["fault"]["pointer"] == "/model"
    run = served.start(record={"url": site.url})
    with PageSocket(served) as page:
        while "fault" in page.ask("watch", run=run, on=True)[0]:
            pass
        while not fits(page.heard("frame"))["taken"]:
            pass
        fault = page.ask("act", run=run, act={"kind": "type", "text": "a"})[0]["fault"]
        assert (fault["code"], fault["hint"]) == ("conflict", "Click into a field first.")
        assert page.ask("take", run=run, on=False)[0]["fault"]["code"] == "conflict"
    assert served.client.post(f"/api/runs/{run}/finish").json()["status"] == "done"
    assert served.client.post(f"/api/runs/{run}/finish").json()["fault"]["code"] == "conflict"

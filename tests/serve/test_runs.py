"""Runs over HTTP: started, shown, steered, answered, compiled, as a page."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from .served import Served

ASKING: dict[str, Any] = {
    "name": "Asking",
    "inputs": [{"display_name": "who", "type": "string", "required": True}],
    "outputs": [{"display_name": "colour", "type": "string", "value": "{{reply.answer}}"}],
    "nodes": [{"position": 1, "type": "ask", "alias": "reply", "config": {"question": "Which colour, {{who}}?"}}],
}


def test_a_tool_runs(served: Served) -> None:
    run = served.start(tool="add", inputs={"a": 1, "b": 2})
    ended = served.ended(run)
    assert (ended["status"], ended["kind"], ended["result"]["data"]) == ("done", "tool", {"run": run, "outputs": 3})
    listed = served.client.get("/api/runs", params={"limit": 1_000, "status": "done"}).json()["runs"]
    assert run in [each["id"] for each in listed]


def test_a_workflow_asks_and_is_answered_once(served: Served) -> None:
    run = served.start(workflow=ASKING, inputs={"who": "Ada"})
    question = served.asks(run)
    assert (question["kind"], question["question"]) == ("question", "Which colour, Ada?")
    unfit = served.client.post(f"/api/runs/{run}/answer", json={"answer": {"colour": 1}})
    good = served.client.post(f"/api/runs/{run}/answer", json={"answer": {"answer": "green"}})
    late = served.client.post(f"/api/runs/{run}/answer", json={"answer": {"answer": "blue"}})
    assert (unfit.status_code, good.status_code) == (422, 200)
    assert late.status_code in (404, 409)
    assert served.ended(run)["result"]["data"]["outputs"] == {"colour": "green"}


def test_a_task_that_the_local_model_does_not_understand_fails_and_says_so(served: Served) -> None:
    run = served.start(task="please ponder upon things", model="local", id=str(uuid4()))
    ended = served.ended(run)
    assert (ended["status"], ended["kind"], ended["result"]["ok"]) == ("failed", "task", False)


def test_a_run_is_stopped_and_goes_on(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "there"
    run = served.start(tool="await_file", inputs={"file": str(file)})
    assert served.client.post(f"/api/runs/{run}/stop").json() == {"id": run, "status": "cancelled"}
    assert served.ended(run)["status"] == "cancelled"
    assert served.client.post(f"/api/runs/{run}/stop").status_code == 409
    file.touch()
    assert served.client.post(f"/api/runs/{run}/resume").json() == {"id": run, "status": "running"}
    assert served.ended(run)["result"]["data"]["outputs"] == "there"


def test_a_run_is_paused_and_goes_on(served: Served) -> None:
    run = served.start(workflow=ASKING, inputs={"who": "Ada"})
    served.asks(run)
    assert served.client.post(f"/api/runs/{run}/pause").json()["status"] == "paused"
    assert served.show(run)["status"] == "paused"
    served.client.post(f"/api/runs/{run}/answer", json={"answer": "red"})
    assert served.client.post(f"/api/runs/{run}/resume").json()["status"] == "running"
    assert served.ended(run)["status"] == "done"


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, []),
        ({"task": "a", "tool": "add"}, []),
        ({"tool": "add", "inputs": {"a": "x"}}, ["/inputs/a", "/inputs/b"]),
        ({"tool": "add", "inputs": {"a": 1, "b": 2}, "url": "http://x.test"}, ["/url"]),
        (
            {"workflow": {"name": "x", "nodes": [{"position": 1, "type": "nothing", "config": {}}]}},
            ["/workflow/nodes/0/type"],
        ),
        ({"workflow": ASKING}, ["/inputs/who"]),
        ({"task": "a", "maxSteps": 0, "vision": "eyes"}, ["/maxSteps", "/vision"]),
        ({"task": "a", "id": "not-a-uuid"}, ["/id"]),
    ],
)
def test_what_cannot_begin_says_why(served: Served, body: Any, pointers: list[str]) -> None:
    answer = served.client.post("/api/runs", json=body)
    fault = answer.json()["fault"]
    assert (answer.status_code, fault["code"]) == (422, "invalid_input")
    assert [issue["pointer"] for issue in fault["issues"]] == pointers


def test_an_id_is_used_once(served: Served) -> None:
    run = served.start(tool="add", inputs={"a": 1, "b": 2}, id=str(uuid4()))
    again = served.client.post("/api/runs", json={"tool": "add", "inputs": {"a": 1, "b": 2}, "id": run})
    assert (again.status_code, again.json()["fault"]["code"]) == (409, "conflict")


@pytest.mark.parametrize("path", ["", "/events", "/report"])
def test_a_run_that_is_not_there_is_not_found(served: Served, path: str) -> None:
    unknown, wrong = served.client.get(f"/api/runs/{uuid4()}{path}"), served.client.get(f"/api/runs/abc{path}")
    assert (unknown.status_code, unknown.json()["fault"]["code"]) == (404, "not_found")
    assert (wrong.status_code, wrong.json()["fault"]["message"]) == (422, "Invalid task ID format: abc")


@pytest.mark.parametrize("verb", ["stop", "pause", "resume", "answer", "approve", "compile"])
def test_nothing_is_steered_that_is_not_there(served: Served, verb: str) -> None:
    answer = served.client.post(f"/api/runs/{uuid4()}/{verb}", json={"answer": 1} if verb == "answer" else {})
    assert answer.status_code == 404


def test_the_report_is_a_page_that_runs_nothing(served: Served) -> None:
    run = served.start(tool="add", inputs={"a": 1, "b": 2})
    served.ended(run)
    page = served.client.get(f"/api/runs/{run}/report")
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src &#39;none&#39;" in page.text
    assert "<script" not in page.text


def test_what_is_no_agents_run_cannot_be_compiled(served: Served) -> None:
    run = served.start(tool="add", inputs={"a": 1, "b": 2})
    served.ended(run)
    answer = served.client.post(f"/api/runs/{run}/compile")
    assert (answer.status_code, answer.json()["ok"]) == (422, False)


def test_the_metrics_count(served: Served) -> None:
    served.call("add", a=1, b=2)
    text = served.client.get("/metrics").text
    assert 'pollex_tool_calls_total{outcome="ok"}' in text
    assert 'pollex_requests_total{method="POST",route="/api/tools/{name}",status="200"}' in text
    assert "pollex_event_listeners 0.0" in text


def test_a_run_that_was_stopped_asks_again(served: Served) -> None:
    run = served.start(workflow=ASKING, inputs={"who": "Ada"})
    question = served.asks(run)
    served.client.post(f"/api/runs/{run}/stop")
    assert (served.ended(run)["status"], served.show(run)["questions"]) == ("cancelled", [])
    served.client.post(f"/api/runs/{run}/resume")
    assert served.asks(run) == question
    served.client.post(f"/api/runs/{run}/answer", json={"answer": "red"})
    assert served.ended(run)["result"]["data"]["outputs"] == {"colour": "red"}

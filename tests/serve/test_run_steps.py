"""A run told step by step over HTTP, its pictures, and forks of it."""

import struct
from typing import Any, Final
from uuid import uuid4

import pytest

from .served import Served

PNG: Final = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 3, 2) + b"\x08\x02\x00\x00\x00"
COUNTING: dict[str, Any] = {
    "name": "Counting",
    "nodes": [
        {"position": 1, "type": "context", "config": {"operation": "set", "key": "a", "value": 1}},
        {"position": 2, "type": "ask", "alias": "reply", "config": {"question": "Which colour?"}},
    ],
}


def steps(served: Served, run: str) -> dict[str, Any]:
    found: dict[str, Any] = served.client.get(f"/api/runs/{run}/steps").json()
    return found


def test_a_run_is_told_in_the_words_of_its_report(served: Served) -> None:
    run = served.start(tool="add", inputs={"a": 1, "b": 2})
    served.ended(run)
    told = steps(served, run)
    [part] = told["entries"]
    assert (told["status"], told["ending"]["words"], told["questions"]) == ("done", "Done", [])
    assert (part["headline"], part["ok"], part["picture"]) == ("Called add", True, None)
    assert part["headline"] in served.client.get(f"/api/runs/{run}/report").text


def test_a_run_that_goes_on_is_told_with_what_it_asks(served: Served) -> None:
    run = served.start(workflow=COUNTING)
    question = served.asks(run)
    told = steps(served, run)
    assert told["questions"] == [question]
    assert [(part["path"], part["ok"]) for part in told["entries"]] == [("/1", True), ("/2", None)]
    assert told["seq"] == int(served.client.get(f"/api/runs/{run}/steps").json()["seq"])
    served.client.post(f"/api/runs/{run}/stop")


def test_a_run_is_forked_from_a_node(served: Served) -> None:
    run = served.start(workflow=COUNTING)
    served.asks(run)
    served.client.post(f"/api/runs/{run}/answer", json={"answer": "green"})
    served.ended(run)
    forked = served.client.post(f"/api/runs/{run}/fork", json={"at": "/2"}).json()
    assert (forked["forkedFrom"], forked["status"]) == (run, "running")
    assert served.asks(forked["id"])["question"] == "Which colour?"
    served.client.post(f"/api/runs/{forked['id']}/stop")
    of_tool = served.start(tool="add", inputs={"a": 1, "b": 2})
    served.ended(of_tool)
    assert served.client.post(f"/api/runs/{of_tool}/fork", json={}).json()["fault"]["code"] == "conflict"


@pytest.mark.document("all", "Pictures of runs are not kept by the browser for a year.")
def test_only_pictures_of_the_run_are_sent(served: Served) -> None:
    run = served.start(tool="add", inputs={"a": 1, "b": 2})
    folder = served.home / "files" / run
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.png").write_bytes(PNG)
    (folder / "page.html").write_text("<script>alert(1)</script>")
    (served.home / "outside.png").write_bytes(PNG)
    sent = served.client.get(f"/api/runs/{run}/pictures/a.png")
    assert sent.headers["cache-control"] == "private, max-age=3600"
    assert (sent.status_code, sent.headers["content-type"], sent.content) == (200, "image/png", PNG)
    assert sent.headers["x-content-type-options"] == "nosniff"
    for name in ("page.html", "b.png", "..%2F..%2Foutside.png", "%2Fetc%2Fpasswd", "%00.png"):
        assert served.client.get(f"/api/runs/{run}/pictures/{name}").status_code == 404, name
    other = served.start(tool="add", inputs={"a": 1, "b": 2})
    assert served.client.get(f"/api/runs/{other}/pictures/a.png").status_code == 404


@pytest.mark.parametrize("path", ["steps", "pictures/a.png"])
def test_a_run_that_is_not_there_tells_nothing(served: Served, path: str) -> None:
    assert served.client.get(f"/api/runs/{uuid4()}/{path}").status_code == 404
    with served.open_client(Accept="*/*") as stranger:
        assert stranger.get(f"/api/runs/{uuid4()}/{path}").status_code == 401


def test_what_is_no_agents_run_is_not_kept(served: Served) -> None:
    run = served.start(tool="add", inputs={"a": 1, "b": 2})
    served.ended(run)
    answer = served.client.post(f"/api/runs/{run}/keep", json={"name": "Sum"})
    assert (answer.status_code, answer.json()["ok"]) == (422, False)
    assert not (served.home / "workflows" / "sum.workflow.json").exists()

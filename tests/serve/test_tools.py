"""Tools over HTTP: listed, searched, described, called; every failure is a Result."""

import pytest

from .served import Served


def test_tools_are_listed_and_searched(served: Served) -> None:
    every = served.client.get("/api/tools").json()
    found = served.client.get("/api/tools", params={"search": "add whole numbers", "limit": 3}).json()
    assert {"add", "wipe", "page.click", "doctor"} <= {tool["name"] for tool in every["tools"]}
    assert every["total"] == len(every["tools"])
    assert found["tools"][0] == {
        "name": "add",
        "title": "",
        "effect": "read",
        "description": "Add two whole numbers.",
    }
    assert len(found["tools"]) == 3
    assert served.client.get("/api/tools", params={"search": "xyzzy"}).json() == {"tools": [], "total": 0}


def test_a_tool_is_described(served: Served) -> None:
    tool = served.client.get("/api/tools/add").json()
    assert (tool["input"]["required"], tool["examples"]) == (["a", "b"], [{"a": 1, "b": 2}])
    missing = served.client.get("/api/tools/ad")
    assert (missing.status_code, missing.json()["fault"]["hint"]) == (404, "Did you mean 'add'?")


def test_a_tool_is_called(served: Served) -> None:
    answer = served.client.post("/api/tools/add", json={"args": {"a": 1, "b": "2"}})
    result = answer.json()
    assert (answer.status_code, result["ok"], result["data"]) == (200, True, 3)
    assert [repair["pointer"] for repair in result["repairs"]] == ["/b"]


def test_bare_arguments_are_taken_with_a_note(served: Served) -> None:
    result = served.client.post("/api/tools/add", json={"a": 1, "b": 2}).json()
    assert (result["data"], "'args'" in result["repairs"][0]["did"]) == (3, True)


def test_all_mistakes_are_told_at_once(served: Served) -> None:
    answer = served.client.post("/api/tools/add", json={"args": {"a": [], "c": 1}})
    assert answer.status_code == 422
    assert {issue["pointer"] for issue in answer.json()["fault"]["issues"]} == {"/a", "/b", "/c"}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "invalid_json"),
        (b"\xff\xfe", 400, "invalid_json"),
        (b"[" * 100_000, 400, "invalid_json"),
        (b"a=1&b=2", 400, "invalid_json"),
        (b"[1]", 422, "invalid_input"),
        (b'"text"', 422, "invalid_input"),
        (b'{"args": {"a": 1, "b": 2}, "more": 1}', 422, "invalid_input"),
        (b'{"args": {"a": "\\ud800", "b": 12345678901234567890123}}', 400, "invalid_json"),
        (b'{"args": 5}', 422, "invalid_input"),
        (b'{"args": {"a": NaN, "b": 12345678901234567890}}', 400, "invalid_json"),
    ],
)
def test_malformed_bodies_are_faults(served: Served, body: bytes, status: int, code: str) -> None:
    answer = served.client.post("/api/tools/add", content=body)
    assert (answer.status_code, answer.json()["fault"]["code"]) == (status, code)


def test_what_a_tool_says_when_it_fails_is_an_answer(served: Served) -> None:
    answer = served.client.post("/api/tools/explode")
    assert (answer.status_code, answer.json()["fault"]["code"]) == (422, "failed")


def test_the_same_key_runs_once(served: Served) -> None:
    body = {"args": {"count": 1}, "key": "once-only"}
    first, again = (served.client.post("/api/tools/chatter", json=body).json() for _ in range(2))
    other = served.client.post("/api/tools/chatter", json={**body, "args": {"count": 2}})
    assert first["data"] == again["data"] == 1
    assert (other.status_code, other.json()["fault"]["code"]) == (409, "conflict")


@pytest.mark.parametrize("approved", [True, False])
def test_a_call_that_needs_approval_waits_as_a_run(served: Served, approved: bool) -> None:
    answer = served.client.post("/api/tools/wipe", json={"args": {"what": "it"}})
    result = answer.json()
    run = result["data"]["run"]
    assert (answer.status_code, result["ok"], result["fault"]["code"]) == (202, False, "denied")
    assert f"/api/runs/{run}/approve" in result["fault"]["hint"]
    question = served.asks(run)
    assert (question["kind"], question["tool"], question["args"]) == ("approval", "wipe", {"what": "it"})
    said = served.client.post(f"/api/runs/{run}/approve", json={"approved": approved})
    assert said.json() == {"id": run, "status": "approved" if approved else "refused"}
    ended = served.ended(run)["result"]
    assert ended["ok"] is approved
    assert (ended["data"]["outputs"] == "wiped it") is approved


def test_a_yes_may_hold_for_a_kind_where_that_is_offered(served: Served) -> None:
    run = served.start(tool="save_rows")
    question = served.asks(run)
    assert (list(question["form"]["properties"]), question["details"]) == (["approved", "kind"], [{"row": "first"}])
    served.client.post(f"/api/runs/{run}/approve", json={"approved": True, "kind": True})
    assert served.ended(run)["result"]["data"]["outputs"] == ["kind", "as before", "as before"]


def test_a_yes_to_a_kind_that_is_not_offered_is_refused(served: Served) -> None:
    run = served.start(tool="wipe", inputs={"what": "it"})
    served.asks(run)
    answer = served.client.post(f"/api/runs/{run}/approve", json={"kind": True})
    assert (answer.status_code, answer.json()["fault"]["pointer"]) == (422, "/kind")
    served.client.post(f"/api/runs/{run}/approve", json={"approved": False})


def test_arguments_are_checked_before_anybody_is_asked(served: Served) -> None:
    answer = served.client.post("/api/tools/wipe", json={"args": {}})
    assert (answer.status_code, answer.json()["fault"]["pointer"]) == (422, "/what")


def test_unknown_paths_and_methods_are_faults(served: Served) -> None:
    nothing, other = served.client.get("/nothing"), served.client.put("/api/tools/add")
    assert (nothing.status_code, nothing.json()["fault"]["code"]) == (404, "not_found")
    assert (other.status_code, other.headers["allow"]) == (405, "GET, POST")
    assert served.client.head("/api/tools").status_code == 200
    assert served.client.get("/api/tools", params={"limit": "many"}).status_code == 422

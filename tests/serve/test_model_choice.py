"""The model of a workspace, chosen through its doors."""

from __future__ import annotations

from .page_socket import PageSocket
from .served import Served
from .test_socket import fits

NO_COST = {"ms": 0.0, "tokensIn": 0, "tokensOut": 0, "usd": 0.0}
ELSEWHERE = "openai-chat:demo@http://127.0.0.1:9/v1"


def test_a_model_is_chosen_and_everyone_hears_of_it(served: Served) -> None:
    workspace = served.client.post("/api/workspaces").json()["id"]
    with PageSocket(served) as page, PageSocket(served) as other:
        [snapshot] = page.hello(workspace)
        assert fits(snapshot)["model"] == {"name": "local", "choices": ["local"], "busy": False, "cost": NO_COST}
        other.hello(workspace)
        answer, _ = other.ask("model", name=ELSEWHERE)
        chosen = {"name": ELSEWHERE, "choices": [ELSEWHERE, "local"], "busy": False, "cost": NO_COST}
        assert fits(answer)["data"] == chosen
        assert {**fits(page.heard("model")), "seq": 0} == {"type": "model", **chosen, "seq": 0}
    back = served.client.post(f"/api/workspace/{workspace}/model", json={}).json()
    assert back == {"name": "local", "choices": ["local"], "busy": False, "cost": NO_COST}


def test_a_model_that_cannot_be_asked_is_refused(served: Served) -> None:
    workspace = served.client.post("/api/workspaces").json()["id"]
    for name, code in (("opnai:x", "not_found"), ("openai:x", "unavailable")):
        answer = served.client.post(f"/api/workspace/{workspace}/model", json={"name": name}).json()
        assert (answer["ok"], answer["fault"]["code"], bool(answer["fault"]["hint"])) == (False, code, True)
    assert served.client.get(f"/api/workspace/{workspace}").json()["model"]["name"] == "local"


def test_whether_the_model_is_at_work_is_told(served: Served) -> None:
    workspace = served.client.post("/api/workspaces").json()["id"]
    with PageSocket(served) as page:
        page.hello(workspace)
        page.say("say", text="help")
        assert [fits(page.heard("model"))["busy"] for _ in range(2)] == [True, False]


def test_what_a_model_says_comes_as_nodes(served: Served) -> None:
    workspace = served.client.post("/api/workspaces").json()["id"]
    with PageSocket(served) as page:
        page.hello(workspace)
        page.say("say", text="help")
        assert "nodes" not in fits(page.heard("chat"))
        said = fits(page.heard("chat"))
        assert (said["role"], [node["tag"] for node in said["nodes"]]) == ("model", ["p", "ul"])
        assert served.client.get(f"/api/workspace/{workspace}").json()["chat"][-1]["nodes"] == said["nodes"]

"""A task from the extension's popup: document 002's messages over the socket."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.sync.client import ClientConnection

from pollex.core.schema import Schema
from pollex.practice.server import Server

from ..model_server import ModelServer
from ..processes import Nursery
from ..servers import serving
from .extension_socket import connected, paired, said
from .served import Served

SEEDS: Final = Path(__file__).parents[1] / "seeds" / "002"
SCHEMAS: Final = {
    document["properties"]["type"]["const"]: Schema(document)
    for document in (json.loads(file.read_text()) for file in sorted(SEEDS.glob("0[2-8]-*.schema.json")))
}
LOCAL: Final = {"llmProvider": "local", "apiKey": "", "model": ""}
KEY: Final = "sk-test-0123456789abcdef"
Until = Callable[[dict[str, Any]], bool]


@pytest.fixture(scope="module")
def own(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Of these tests alone: of a server's tasks one is done at a time."""
    with Served(nursery, tmp_path_factory.mktemp("task")) as server:
        yield server
        assert "Traceback" not in server.process.errors()


@pytest.fixture(scope="module")
def sites() -> Iterator[Server]:
    with Server() as running:
        yield running


class Popup:
    """What the worker of the extension says and hears; each message of document 002 fits its schema."""

    def __init__(self, opened: ClientConnection) -> None:
        self._opened = opened
        self._said = 0
        self.heard: list[dict[str, Any]] = []
        """Messages of document 002."""
        self.questions: list[dict[str, Any]] = []
        self.seq = 0

    def ask(self, **message: Any) -> dict[str, Any]:
        """Say a message, and return what it is answered with."""
        self._said += 1
        self._opened.send(json.dumps({**message, "id": str(self._said)}))
        return self.until(lambda each: each["type"] == "answered" and each["id"] == str(self._said))

    def follow(self, run: str) -> str:
        assert self.ask(type="follow_task", run=run, after=0)["ok"]
        return run

    def until(self, is_it: Until) -> dict[str, Any]:
        while True:
            message = said(self._opened)
            if message["type"] == "told":
                self.seq = message["seq"]
                for each in message["messages"]:
                    assert SCHEMAS[each["type"]].issues(each) == (), each
                    self.heard.append(each)
            elif message["type"] == "asked":
                self.questions = message["questions"]
            if is_it(message):
                return message

    def until_status(self, status: str) -> dict[str, Any]:
        """Wait for a status and return it."""
        while not (found := [each for each in self.heard if each.get("status") == status]):
            self.until(lambda message: message["type"] == "told")
        return found[0]

    def until_told(self, text: str) -> None:
        """Wait for a status in words: it may come after the question that it tells of."""
        while text not in [each["text"] for each in self.of("status_update")]:
            self.until(lambda message: message["type"] == "told")

    def until_asked(self, after: str = "") -> dict[str, Any]:
        """Wait for a question that is not the one before, and return it."""
        while not (found := [each for each in self.questions if each["path"] != after]):
            self.until(lambda message: message["type"] == "asked")
        return found[0]

    def of(self, type_: str) -> list[dict[str, Any]]:
        return [each for each in self.heard if each["type"] == type_]


def test_a_task_is_told_in_the_messages_of_document_002(own: Served, sites: Server) -> None:
    task = "Search for kettle. Tell me Price of the first row of results."
    run = own.start(task=task, model="local", url=f"{sites.url}/shop/")
    with connected(own, *paired(own)) as opened:
        popup, again = Popup(opened), Popup(opened)
        popup.follow(run)
        popup.until_status("success")
        assert popup.heard[0]["status"] == "running"
        assert {"navigate", "done"} <= {each["action"]["type"] for each in popup.of("action_executed")}
        assert popup.of("progress_update")[0]["step"] == 1
        assert "€" in popup.of("task_completed")[0]["result"]["text"]
        again.follow(run)
        again.until_status("success")
        assert again.heard == popup.heard


def test_a_task_that_fails_says_why(own: Served, sites: Server) -> None:
    run = own.start(task="Click Nowhere.", model="local", url=f"{sites.url}/shop/")
    with connected(own, *paired(own)) as opened:
        popup = Popup(opened)
        popup.follow(run)
        assert "Nowhere" in popup.until_status("error")["text"]
        assert "Nowhere" in popup.of("task_error")[0]["error"]
        assert any("error" in each["action"] for each in popup.of("action_executed"))


def test_a_question_is_answered_and_a_task_is_stopped(own: Served, sites: Server) -> None:
    form = {"type": "object", "properties": {"size": {"type": "string"}}, "required": ["size"]}
    turns = [("ask", {"question": "Which size?", "form": form})] * 2
    with serving(ModelServer(turns)) as model, connected(own, *paired(own)) as opened:
        popup = Popup(opened)
        run = popup.follow(own.start(task="Buy shoes.", model=model.name, url=f"{sites.url}/shop/"))
        second = popup.ask(type="start_task", task="Buy hats.", tabId=1, settings=LOCAL)
        assert second["fault"]["code"] == "conflict"
        question = popup.until_asked()
        popup.until_told("Waits for your answer: Which size?")
        reply = {"type": "reply", "run": run, "path": question["path"], "kind": question["kind"]}
        assert not popup.ask(**reply, answer={"size": 7})["ok"]
        assert popup.ask(**reply, answer={"size": "small"})["ok"]
        assert popup.until_asked(after=question["path"])["question"] == "Which size?"
        assert popup.ask(type="stop_task")["ok"]
        assert popup.until_status("idle")["text"] == "Stopped"
        assert "small" in model.asked[-1]


def test_an_approval_is_given_in_the_popup(own: Served) -> None:
    run = own.start(tool="wipe", inputs={"what": "disk"})
    with connected(own, *paired(own)) as opened:
        popup = Popup(opened)
        popup.follow(run)
        question = popup.until_asked()
        assert (question["kind"], question["args"]) == ("approval", {"what": "disk"})
        reply = {"type": "reply", "run": run, "path": question["path"], "kind": "approval"}
        assert popup.ask(**reply, answer={"approved": True})["ok"]
        popup.until_status("success")
        assert popup.questions == []


def test_a_key_goes_to_pollex_and_comes_back_in_nothing(own: Served) -> None:
    with connected(own, *paired(own)) as opened:
        popup = Popup(opened)
        answer = popup.ask(type="store_key", llmProvider="anthropic", apiKey=KEY)
        assert {each["provider"]: each["known"] for each in answer["providers"]}["anthropic"]
        wrong = popup.ask(type="store_key", llmProvider="nobody", apiKey=KEY)
        assert not wrong["ok"]
        assert KEY not in json.dumps([answer, wrong])
    assert KEY not in own.process.errors()


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"type": "start_task", "task": "", "tabId": 1, "settings": LOCAL}, "/task"),
        (
            {"type": "start_task", "task": "x", "tabId": 1, "settings": {**LOCAL, "apiKey": "sk-secret"}},
            "/settings/apiKey",
        ),
        ({"type": "follow_task", "run": "../x", "after": 0}, "/run"),
    ],
)
def test_a_message_that_does_not_fit_names_the_place(own: Served, message: dict[str, Any], said: str) -> None:
    with connected(own, *paired(own)) as opened:
        answer = Popup(opened).ask(**message)
        assert [each["pointer"] for each in answer["fault"]["issues"]] == [said]
        assert KEY not in json.dumps(answer)


def test_what_is_not_known_is_answered_with_a_fault(own: Served) -> None:
    with connected(own, *paired(own)) as opened:
        popup = Popup(opened)
        nobody = "0" * 8 + "-0000-4000-8000-" + "0" * 12
        assert popup.ask(type="stop_task")["fault"]["message"] == "No task is being done."
        assert not popup.ask(type="follow_task", run=nobody, after=0)["ok"]
        assert not popup.ask(type="start_task", task="x", tabId=1, settings={**LOCAL, "llmProvider": "nobody"})["ok"]
        assert popup.ask(type="start_task", task="Click Save.", tabId=1, settings=LOCAL)["ok"]
        assert popup.until_status("error")["text"] == "No Chrome is connected with this Pollex."

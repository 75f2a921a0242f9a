"""The model as a function of the task and its trail."""

from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import ModelRequest, ToolRequest
from pollex.model.local import LocalModel


async def following(task: str, *trail: dict[str, Any], credentials: dict[str, list[str]] | None = None) -> ToolRequest:
    extra = {"task": task, "trail": list(trail), "credentials": credentials or {}, "files": []}
    reply = await LocalModel().ask(ModelRequest((), extra=extra))
    [request] = reply.requests
    return request


def past(tool: str, data: Any = None, fault: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"tool": tool, "args": {}, "ok": fault is None, "data": data, "fault": fault, "notes": []}


async def test_one_request_comes_at_a_time_in_the_words_of_the_task() -> None:
    request = await following("Click Save.")
    assert (request.tool, request.args) == ("page.click", {"selector": "act:Save"})


async def test_the_same_trail_gives_the_same_request() -> None:
    done = past("page.click", {"url": "http://a.test/", "appeared": ["Saved"]})
    assert await following("Click Save.", done) == await following("Click Save.", done)


async def test_what_is_done_is_said_to_be_done() -> None:
    request = await following("Click Save.", past("page.click", {"url": "http://a.test/", "appeared": ["Saved"]}))
    assert (request.tool, request.args) == ("done", {"text": "Done.", "success": True})


async def test_what_is_not_understood_is_named_before_anything_is_done() -> None:
    request = await following("Click Save. Write a nice poem about it.")
    assert request.tool == "done"
    assert request.args["success"] is False
    assert "“Write a nice poem about it”" in request.args["text"]
    assert "--model" in request.args["text"]


async def test_a_failed_request_behind_a_click_is_a_failure() -> None:
    failed = {"method": "POST", "url": "http://a.test/save", "status": 500}
    request = await following("Click Save.", past("page.click", {"url": "http://a.test/", "failed": [failed]}))
    assert request.args == {
        "text": "Not done. “Click Save” did not work: the request POST /save failed (500).",
        "success": False,
    }


async def test_what_the_page_refuses_is_told_in_its_words() -> None:
    clicked = past("page.click", {"url": "http://a.test/", "sent": 1})
    alert = {"index": 1, "role": "alert", "name": "", "text": "The code is not valid.", "value": None, "states": []}
    request = await following("Click Save.", clicked, past("page.query", {"count": 1, "elements": [alert]}))
    assert request.args["success"] is False
    assert "The code is not valid." in request.args["text"]


async def test_a_dialog_is_gone_through_with_where_the_task_says_nothing_else() -> None:
    asked = past("page.click", {"url": "http://a.test/", "dialog": {"kind": "confirm", "message": "Sure?"}})
    request = await following("Click Delete.", asked)
    assert (request.tool, request.args) == ("page.dialog", {"accept": True})


async def test_secrets_are_only_named() -> None:
    field = {"index": 1, "role": "password", "name": "", "text": "", "value": None, "states": []}
    there = past("page.query", {"count": 1, "elements": [field]})
    known = {"work": ["username", "password"]}
    request = await following("Log in with the stored credential work.", there, there, credentials=known)
    assert request.args["text"] == "{{secret.work.username}}"


async def test_an_unknown_credential_is_named() -> None:
    request = await following("Log in with the stored credential home.", credentials={"work": ["username"]})
    assert request.args["text"] == "Not done. There is no stored credential “home”. Stored are: work."


async def test_an_answer_that_is_doubted_is_taken_back() -> None:
    clicked = past("page.click", {"url": "http://a.test/", "appeared": ["Saved"]})
    doubt = past("done", fault={"code": "conflict", "message": "Nothing was sent."})
    request = await following("Click Save.", clicked, doubt)
    assert request.args == {"text": "Not certain. Done. But: Nothing was sent.", "success": False}


async def test_a_trail_of_another_program_is_refused() -> None:
    with pytest.raises(Fault) as caught:
        await following("Click Save.", past("page.type"))
    assert (caught.value.code, caught.value.expected, caught.value.received) == ("conflict", "page.click", "page.type")

"""Exceptions end in one place: a client reads no word of one that is not ours."""

import logging
import re

import httpx2
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from pollex.core.fault import Fault
from pollex.serve.failures import Failures


def client(error: Exception, *, late: bool = False) -> httpx2.AsyncClient:
    """A client of an app that raises, perhaps after it has begun to answer."""

    async def raising(scope: Scope, receive: Receive, send: Send) -> None:
        if late:
            await PlainTextResponse("half of")(scope, receive, send)
        raise error

    return httpx2.AsyncClient(transport=httpx2.ASGITransport(Failures(raising)), base_url="http://x")


async def test_a_fault_is_answered_with_its_status() -> None:
    async with client(Fault("conflict", "Both want it.")) as asking:
        answer = await asking.get("/")
    assert (answer.status_code, answer.json()["fault"]["message"]) == (409, "Both want it.")


async def test_any_other_exception_is_a_number_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        async with client(RuntimeError("inner-words")) as asking:
            answer = await asking.get("/")
    fault = answer.json()["fault"]
    [number] = re.findall(r"[0-9a-f]{8}", fault["message"])
    assert (answer.status_code, fault["code"], number in fault["hint"]) == (500, "failed", True)
    assert "inner-words" not in answer.text
    assert number in caplog.text
    assert "inner-words" in caplog.text


async def test_an_answer_that_has_begun_is_only_cut_off() -> None:
    async with client(Fault("failed", "too late"), late=True) as asking:
        assert (await asking.get("/")).text == "half of"

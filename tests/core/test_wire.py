"""Results and calls in the shapes of the source documents and of MCP."""

from typing import Any

import pytest

from pollex.core.fault import Fault, Issue
from pollex.core.result import Result
from pollex.core.wire import envelope_call, mcp_result, tool_result, uicp_error

GONE = Fault("not_found", "no such row", pointer="/id", hint="Look again.", issues=[Issue("/id", "no such row")])


def test_tool_result() -> None:
    assert tool_result(Result.success({"a": 1})) == {"success": True, "data": {"a": 1}, "error": None}
    assert tool_result(Result.failure(GONE, {"done": 1})) == {
        "success": False,
        "data": {"done": 1},
        "error": "no such row",
    }


def test_uicp_error() -> None:
    said = uicp_error(GONE)
    assert (said["message"], said["pointer"]) == ("no such row", "/id")
    assert [issue["pointer"] for issue in said["issues"]] == ["/id"]


def test_mcp_result() -> None:
    assert mcp_result(Result.success({"a": 1})) == {
        "content": [{"type": "text", "text": '{"a":1}'}],
        "structuredContent": {"a": 1},
        "isError": False,
    }
    assert mcp_result(Result.success("hi")) == {
        "content": [{"type": "text", "text": "hi"}],
        "structuredContent": {"result": "hi"},
        "isError": False,
    }
    failed = mcp_result(Result.failure(GONE))
    assert failed["isError"] is True
    assert failed["content"] == [{"type": "text", "text": "[not_found] at /id no such row Hint: Look again."}]
    assert failed["structuredContent"]["code"] == "not_found"


def test_an_envelope_is_a_call_in_either_case() -> None:
    envelope = {"op": "window.close", "params": {"id": "w"}, "idempotency_key": "k", "traceId": "t", "txn_id": "g"}
    call = envelope_call(envelope)
    assert (call.tool, call.args, call.key, call.trace, call.group) == ("window.close", {"id": "w"}, "k", "t", "g")


@pytest.mark.parametrize("wrong", [{"op": "x", "parms": {}}, {"params": {}}])
def test_an_envelope_that_is_none(wrong: dict[str, Any]) -> None:
    with pytest.raises(Fault):
        envelope_call(wrong)

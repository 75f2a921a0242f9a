"""The envelope of a command: its ids, its window, its spelling, its trace."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from tests.workspace.desks import OPEN, content, html, op, opened, pointers, refused, reopened

from pollex.core.event import MemoryLog
from pollex.core.json import Object
from pollex.core.wire import uicp_error
from pollex.workspace.operations import OPERATIONS

ID = "6f9619ff-8b86-d011-b42d-00c04fc964ff"


async def test_the_answer_carries_the_id() -> None:
    answers = await (await opened()).apply([{**OPEN, "id": ID}])

    assert answers[0].to_json()["id"] == ID


async def test_an_id_that_is_left_out_is_made() -> None:
    answers = await (await opened()).apply([OPEN, op("window.create", title="V")])

    assert len({UUID(answer.id) for answer in answers}) == 2


@pytest.mark.parametrize("wrong", ["1", "", ID + "0", ID.replace("-", ""), "{" + ID + "}", f"{ID}\n"])
async def test_an_id_is_a_uuid(wrong: str) -> None:
    assert pointers(await refused(await opened(), [{**OPEN, "id": wrong}])) == ["/0/id"]


async def test_an_id_stands_once_in_a_batch() -> None:
    fault = await refused(await opened(), [{**OPEN, "id": ID}, {**html("x"), "id": ID}])

    assert (fault.code, fault.pointer) == ("conflict", "/1/id")


async def test_the_window_of_the_envelope_fills_that_of_the_params() -> None:
    workspace = await opened(
        {"op": "window.create", "windowId": "w", "params": {"title": "W"}},
        {"op": "dom.set", "windowId": "w", "params": {"target": "#root", "html": "Hi"}},
        {"op": "state.set", "windowId": "w", "params": {"scope": "window", "key": "k", "value": 1}},
    )

    assert (content(workspace), workspace.snapshot()["state"][0]["windowId"]) == (["Hi"], "w")
    await workspace.apply([{"op": "window.close", "windowId": "w", "params": {}}])
    assert workspace.windows() == []


async def test_the_window_of_the_envelope_mirrors_that_of_the_params() -> None:
    workspace = await opened(OPEN, {**html("Hi"), "windowId": "w"})

    assert content(workspace) == ["Hi"]


@pytest.mark.parametrize(
    "command", [html("Hi"), op("window.update", id="w"), op("state.get", scope="user", key="k", windowId="w")]
)
async def test_two_windows_are_a_fault(command: Object) -> None:
    fault = await refused(await opened(OPEN), [{**command, "windowId": "v"}])

    assert (pointers(fault), fault.message) == (
        ["/0/windowId"],
        "The batch was not applied: The envelope and its params name two windows.",
    )


async def test_snake_case_is_camel_case() -> None:
    workspace = await opened(
        OPEN,
        {
            "op": "window.update",
            "trace_id": "t",
            "txn_id": "g",
            "idempotency_key": "k",
            "params": {"id": "w", "z_index": 9},
        },
        {"op": "dom.set", "window_id": "w", "params": {"window_id": "w", "target": "#root", "html": "Hi"}},
        op("state.set", scope="window", window_id="w", key="k", value={"kept_as_it_is": 1}, ttl_ms=5000),
    )

    assert (workspace.desk.windows["w"].z_index, content(workspace), workspace.record.trace) == (9, ["Hi"], "t")
    events = await workspace.record.log.read(workspace.id)
    assert {name: value for name, value in events[1].data["command"].items() if name != "id"} == {
        "idempotencyKey": "k",
        "traceId": "t",
        "txnId": "g",
        "op": "window.update",
        "params": {"id": "w", "zIndex": 9},
    }
    assert events[3].data["command"]["params"]["value"] == {"kept_as_it_is": 1}
    await workspace.close()


@pytest.mark.parametrize(
    ("envelope", "wrong"),
    [
        (3, "/0"),
        ({}, "/0/op"),
        ({"op": "window.close"}, "/0/params"),
        ({"op": "window.open", "params": {}}, "/0/op"),
        ({"op": "window.close", "params": []}, "/0/params"),
        ({**OPEN, "colour": "red"}, "/0/colour"),
        ({**OPEN, "traceId": ""}, "/0/traceId"),
        ({**OPEN, "idempotencyKey": "x" * 201}, "/0/idempotencyKey"),
        ({**OPEN, "params": {"title": "T", "colour": "red"}}, "/0/params/colour"),
    ],
)
async def test_what_is_wrong_is_pointed_at(envelope: Any, wrong: str) -> None:
    assert wrong in pointers(await refused(await opened(), [envelope]))


async def test_an_unknown_operation_has_a_suggestion() -> None:
    fault = await refused(await opened(), [{"op": "window.crate", "params": {"title": "T"}}])

    assert "window.create" in (fault.hint or "")


async def test_a_trace_is_on_every_event_that_a_command_causes() -> None:
    log = MemoryLog()
    workspace = await opened(log=log)
    await workspace.apply([{**html("Hi", window="new"), "traceId": "t-1"}])
    await workspace.apply([{**op("state.set", scope="user", key="k", value=1), "traceId": "t-2"}])
    await refused(workspace, [{**op("window.close", id="v"), "traceId": "t-3"}])
    await workspace.apply([op("state.get", scope="user", key="k")])

    assert [(event.kind, event.data.get("trace")) for event in log.events] == [
        ("workspace.command", "t-1"),
        ("workspace.command", "t-1"),
        ("workspace.command", "t-2"),
        ("workspace.changed", "t-2"),
        ("workspace.chat", "t-3"),
        ("workspace.command", None),
    ]


async def test_the_snapshot_has_the_last_trace_also_after_a_restart() -> None:
    workspace = await opened({**OPEN, "traceId": "t-1"}, {**html("x"), "traceId": "t-2"}, html("y"))
    await refused(workspace, [{**OPEN, "traceId": "t-3"}])

    assert workspace.snapshot()["trace"] == "t-3"
    assert (await reopened(workspace)).snapshot() == workspace.snapshot() | {"undo": 1}


async def test_a_fault_is_a_validation_error_of_003() -> None:
    fault = await refused(await opened(), [op("window.create", title="T", width=3, size="huge")])
    error = uicp_error(fault)

    assert error.keys() == {"message", "pointer", "issues", "hint"}
    assert [(issue["path"], issue["code"]) for issue in error["issues"]] == [
        ([0, "params", "size"], "invalid_value"),
        ([0, "params", "width"], "too_small"),
    ]


@pytest.mark.parametrize("name", OPERATIONS)
def test_each_operation_is_a_tool_that_explains_itself(name: str) -> None:
    tool = OPERATIONS[name].tool

    assert tool.name == name
    assert tool.description.endswith(".")
    assert tool.examples
    assert [tool.input.check(example).issues for example in tool.examples] == [()] * len(tool.examples)
    assert tool.effect == ("read" if name == "state.get" else "act")
    document = tool.input.document
    assert isinstance(document, dict)
    for about in document["properties"].values():
        assert about["description"]

"""AG-UI events of a workspace. The field names are those of the package `ag-ui-protocol` 1.0.0, frozen below."""

from typing import Any

import pytest

from pollex.core.event import Event, EventKind, MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.path import parse
from pollex.core.result import Result
from pollex.workspace.agui import AguiStream, messages_snapshot
from pollex.workspace.workspace import Workspace

COMMON = {"type", "timestamp", "metadata"}
FIELDS: dict[str, tuple[set[str], set[str]]] = {
    "RUN_STARTED": ({"threadId", "runId"}, {"protocolVersion", "parentRunId", "input"}),
    "RUN_FINISHED": ({"threadId", "runId"}, {"result", "outcome", "usage"}),
    "RUN_ERROR": ({"message"}, {"code", "usage"}),
    "TEXT_MESSAGE_START": ({"messageId"}, {"role", "name"}),
    "TEXT_MESSAGE_CONTENT": ({"messageId", "delta"}, set()),
    "TEXT_MESSAGE_END": ({"messageId"}, set()),
    "TOOL_CALL_START": ({"toolCallId", "toolCallName"}, {"parentMessageId"}),
    "TOOL_CALL_ARGS": ({"toolCallId", "delta"}, set()),
    "TOOL_CALL_END": ({"toolCallId"}, set()),
    "TOOL_CALL_RESULT": ({"messageId", "toolCallId", "content"}, {"role"}),
    "STATE_SNAPSHOT": ({"snapshot"}, set()),
    "STATE_DELTA": ({"delta"}, set()),
    "MESSAGES_SNAPSHOT": ({"messages"}, set()),
    "CUSTOM": ({"name", "value"}, set()),
}
"""For each type of event its required and its optional fields."""

AT = "2026-01-02T03:04:05.678000Z"
MS = 1767323045678


def event(kind: EventKind, data: Object) -> Event:
    return Event("desk", 1, AT, kind, data)


def command(op: str, params: Object, **more: Any) -> Event:
    envelope = {"op": op, "params": params}
    answer = Result.success().to_json()
    data = {"batch": "b1", "index": 0, "count": 1, "command": envelope, "answer": answer, "by": "model", **more}
    return event("workspace.command", data)


def checked(events: list[Object]) -> list[Object]:
    """Return events without their time, after a look at their fields."""
    for made in events:
        required, optional = FIELDS[made["type"]]
        assert required <= set(made) <= required | optional | COMMON
    return [{name: value for name, value in made.items() if name != "timestamp"} for made in events]


def state_changes(*changes: Object) -> Event:
    return command("state.set", {}, changes={"state": list(changes)})


def patch(stream: AguiStream, *changes: Object) -> list[Object]:
    [delta] = checked(stream.translate(state_changes(*changes)))
    assert delta["type"] == "STATE_DELTA"
    assert delta["metadata"] == {"changes": list(changes)}
    return list(delta["delta"])


def test_a_stream_begins_with_the_run_and_the_whole_state() -> None:
    state = [
        {"scope": "workspace", "key": "theme", "value": "dark"},
        {"scope": "user", "key": "name", "value": "Ann"},
        {"scope": "window", "windowId": "w", "key": "note", "value": ""},
    ]
    assert checked(AguiStream("desk", "r1").opening(state)) == [
        {"type": "RUN_STARTED", "threadId": "desk", "runId": "r1", "protocolVersion": "1.0"},
        {
            "type": "STATE_SNAPSHOT",
            "snapshot": {"workspace": {"theme": "dark"}, "user": {"name": "Ann"}, "window": {"w": {"note": ""}}},
        },
    ]


def test_a_stream_ends_well() -> None:
    assert checked(AguiStream("desk", "r1").closing()) == [
        {"type": "RUN_FINISHED", "threadId": "desk", "runId": "r1", "outcome": {"type": "success"}}
    ]


def test_what_waits_for_a_person_is_an_interrupt() -> None:
    waits = {"id": "plan-1", "reason": "pending_plan", "message": "Draw two windows?"}
    assert checked(AguiStream("desk", "r1").closing({"plan": 1}, interrupts=[waits])) == [
        {
            "type": "RUN_FINISHED",
            "threadId": "desk",
            "runId": "r1",
            "outcome": {"type": "interrupt", "interrupts": [waits]},
            "result": {"plan": 1},
        }
    ]


def test_a_fault_ends_the_run_and_the_open_message() -> None:
    stream = AguiStream("desk", "r1")
    stream.translate(event("model.delta", {"message": "m1", "text": "Hel"}))
    assert checked(stream.failing(Fault("timeout", "The planner took too long."))) == [
        {"type": "TEXT_MESSAGE_END", "messageId": "m1"},
        {"type": "RUN_ERROR", "message": "The planner took too long.", "code": "timeout"},
    ]


def test_the_end_of_the_workspace_ends_the_run() -> None:
    stream = AguiStream("desk", "r1")
    well = event("run.finished", {"result": Result.success({"windows": 2}).to_json()})
    ill = event("run.finished", {"result": Result.failure(Fault("cancelled", "Stopped.")).to_json()})
    assert [made["type"] for made in checked([*stream.translate(well), *stream.translate(ill)])] == [
        "RUN_FINISHED",
        "RUN_ERROR",
    ]


def test_a_chat_message_is_a_whole_text_message() -> None:
    said = {"role": "person", "text": "Make a list.", "message": "m1"}
    assert AguiStream("desk", "r1").translate(event("workspace.chat", said)) == [
        {"type": "TEXT_MESSAGE_START", "messageId": "m1", "role": "user", "timestamp": MS},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "Make a list.", "timestamp": MS},
        {"type": "TEXT_MESSAGE_END", "messageId": "m1", "timestamp": MS},
    ]


def test_a_streamed_message_is_not_repeated_by_its_chat_event() -> None:
    stream = AguiStream("desk", "r1")
    pieces = [event("model.delta", {"message": "m1", "text": text}) for text in ("Hel", "", "lo")]
    whole = event("workspace.chat", {"role": "model", "text": "Hello", "message": "m1"})
    assert checked([made for each in (*pieces, whole) for made in stream.translate(each)]) == [
        {"type": "TEXT_MESSAGE_START", "messageId": "m1", "role": "assistant"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "Hel"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "lo"},
        {"type": "TEXT_MESSAGE_END", "messageId": "m1"},
    ]


def test_a_model_answer_ends_its_message() -> None:
    stream = AguiStream("desk", "r1")
    stream.translate(event("model.delta", {"path": "/turns/1", "text": "Done"}))
    answered = event("model.answered", {"path": "/turns/1", "text": "Done"})
    assert checked(stream.translate(answered)) == [{"type": "TEXT_MESSAGE_END", "messageId": "/turns/1"}]
    assert stream.translate(answered) == []


def test_a_late_client_gets_the_chat_in_one_event() -> None:
    chat = [
        event("workspace.chat", {"role": role, "text": role.title(), "message": f"m{index}"})
        for index, role in enumerate(("person", "model", "system"))
    ]
    assert checked([messages_snapshot([*chat, command("window.close", {"id": "w"})])]) == [
        {
            "type": "MESSAGES_SNAPSHOT",
            "messages": [
                {"id": "m0", "role": "user", "content": "Person"},
                {"id": "m1", "role": "assistant", "content": "Model"},
                {"id": "m2", "role": "system", "content": "System"},
            ],
        }
    ]


def test_a_change_of_state_is_a_patch_with_old_and_new() -> None:
    stream = AguiStream("desk", "r1")
    assert patch(
        stream,
        {"scope": "workspace", "key": "theme", "old": None, "new": "dark"},
        {"scope": "user", "key": "a/b~c", "old": 1, "new": 2},
        {"scope": "workspace", "key": "gone", "old": 1, "new": None},
    ) == [
        {"op": "add", "path": "/workspace/theme", "value": "dark"},
        {"op": "replace", "path": "/user/a~1b~0c", "value": 2},
        {"op": "remove", "path": "/workspace/gone"},
    ]


def test_state_of_a_window_is_added_below_its_window_and_goes_with_it() -> None:
    stream = AguiStream("desk", "r1")
    stream.opening([{"scope": "window", "windowId": "known", "key": "a", "value": 1}])
    changed = {"scope": "window", "windowId": "new", "key": "note", "old": None, "new": "x"}
    assert patch(stream, changed, {**changed, "windowId": "known"}) == [
        {"op": "add", "path": "/window/new", "value": {}},
        {"op": "add", "path": "/window/new/note", "value": "x"},
        {"op": "add", "path": "/window/known/note", "value": "x"},
    ]
    died = {"scope": "window", "windowId": "new", "key": "note", "old": "x", "new": None}
    closed = checked(stream.translate(command("window.close", {"id": "new"}, changes={"state": [died]})))
    assert [made["type"] for made in closed] == ["CUSTOM", "STATE_DELTA"]
    assert closed[1]["delta"] == [{"op": "remove", "path": "/window/new"}]


def test_a_command_is_a_custom_event_named_by_its_operation() -> None:
    params = {"id": "w", "title": "Notes"}
    assert checked(AguiStream("desk", "r1").translate(command("window.create", params))) == [
        {
            "type": "CUSTOM",
            "name": "window.create",
            "value": {
                "batch": "b1",
                "index": 0,
                "count": 1,
                "by": "model",
                "answer": Result.success().to_json(),
                "command": {"op": "window.create", "params": params},
            },
        }
    ]


def test_html_goes_out_as_the_clean_tree_without_the_bound_commands() -> None:
    button = {"tag": "button", "children": ["Go"], "command": {"id": "c1", "batch": [{"op": "txn.cancel"}]}}
    params = {"windowId": "w", "target": "#root", "html": "<button onclick=evil() data-command='…'>Go</button>"}
    [made] = checked(AguiStream("desk", "r1").translate(command("dom.set", params, drawn=[button])))
    assert made["value"]["command"] == {"op": "dom.set", "params": {"windowId": "w", "target": "#root"}}
    assert made["value"]["content"] == [{"tag": "button", "children": ["Go"], "command": "c1"}]


def test_reading_state_is_silent() -> None:
    stream = AguiStream("desk", "r1")
    ops = ("state.get", "state.watch", "state.unwatch", "state.set")
    assert [stream.translate(command(op, {"scope": "user", "key": "k"})) for op in ops] == [[], [], [], []]


def test_a_call_is_a_tool_call_with_its_result() -> None:
    stream = AguiStream("desk", "r1")
    begun = {"call": "c1", "tool": "api.call", "effect": "send", "args": {"url": "https://example.com"}}
    ended = {"call": "c1", "tool": "api.call", "result": Result.success({"status": 200}).to_json()}
    assert checked(
        [*stream.translate(event("call.started", begun)), *stream.translate(event("call.finished", ended))]
    ) == [
        {"type": "TOOL_CALL_START", "toolCallId": "c1", "toolCallName": "api.call"},
        {"type": "TOOL_CALL_ARGS", "toolCallId": "c1", "delta": '{"url":"https://example.com"}'},
        {"type": "TOOL_CALL_END", "toolCallId": "c1"},
        {
            "type": "TOOL_CALL_RESULT",
            "messageId": "c1-result",
            "toolCallId": "c1",
            "content": '{"status":200}',
            "role": "tool",
        },
    ]


def test_a_failed_call_tells_its_fault() -> None:
    fault = Fault("timeout", "No answer in 120 s.")
    ended = {"call": "c1", "tool": "api.call", "result": Result.failure(fault).to_json()}
    [made] = checked(AguiStream("desk", "r1").translate(event("call.finished", ended)))
    assert made["content"].startswith('{"fault":{"code":"timeout"')


@pytest.mark.parametrize("kind", ["workspace.gate", "workspace.undone", "approval.asked", "question.answered"])
def test_what_has_no_event_of_its_own_is_custom(kind: EventKind) -> None:
    data = {"batch": "b1", "redo": False}
    assert checked(AguiStream("desk", "r1").translate(event(kind, data))) == [
        {"type": "CUSTOM", "name": kind, "value": data}
    ]


def test_other_events_are_of_no_interest() -> None:
    assert AguiStream("desk", "r1").translate(event("note", {"text": "x"})) == []


def patched(document: Any, operation: Object) -> None:
    """Apply an operation of a JSON Patch, which must fit."""
    *where, key = map(str, parse(operation["path"]))
    for name in where:
        document = document[name]
    if operation["op"] == "remove":
        del document[key]
    else:
        assert operation["op"] == "add" or key in document
        document[key] = operation["value"]


def state_set(key: str, value: Any, window: str | None = None) -> Object:
    where = {"scope": "workspace"} if window is None else {"scope": "window", "windowId": window}
    return {"op": "state.set", "params": {**where, "key": key, "value": value}}


def closes(window: str) -> Object:
    return {"op": "window.close", "params": {"id": window}}


def creates(window: str) -> Object:
    return {"op": "window.create", "params": {"id": window, "title": window}}


async def test_a_client_that_applies_the_patches_has_the_state_of_the_workspace() -> None:
    log = MemoryLog()
    workspace = await Workspace("desk", log).open()
    await workspace.apply([creates("a"), state_set("x", 1), state_set("n", 1, "a")])
    stream, seq = AguiStream("desk", "r1"), workspace.snapshot()["seq"]
    document = stream.opening(workspace.snapshot()["state"])[1]["snapshot"]
    await workspace.apply([state_set("x", 2), state_set("y/z", [1]), state_set("n", "b", "a")])
    await workspace.apply([creates("b"), state_set("m", 1, "b"), closes("a")])
    await workspace.apply(
        [closes("b"), creates("b"), state_set("m", 2, "b"), state_set("k", None), state_set("x", None)]
    )
    await workspace.apply([state_set("m", None, "b"), creates("c"), state_set("m", 3, "c"), closes("c")])
    for event in await log.read("desk", after=seq):
        for made in stream.translate(event):
            for operation in made.get("delta", []):
                patched(document, operation)
    assert document == {"workspace": {"y/z": [1]}, "user": {}, "window": {"b": {}}}
    kept = [entry for entry in workspace.snapshot()["state"] if entry["value"] is not None]
    assert kept == [{"scope": "workspace", "key": "y/z", "value": [1]}]

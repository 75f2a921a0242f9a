"""`api.call`: carried out once the batch holds; its answer goes to the caller and into the state."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.workspace.desks import OPEN, Effects, data, heard, html, kept, op, opened, pointers, refused, reopened

from pollex.core.call import Call
from pollex.core.event import Event, MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.result import Result

INTO = {"scope": "workspace", "key": "answer"}


def call(url: str = "https://example.org/", **params: Any) -> Object:
    return op("api.call", url=url, **params)


def values(update: Any) -> list[Any]:
    return [change.new for change in update.state]


async def test_the_answer_is_the_result_of_the_effect() -> None:
    effects = Effects()
    workspace = await opened(effects=effects)
    answers = await workspace.apply([call(method="POST", headers={"Accept": "text/plain"}, body={"a": 1})])

    assert data(answers) == [{"answer": 42}]
    assert [each.args for each in effects.calls] == [
        {"method": "POST", "url": "https://example.org/", "headers": {"Accept": "text/plain"}, "body": {"a": 1}}
    ]


async def test_the_method_is_get_unless_it_is_named() -> None:
    effects = Effects()
    await (await opened(effects=effects)).apply([call()])

    assert effects.calls[0].args["method"] == "GET"


async def test_an_address_is_needed() -> None:
    fault = await refused(await opened(effects=Effects()), [op("api.call", method="GET")])

    assert pointers(fault) == ["/0/params/url"]


async def test_nothing_is_called_from_a_batch_that_does_not_hold() -> None:
    effects = Effects()
    workspace = await opened(OPEN, effects=effects)

    await refused(workspace, [call(), op("window.close", id="v")])
    assert effects.calls == []


async def test_calls_begin_after_the_whole_batch_was_drawn() -> None:
    seen: list[list[str]] = []

    async def look(call: Call) -> Result:
        seen.append(list(workspace.desk.windows))
        return Result.success(None)

    workspace = await opened(effects=look)
    await workspace.apply([call(), OPEN])

    assert seen == [["w"]]


async def test_a_failure_is_answered_and_stops_nothing() -> None:
    effects = Effects(Result.failure(Fault("failed", "No answer.", hint="Try later.")))
    workspace = await opened(effects=effects)
    answers = await workspace.apply([call(into=INTO), OPEN, call()])

    assert [answer.ok for answer in answers] == [False, True, False]
    assert list(workspace.desk.windows) == ["w"]
    assert workspace.snapshot()["state"] == [
        {**INTO, "value": {"status": "error", "error": {"message": "No answer.", "hint": "Try later."}}}
    ]


async def test_the_state_goes_from_loading_to_ready() -> None:
    workspace = await opened(effects=Effects())
    updates = heard(workspace)
    answers = await workspace.apply([call(into=INTO)])

    assert [values(update) for update in updates] == [
        [{"status": "loading", "call": answers[0].id}],
        [{"status": "ready", "data": {"answer": 42}}],
    ]
    assert (await reopened(workspace)).desk == workspace.desk


@pytest.mark.parametrize("keep_every", [1, 1000])
async def test_undo_takes_a_call_and_its_answer_back_together(keep_every: int) -> None:
    workspace = await opened(OPEN, effects=Effects(), keep_every=keep_every)
    before = kept(workspace)
    await workspace.apply([call(into=INTO)])
    after = kept(workspace)
    await workspace.undo()

    assert kept(workspace) == kept(await reopened(workspace, keep_every=keep_every)) == before
    await workspace.redo()
    assert kept(workspace) == kept(await reopened(workspace, keep_every=keep_every)) == after


async def test_an_answer_that_nobody_waits_for_any_more_is_left_out() -> None:
    async def forget(call: Call) -> Result:
        await workspace.undo()
        return Result.success(1)

    workspace = await opened(OPEN, effects=forget)
    before = kept(workspace)
    await workspace.apply([call(into=INTO)])

    assert kept(workspace) == before


async def test_components_that_are_bound_to_it_show_the_answer() -> None:
    bound = {"value": {"scope": "window", "key": "answer"}}
    workspace = await opened(
        OPEN,
        op("component.render", id="c", windowId="w", target="#root", type="json", props={"bind": bound}),
        {**call(into={"scope": "window", "key": "answer"}), "windowId": "w"},
        effects=Effects(),
    )

    assert workspace.snapshot()["components"][0]["props"]["value"] == {"answer": 42}


async def test_the_window_that_waits_may_be_closed_in_the_meantime() -> None:
    async def close(call: Call) -> Result:
        await workspace.close_window("w")
        return Result.success(1)

    workspace = await opened(OPEN, effects=close)
    answers = await workspace.apply([call(into={"scope": "window", "windowId": "w", "key": "k"})])

    assert (answers[0].ok, workspace.windows()) == (True, [])


async def test_state_that_cannot_wait_is_a_fault() -> None:
    workspace = await opened(OPEN, effects=Effects())

    fault = await refused(workspace, [call(into={"scope": "window", "key": "k"})])
    assert pointers(fault) == ["/0/params/into/windowId"]
    fault = await refused(workspace, [call(into={"scope": "window", "windowId": "v", "key": "k"})])
    assert (fault.code, pointers(fault)) == ("not_found", ["/0/params/into/windowId"])


async def test_a_key_is_prefixed_by_the_workspace() -> None:
    effects = Effects()
    workspace = await opened(effects=effects)
    await workspace.apply([{**call(), "idempotencyKey": "one"}])
    await workspace.apply([call(idempotencyKey="two")])
    await workspace.apply([{**call(idempotencyKey="four"), "idempotencyKey": "three"}])

    assert [each.key for each in effects.calls] == [f"{workspace.id}:{key}" for key in ("one", "two", "four")]


async def test_a_repeat_does_not_write_the_state_again() -> None:
    workspace = await opened(effects=Effects())
    command = {**call(into=INTO), "idempotencyKey": "k"}
    first = await workspace.apply([command])
    await workspace.apply([op("state.set", **INTO, value="read")])
    second = await workspace.apply([command])

    assert data(first) == data(second)
    assert workspace.snapshot()["state"] == [{**INTO, "value": "read"}]


async def test_the_trace_is_on_the_call_and_on_what_its_answer_changes() -> None:
    effects, log = Effects(), MemoryLog()
    workspace = await opened(effects=effects, log=log)
    await workspace.apply([{**call(into=INTO), "traceId": "t-1", "txnId": "g"}])

    assert [(each.trace, each.group) for each in effects.calls] == [("t-1", "g")]
    assert [event.data.get("trace") for event in log.events] == ["t-1", "t-1"]


async def test_a_restart_repeats_no_effect_and_says_that_nobody_knows_how_it_ended() -> None:
    started, never = asyncio.Event(), asyncio.Event()

    async def hang(call: Call) -> Result:
        started.set()
        await never.wait()
        return Result.success(None)

    log = MemoryLog()
    workspace = await opened(effects=hang, log=log)
    task = asyncio.ensure_future(workspace.apply([call(into=INTO)]))
    await started.wait()
    effects = Effects()
    again = await reopened(workspace, effects=effects)

    assert effects.calls == []
    assert again.snapshot()["state"][0]["value"]["status"] == "error"
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_without_an_app_nothing_can_be_called() -> None:
    answers = await (await opened()).apply([call()])

    assert [answer.fault and answer.fault.code for answer in answers] == ["unavailable"]


async def test_a_secret_is_a_fault_wherever_it_stands() -> None:
    workspace = await opened(OPEN, effects=Effects())
    fault = await refused(
        workspace,
        [
            call("https://x/{{secret.a}}", headers={"X": "{{secret.b}}"}, body={"deep": [{"x": "{{secret.c.field}}"}]}),
            op("state.set", scope="workspace", key="k", value=["{{secret.d}}"]),
            op("component.render", windowId="w", target="#root", type="text", props={"text": "{{secret.e}}"}),
            html("<p>{{secret.f}}</p>"),
            html("""<button data-command='[{"op":"window.close","params":{"id":"{{secret.g}}"}}]'>x</button>"""),
            op("window.create", title="{{secret.h}}"),
        ],
    )

    assert pointers(fault) == [
        "/0/params/body/deep/0/x",
        "/0/params/url",
        "/1/params/value/0",
        "/2/params/props/text",
        "/3/params/html",
        "/4/params/html",
        "/5/params/title",
    ]
    assert {issue.message for issue in fault.issues} == {"A workspace never holds secrets."}


async def test_no_event_of_a_call_is_a_command_that_a_replay_would_apply_twice() -> None:
    log = MemoryLog()
    workspace = await opened(effects=Effects(), log=log)
    await workspace.apply([call(into=INTO), call(into=INTO)])

    kinds = [(event.kind, _op(event)) for event in log.events]
    assert kinds == [("workspace.command", name) for name in ("api.call", "api.call", "state.set")]


def _op(event: Event) -> Any:
    return event.data["command"]["op"]

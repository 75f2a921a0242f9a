"""A call that needs approval shows a window; the first answer counts, through whichever door it comes."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from pollex import App, Fault
from pollex.app.workspaces.host import WorkspaceHost
from pollex.core.call import Call
from pollex.core.context import Decision, Reason
from pollex.core.pipeline.guard import decide
from pollex.workspace.command_result import CommandResult
from pollex.workspace.outline import window_outline

from ...waits import until_async

WIPE: list[dict[str, Any]] = [
    {"op": "api.call", "params": {"method": "POST", "url": "pollex://tool/wipe", "body": {"what": "it"}}}
]
DELETE = {"op": "api.call", "params": {"method": "DELETE", "url": "https://example.org/"}}


async def asked(app: App) -> tuple[WorkspaceHost, asyncio.Task[list[CommandResult]], str]:
    """Return a workspace that asks, the call that waits, and the id of the window with the question."""
    host = await app.workspaces.open()
    task = asyncio.ensure_future(host.workspace.apply(WIPE, by="person"))
    [window] = await until_async("it asks", host.workspace.windows)
    await until_async("the question is open", host.approvals.open)
    return host, task, window["id"]


def questions(host: WorkspaceHost) -> list[str]:
    """Return the windows with questions."""
    return [each.window for each in host.workspace.desk.components.values() if each.type == "approval"]


async def events(host: WorkspaceHost, kind: str) -> list[dict[str, Any]]:
    return [event.data for event in await host.workspace.record.log.read(host.workspace.id) if event.kind == kind]


async def test_yes_in_the_window_lets_the_call_go_on(app: App, wiped: list[str]) -> None:
    host, task, window = await asked(app)
    props = host.workspace.desk.components[window].props
    assert (props["tool"], props["effect"], props["arguments"]) == ("wipe", "destroy", {"what": "it"})
    assert wiped == []
    await host.workspace.use(window, "answer", {"value": True})
    [result] = await task
    assert (result.data, wiped, host.workspace.windows()) == ("wiped it", ["it"], [])
    assert [(each["approved"], each["by"]) for each in await events(host, "approval.answered")] == [(True, "workspace")]


async def test_a_question_marks_what_nobody_sees_and_the_call_keeps_it(app: App, wiped: list[str]) -> None:
    host = await app.workspaces.open()
    body = {"what": "a\u202eb\u3164"}
    call = {"op": "api.call", "params": {"method": "POST", "url": "pollex://tool/wipe", "body": body}}
    task = asyncio.ensure_future(host.workspace.apply([call], by="person"))
    [window] = await until_async("it asks", lambda: questions(host))
    props = host.workspace.desk.components[window].props
    assert props["arguments"] == {"what": "a\ufffdb\ufffd"}
    await host.workspace.use(window, "answer", {"value": True})
    await task
    assert wiped == ["a\u202eb\u3164"]


async def test_no_in_the_window_refuses_the_call(app: App, wiped: list[str]) -> None:
    host, task, window = await asked(app)
    await host.workspace.use(window, "answer", {"value": False})
    [result] = await task
    assert result.fault is not None
    assert (result.fault.code, wiped, host.workspace.windows()) == ("denied", [], [])


async def test_a_closed_window_leaves_the_question_to_other_doors(app: App, wiped: list[str]) -> None:
    host, task, window = await asked(app)
    await host.workspace.close_window(window)
    assert (task.done(), len(await host.approvals.open())) == (False, 1)
    await host.approvals.answer(None, approved=True, by="cli")
    [result] = await task
    assert (result.data, wiped) == ("wiped it", ["it"])


async def test_a_person_who_closes_the_window_refuses(app: App, wiped: list[str]) -> None:
    host, task, window = await asked(app)
    await host.workspace.apply([{"op": "window.close", "params": {"id": window}}], by="person")
    [result] = await task
    assert result.fault is not None
    assert (result.fault.code, wiped, await host.approvals.open()) == ("denied", [], {})


async def test_undo_does_not_ask_again(app: App, wiped: list[str]) -> None:
    host, task, window = await asked(app)
    before = len(host.workspace.record.history.done)
    await host.workspace.use(window, "answer", {"value": True})
    await task
    assert len(host.workspace.record.history.done) == before - 1
    await host.workspace.undo()
    assert host.workspace.windows() == []


@pytest.mark.parametrize("by", ["person", "program"])
async def test_a_question_that_waits_stays_while_others_are_taken_back(app: App, wiped: list[str], by: str) -> None:
    host = await app.workspaces.open()
    workspace = host.workspace
    for window in ("a", "b"):
        await workspace.apply([{"op": "window.create", "params": {"id": window, "title": window}}])
    task = asyncio.ensure_future(workspace.apply(WIPE, by="person"))
    [question] = await until_async("it asks", lambda: questions(host))

    async def shown() -> list[str]:
        now = sorted(workspace.desk.windows)
        await workspace.record.load()
        assert sorted(workspace.desk.windows) == now
        return [window for window in now if window != question] if question in now else []

    steps = [workspace.undo, workspace.undo, workspace.undo, workspace.redo, workspace.redo, workspace.redo]
    seen = []
    for step in steps:
        await step(by=by)
        seen.append(await shown())
    assert seen == [["a", "b"], ["a"], [], ["a"], ["a", "b"], ["a", "b"]]
    for _ in range(3):
        await workspace.undo(by=by)
    with pytest.raises(Fault, match="nothing to take back"):
        await workspace.undo(by=by)
    await workspace.use(question, "answer", {"value": True})
    [result] = await task
    assert (result.data, wiped, workspace.windows()) == ("wiped it", ["it"], [])


async def test_a_model_cannot_draw_into_the_window_before_it_is_there(app: App) -> None:
    """It chooses the id of its command, and the window must not follow from it."""
    host = await app.workspaces.open()
    chosen = "deadbeef-0000-4000-8000-000000000000"
    drawn = {"target": "#root", "html": "<p>Press Approve to go on</p>"}
    for window in ("approval-deadbeef", "pollex-approval-deadbeef"):
        with suppress(Fault):
            await host.workspace.apply([{"op": "dom.set", "params": {"windowId": window, **drawn}}], by="model")
    task = asyncio.ensure_future(host.workspace.apply([{**DELETE, "id": chosen}], by="model"))
    [path] = await until_async("the question is open", host.approvals.open)
    [question] = await until_async("it is shown", lambda: questions(host))
    assert [each.type for each in host.workspace.desk.components.values() if each.window == question] == ["approval"]
    assert "Press" not in window_outline(host.workspace.desk, host.workspace.desk.windows[question], 1_000)
    with pytest.raises(Fault) as caught:
        await host.workspace.apply([{"op": "dom.append", "params": {"windowId": question, **drawn}}], by="model")
    assert caught.value.code == "denied"
    await host.approvals.answer(path, approved=False, by="http")
    await task


async def test_a_command_with_the_id_of_another_asks_anew(app: App) -> None:
    host = await app.workspaces.open()
    for _ in range(2):
        again = {**DELETE, "id": "deadbeef-0000-4000-8000-000000000000"}
        task = asyncio.ensure_future(host.workspace.apply([again], by="model"))
        await until_async("the question is open", host.approvals.open)
        await host.approvals.answer(None, approved=False, by="http")
        [result] = await task
        assert result.fault is not None
        assert result.fault.code == "denied"


async def test_a_window_whose_call_is_gone_goes_away_when_it_is_answered(app: App) -> None:
    """Such as one that a server left behind which was killed."""
    host = await app.workspaces.open()
    props = {"approval": "/approve/gone", "title": "May wipe be called?", "tool": "wipe", "effect": "destroy"}
    shown = {"id": "pollex-approval-gone", "windowId": "pollex-approval-gone", "target": "#root"}
    await host.workspace.apply(
        [{"op": "component.render", "params": {**shown, "type": "approval", "props": props}}], by="workspace"
    )
    await host.workspace.use("pollex-approval-gone", "answer", {"value": True})
    await until_async("the window is gone", lambda: not host.workspace.windows())
    said = await until_async("the chat says why", lambda: [each.text for each in host.workspace.chat])
    assert said[-1].startswith("Nobody waits for this answer any more")


async def test_the_first_of_two_answers_counts(app: App, wiped: list[str]) -> None:
    host, task, _ = await asked(app)
    [path] = await host.approvals.open()
    await host.approvals.answer(path, approved=False, by="http")
    with pytest.raises(Fault) as caught:
        await host.approvals.answer(path, approved=True, by="cli")
    [result] = await task
    assert caught.value.code in ("not_found", "conflict")
    assert (result.ok, wiped) == (False, [])
    assert [each["by"] for each in await events(host, "approval.answered")] == ["http"]


async def test_an_answer_without_a_question_is_a_fault(app: App) -> None:
    host = await app.workspaces.open()
    with pytest.raises(Fault):
        await host.approvals.answer(None, approved=True, by="cli")


async def test_cancelled_work_stops_asking(app: App, wiped: list[str]) -> None:
    host, task, _ = await asked(app)
    await host.workspace.apply([{"op": "txn.cancel", "params": {}}])
    [result] = await task
    await until_async("the window is closed", lambda: not host.workspace.windows())
    assert result.fault is not None
    assert (result.fault.code, wiped, await host.approvals.open()) == ("cancelled", [], {})


async def test_an_answer_of_another_process_counts(app: App, wiped: list[str]) -> None:
    host, task, _ = await asked(app)
    await app.workspaces.approve(host.workspace.id, None, approved=True, by="cli")
    [result] = await task
    assert (result.data, wiped, host.workspace.windows()) == ("wiped it", ["it"], [])
    with pytest.raises(Fault) as caught:
        await app.workspaces.approve(host.workspace.id, None, approved=True, by="cli")
    assert caught.value.code == "not_found"


async def test_a_yes_may_hold_for_a_kind(app: App) -> None:
    host = await app.workspaces.open()
    tool, call = app.tools.get("wipe"), Call("wipe", {})
    why = Reason("Wipes it", kind=True, details=[{"what": "it"}])
    task = asyncio.ensure_future(decide(tool, call, {}, host.context, why))
    [window] = await until_async("it asks", host.workspace.windows)
    await until_async("the question is open", host.approvals.open)
    props = host.workspace.desk.components[window["id"]].props
    assert (props["kind"], props["details"]) == (True, [{"what": "it"}])
    await host.workspace.use(window["id"], "agree", {})
    assert await task == Decision(True, "workspace", kind=True)


async def test_a_program_is_answered_at_once_with_what_waits(app: App, wiped: list[str]) -> None:
    host = await app.workspaces.open()
    into = {"scope": "workspace", "key": "wiped"}
    [command] = WIPE
    [result] = await host.workspace.apply([{**command, "params": {**command["params"], "into": into}}])
    [path] = await host.approvals.open()
    assert (result.ok, result.data, wiped) == (True, {"waiting": path}, [])
    await host.approvals.answer(path, approved=True, by="test")
    done = {"status": "ready", "data": "wiped it"}
    await until_async(
        "it is done", lambda: [each for each in host.workspace.snapshot()["state"] if each["value"] == done]
    )
    assert wiped == ["it"]

"""The workspaces of an app: the last one used, the user's state across them, restarts, and files."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pollex import App, Fault
from pollex.app.workspaces import workspaces
from pollex.app.workspaces.workspaces import UNANSWERED
from pollex.core.call import new_id
from pollex.core.event import EventKind
from pollex.core.json import Object
from pollex.core.result import NO_COST
from pollex.workspace.workspace import Workspace

OPEN = {"op": "window.create", "params": {"id": "w", "title": "Window"}}
ANSWERED = {"path": "/1", "text": "", "requests": [], "stop": "end", "cost": NO_COST.to_json()}


def put(key: str, value: Any) -> dict[str, Any]:
    return {"op": "state.set", "params": {"scope": "user", "key": key, "value": value}}


def user(workspace: Workspace) -> dict[str, Any]:
    return {at.key: entry.value for at, entry in workspace.desk.state.items() if at.scope == "user"}


async def test_without_an_id_the_last_one_used_is_opened(app: App) -> None:
    first = (await app.workspaces.open(new_id())).workspace
    second = (await app.workspaces.open(new_id())).workspace
    assert (await app.workspaces.open()).workspace is second
    await app.workspaces.open(first.id)
    assert (await app.workspaces.open()).workspace is first
    assert [each["id"] for each in await app.workspaces.list()] == [first.id, second.id]


async def test_the_first_workspace_is_made_when_there_is_none(app: App) -> None:
    made = await app.workspace()
    assert [each["id"] for each in await app.workspaces.list()] == [made.id]
    assert (await app.workspace()).id == made.id


async def test_the_last_one_used_is_found_after_a_restart(tmp_path: Path) -> None:
    async with App(home=tmp_path) as app:
        first, second = new_id(), new_id()
        for id_ in (first, second, first):
            await app.workspace(id_).apply([{"op": "txn.cancel", "params": {}}])
    async with App(home=tmp_path) as app:
        assert (await app.workspace()).id == first


async def test_what_belongs_to_the_user_is_in_every_workspace(app: App) -> None:
    first = (await app.workspaces.open(new_id())).workspace
    second = (await app.workspaces.open(new_id())).workspace
    await first.apply([put("name", "Ada")])
    assert (user(first), user(second)) == ({"name": "Ada"}, {"name": "Ada"})
    await second.apply([put("name", "Grace")])
    assert user(first) == {"name": "Grace"}


async def test_what_belongs_to_the_user_is_there_after_a_restart(tmp_path: Path) -> None:
    async with App(home=tmp_path) as app:
        await app.workspace(new_id()).apply([put("name", "Ada")])
    async with App(home=tmp_path) as app:
        assert user((await app.workspace(new_id())).workspace) == {"name": "Ada"}


async def test_undo_takes_back_what_it_did_to_the_user(app: App) -> None:
    first = (await app.workspaces.open(new_id())).workspace
    second = (await app.workspaces.open(new_id())).workspace
    await first.apply([put("name", "Ada")])
    await first.apply([put("name", "Grace")])
    await first.undo()
    assert (user(first), user(second)) == ({"name": "Ada"}, {"name": "Ada"})


@pytest.mark.document("003", "Undo of a value that another workspace had set restores it, also after a restart.")
@pytest.mark.parametrize("restarted", [False, True])
async def test_undo_restores_what_another_workspace_had_set(tmp_path: Path, restarted: bool) -> None:
    one, other = new_id(), new_id()
    async with App(home=tmp_path) as app:
        first, second = app.workspace(one), app.workspace(other)
        await first.apply([put("name", "Ada")])
        await second.apply([put("name", "Grace"), put("town", "Ulm")])
        if not restarted:
            await second.undo()
            assert (user(first.workspace), user(second.workspace)) == ({"name": "Ada"}, {"name": "Ada"})
            return
    async with App(home=tmp_path) as app:
        second = app.workspace(other)
        await second.undo()
        assert user(second.workspace) == {"name": "Ada"}
        await second.redo()
        assert user(second.workspace) == {"name": "Grace", "town": "Ulm"}
        await second.undo()
        assert user((await app.workspace(one)).workspace) == {"name": "Ada"}


async def test_an_unknown_id_is_a_fault_where_none_may_be_made(app: App) -> None:
    with pytest.raises(Fault) as caught:
        await app.workspaces.open(new_id(), create=False)
    assert (caught.value.code, caught.value.pointer) == ("not_found", "/id")
    with pytest.raises(Fault):
        await app.workspaces.open("no-uuid")


async def test_a_saved_file_is_a_new_workspace_and_its_calls_are_not_made(app: App, wiped: list[str]) -> None:
    call = {"op": "api.call", "params": {"method": "POST", "url": "pollex://tool/wipe", "body": {"what": "it"}}}
    file = {"format": "pollex-workspace", "version": 1, "batches": [[OPEN, call], [call]]}
    opened = (await app.workspaces.open_document(file)).workspace
    assert (opened.windows(), wiped) == ([{"id": "w", "title": "Window"}], [])
    assert {event.data["by"] for event in await app.log.read(opened.id)} == {"file"}


async def test_a_file_draws_no_window_of_the_product_and_no_question(app: App) -> None:
    own, question = {"id": "pollex-credentials", "title": "Credentials"}, {"approval": "/approve/x", "title": "News?"}
    drawn = {"windowId": "pollex-credentials", "target": "#root"}
    asked = {"id": "q", "windowId": "w", "target": "#root", "type": "approval", "props": question}
    batches: Any = [
        [
            OPEN,
            {"op": "window.create", "params": own},
            {"op": "dom.set", "params": {**drawn, "html": "<p>Type it</p>"}},
        ],
        [{"op": "window.update", "params": {"id": "pollex-credentials", "x": 9}}],
        [{"op": "component.render", "params": asked}],
    ]
    file = {"format": "pollex-workspace", "version": 1, "batches": batches}
    opened = (await app.workspaces.open_document(file)).workspace
    assert (opened.windows(), opened.snapshot()["components"]) == ([{"id": "w", "title": "Window"}], [])


async def test_a_bad_file_makes_no_workspace(app: App) -> None:
    file = {"format": "pollex-workspace", "version": 1, "batches": [[{"op": "window.close", "params": {"id": "w"}}]]}
    with pytest.raises(Fault) as caught:
        await app.workspaces.open_document(file)
    assert [issue.pointer for issue in caught.value.issues] == ["/batches/0/0/params/id"]
    assert await app.workspaces.list() == []


async def test_listeners_that_came_before_it_was_open_are_called(app: App) -> None:
    handle = app.workspace()
    heard: list[Any] = []
    handle.on_window(heard.append)
    await handle.apply([OPEN])
    await handle.close_window("w")
    assert [(each.kind, each.id) for each in heard] == [("created", "w"), ("destroyed", "w")]
    assert (handle.windows(), handle.snapshot()["windows"]) == ([], [])


def test_a_workspace_that_is_not_open_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Fault) as caught:
        App(home=tmp_path).workspace().windows()
    assert caught.value.hint == "Write `await app.workspace()`."


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((), True),
        ((("model.asked", {"path": "/1"}),), True),
        ((("model.asked", {"path": "/1"}), ("model.answered", {**ANSWERED, "problem": "stopped"})), True),
        ((("model.asked", {"path": "/1"}), ("model.answered", {**ANSWERED, "problem": None})), False),
    ],
)
async def test_a_message_that_was_not_answered_is_told_at_the_next_start_once(
    tmp_path: Path, events: tuple[tuple[EventKind, Object], ...], told: bool
) -> None:
    async with App(home=tmp_path, environ={}) as app:
        host = await app.workspaces.open()
        await host.workspace.say("person", "Show my mail")
        for kind, data in events:
            await host.workspace.record.append(kind, data)
    for _ in range(2):
        async with App(home=tmp_path, environ={}) as app:
            chat = (await app.workspaces.open()).workspace.chat
            assert [each.text for each in chat] == ["Show my mail", *[UNANSWERED] * told]


async def test_what_nobody_follows_is_closed_and_the_same_when_it_is_opened_again(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspaces, "IDLE_SECONDS", 0.02)
    host = await app.workspaces.open(new_id())
    await host.workspace.apply([OPEN])
    before, closed = host.workspace.snapshot(), asyncio.Event()
    host.on_close.append(closed.set)
    await closed.wait()
    again = await app.workspaces.open(host.workspace.id)
    assert again is not host
    assert again.workspace.snapshot()["windows"] == before["windows"]


async def test_what_is_followed_or_at_work_stays_open(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    host = await app.workspaces.open(new_id())
    assert host.idle
    handle = await app.workspace(new_id())
    work = asyncio.get_running_loop().create_future()
    host.keep(work)
    monkeypatch.setattr(workspaces, "IDLE_SECONDS", 0.02)
    other = await app.workspaces.open(new_id())
    closed = asyncio.Event()
    other.on_close.append(closed.set)
    await closed.wait()
    assert (await app.workspaces.open(host.workspace.id)) is host
    assert (await app.workspaces.open(handle.id)).workspace is handle.workspace
    host.on_close.append(closed.set)
    closed.clear()
    work.set_result(None)
    await closed.wait()

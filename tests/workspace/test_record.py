"""The record of a workspace: a restart gives what was there, also from copies, and beside other processes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.workspace.desks import OPEN, content, data, heard, html, kept, op, opened, reopened

from pollex.core.call import new_id
from pollex.core.event import Event, MemoryLog, NewEvent
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.limits import DEFAULT_LIMITS
from pollex.workspace.desk import Desk
from pollex.workspace.workspace import Workspace


def append(text: str) -> Object:
    return op("dom.append", windowId="w", target="#root", html=text)


async def test_undo_and_redo_go_through_batches() -> None:
    workspace = await opened()
    desks = [kept(workspace)]
    for batch in ([OPEN], [html("1"), append("2")], [op("window.close", id="w")]):
        await workspace.apply(batch)
        desks.append(kept(workspace))
    for desk in reversed(desks[:-1]):
        await workspace.undo()
        assert kept(workspace) == kept(await reopened(workspace)) == desk
    for desk in desks[1:]:
        await workspace.redo()
        assert kept(workspace) == kept(await reopened(workspace)) == desk


def drawn(id_: str, type_: str, **props: Any) -> Object:
    return op("component.render", id=id_, windowId="w", target="#root", type=type_, props=props)


def written_by_another_version(log: MemoryLog, type_: str, **params: Any) -> None:
    """Change the commands of a log that draw, or change, a component of a type, as another version had written them."""
    for event in log.events:
        own: Object = event.data.get("command", {}).get("params", {})
        if own.get("type") == type_ or own.get("id") == type_:
            own |= params


@pytest.mark.document("003", "Batches that were applied survive a catalogue that is stricter or has fewer types.")
@pytest.mark.parametrize(
    ("was", "says"),
    [
        ({"type": "sparkline"}, "There is no component type 'sparkline'."),
        ({"props": {"value": "many"}}, "Expected"),
    ],
)
async def test_what_the_catalogue_does_not_have_any_more_is_replaced_by_words(was: Object, says: str) -> None:
    log = MemoryLog()
    workspace = await opened(OPEN, log=log)
    batch = [drawn("p", "progress", label="At work", value=1), drawn("t", "text", text="Beside it")]
    await workspace.apply([*batch, op("component.update", id="p", props={"value": 2})])
    await workspace.apply([op("component.update", id="t", props={"text": "Later"})])
    written_by_another_version(log, "progress", **was)
    again = await reopened(workspace)
    shown = {each["id"]: each for each in again.snapshot()["components"]}
    assert (shown["t"]["props"]["text"], shown["p"]["type"]) == ("Later", "text")
    assert says in shown["p"]["props"]["text"]
    await again.apply([op("component.destroy", id="p")])
    assert [each["id"] for each in again.snapshot()["components"]] == ["t"]


def test_a_copy_of_the_desk_too() -> None:
    kept_then: Object = {"id": "p", "type": "sparkline", "props": {}, "windowId": "w", "batch": "b"}
    desk = Desk.from_json({"windows": [], "components": [kept_then], "state": [], "watches": []})
    [shown] = desk.to_page(0)["components"]
    assert (shown["type"], "'sparkline'" in shown["props"]["text"]) == ("text", True)


async def test_a_new_batch_forgets_what_was_taken_back() -> None:
    workspace = await opened(OPEN)
    await workspace.undo()
    await workspace.apply([OPEN])
    with pytest.raises(Fault) as caught:
        await workspace.redo()

    assert (caught.value.code, caught.value.message) == ("not_found", "There is nothing to do again.")


async def test_nothing_can_be_taken_back_at_the_beginning() -> None:
    with pytest.raises(Fault) as caught:
        await (await opened()).undo()

    assert caught.value.code == "not_found"


async def test_undo_is_one_change_for_every_client() -> None:
    workspace = await opened(OPEN, html("1"))
    updates = heard(workspace)
    await workspace.undo()
    await workspace.redo()

    assert [{id_: bool(each) for id_, each in update.windows.items()} for update in updates] == [
        {"w": False},
        {"w": True},
    ]


@pytest.mark.parametrize("every", [1, 2, 3, 5, 7])
async def test_a_restart_from_copies_gives_the_same(every: int) -> None:
    workspace = await opened(OPEN, keep_every=every)
    for number in range(20):
        await workspace.apply([append(str(number))] * (1 + number % 3))
        assert kept(await reopened(workspace, keep_every=every)) == kept(workspace)

    copies = [event for event in await workspace.record.log.read(workspace.id) if event.kind == "workspace.kept"]
    assert len(copies) >= 20 // every // 2


async def test_a_restart_reads_from_the_copy_before_the_last() -> None:
    workspace = await opened(OPEN, keep_every=5)
    for number in range(30):
        await workspace.apply([append(str(number))])
    again = await reopened(workspace)

    assert kept(again) == kept(workspace)
    assert 5 <= len(again.record.history.done) <= 10


@pytest.mark.parametrize("steps", range(1, 12))
async def test_undo_across_copies(steps: int) -> None:
    workspace = await opened(OPEN, keep_every=3)
    desks = [kept(workspace)]
    for number in range(12):
        await workspace.apply([append(str(number))])
        desks.append(kept(workspace))
    for _ in range(steps):
        await workspace.undo()

    again = await reopened(workspace, keep_every=3)
    assert kept(again) == kept(workspace) == desks[-1 - steps]
    for step in range(steps):
        await again.redo()
        assert kept(await reopened(again, keep_every=3)) == kept(again) == desks[-steps + step]


async def test_another_number_of_commands_between_copies_harms_nothing() -> None:
    workspace = await opened(OPEN, keep_every=2)
    for number, every in enumerate([2, 7, 1, 3, 1000, 1, 4] * 3):
        await workspace.apply([append(str(number))])
        again = await reopened(workspace, keep_every=every)
        assert kept(again) == kept(workspace)
        workspace = again


async def test_limits_that_were_lowered_take_nothing_away() -> None:
    text = op("component.render", id="c", windowId="w", target="#root", type="text", props={"text": "1"})
    workspace = await opened(OPEN, html("<p>1</p>"), text, op("state.set", scope="workspace", key="k", value=1))
    lower = replace(DEFAULT_LIMITS, windows=0, components=0, state_keys=0, window_nodes=0)

    assert kept(await reopened(workspace, limits=lower)) == kept(workspace)


async def test_chat_and_trace_survive_a_restart_from_a_copy() -> None:
    workspace = await opened(OPEN, keep_every=2)
    for number in range(6):
        await workspace.say("person", f"message {number}")
        await workspace.apply([{**append("x"), "traceId": f"t-{number}"}])
        await workspace.say("model", f"answer {number}")
    again = await reopened(workspace)

    assert [message.text for message in again.chat] == [message.text for message in workspace.chat]
    assert again.snapshot()["trace"] == "t-5"


class Cancelled(MemoryLog):
    """A log that writes an event and then is interrupted."""

    broken = False

    async def append_all(self, run: str, events: Sequence[NewEvent], *, after: int) -> list[Event] | None:
        written = await super().append_all(run, events, after=after)
        if self.broken:
            raise asyncio.CancelledError
        return written


@pytest.mark.parametrize("batch", [[append("2")], [append("2"), append("3")]])
async def test_a_batch_that_was_written_while_its_caller_left_is_there(batch: list[Object]) -> None:
    log = Cancelled()
    workspace = await opened(OPEN, html("1"), log=log)
    log.broken = True
    with pytest.raises(asyncio.CancelledError):
        await workspace.apply(batch)
    log.broken = False
    await workspace.apply([append("4")])

    assert kept(await reopened(workspace)) == kept(workspace)


async def test_what_another_process_wrote_is_there_and_told() -> None:
    first = await opened(OPEN)
    second = await reopened(first)
    updates = heard(second)
    await first.apply([html("1")])
    await second.apply([append("2")])

    assert content(second) == ["1", "2"]
    assert [content_of(update) for update in updates] == [["1"], ["1", "2"]]
    assert kept(await reopened(first)) == kept(second)


def content_of(update: Any) -> Any:
    return update.windows["w"]["content"]


async def test_the_users_values_stay_when_another_process_has_written() -> None:
    log = MemoryLog()
    first = await opened(OPEN, log=log)
    await (await opened(log=log)).apply([op("state.set", scope="user", key="theme", value="dark")])
    second = await reopened(first)
    await first.apply([html("1")])

    assert data(await second.apply([op("state.get", scope="user", key="theme")])) == [{"value": "dark", "found": True}]


async def test_an_undo_of_another_process_is_seen() -> None:
    first = await opened(OPEN)
    await first.apply([html("1")])
    second = await reopened(first)
    await first.undo()
    await second.apply([append("2")])

    assert content(second) == ["2"]


async def test_batches_of_two_processes_may_lie_between_one_another() -> None:
    log = MemoryLog()
    one, two = await opened(OPEN, log=log), await opened(op("window.create", id="v", title="V"), log=log)
    await one.apply([html("1"), append("2")])
    await two.apply([html("3", "#root", "v"), op("window.update", id="v", title="Other")])
    first, second = ([event for event in log.events if event.run == each.id] for each in (one, two))
    mixed, run = MemoryLog(), new_id()
    for event in (first[0], second[0], first[1], second[1], second[2], first[2]):
        await mixed.append(run, event.kind, event.data)
    workspace = await Workspace(run, mixed).open()

    assert content(workspace) == ["1", "2"]
    assert (content(workspace, "v"), workspace.desk.windows["v"].title) == (["3"], "Other")


async def test_a_batch_taken_back_by_two_processes_at_once_does_not_lock_the_workspace() -> None:
    log = MemoryLog()
    workspace = await opened(OPEN, log=log)
    await workspace.apply([html("1")])
    batch = log.events[-1].data["batch"]
    for _ in range(2):
        await log.append(workspace.id, "workspace.undone", {"batch": batch, "redo": False, "by": "person"})

    assert content(await reopened(workspace)) == []


async def test_a_message_between_the_events_of_batches_is_not_lost() -> None:
    workspace = await opened(OPEN)
    await asyncio.gather(
        *(workspace.apply([append(str(number)), append("x")]) for number in range(5)),
        *(workspace.say("person", str(number)) for number in range(5)),
    )
    again = await reopened(workspace)

    assert kept(again) == kept(workspace)
    assert [message.text for message in again.chat] == [str(number) for number in range(5)]
    assert again.snapshot() == workspace.snapshot()

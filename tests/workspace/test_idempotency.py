"""`idempotencyKey`: a command is applied once, and a repeat gets the first answer."""

from __future__ import annotations

import asyncio

import pytest
from tests.workspace.desks import OPEN, content, data, html, op, opened, refused, reopened

from pollex.core.call import new_id
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault

CREATE = {**op("window.create", title="New"), "idempotencyKey": "k"}
APPEND = {**op("dom.append", windowId="w", target="#root", html="<p onclick=x>1</p>"), "idempotencyKey": "a"}


async def test_a_repeat_has_the_first_answer_and_its_own_id() -> None:
    workspace = await opened(OPEN)
    first, second = await workspace.apply([APPEND]), await workspace.apply([APPEND])

    assert len(content(workspace)) == 1
    assert {**second[0].to_json(), "id": first[0].id} == first[0].to_json()
    assert second[0].notes
    assert first[0].id != second[0].id


async def test_a_repeat_after_a_restart_has_the_first_answer() -> None:
    workspace = await opened()
    first = await workspace.apply([CREATE])
    again = await reopened(workspace)

    assert data(await again.apply([CREATE])) == data(first)
    assert len(again.desk.windows) == 1


async def test_a_repeat_writes_nothing() -> None:
    workspace = await opened(CREATE)
    before = len(await workspace.record.log.read(workspace.id))
    await workspace.apply([CREATE])

    assert len(await workspace.record.log.read(workspace.id)) == before


async def test_the_spelling_of_a_repeat_does_not_matter() -> None:
    workspace = await opened(CREATE)
    await workspace.apply([{"op": "window.create", "idempotency_key": "k", "params": {"title": "New"}, "id": new_id()}])

    assert len(workspace.desk.windows) == 1


@pytest.mark.parametrize("other", [op("window.create", title="Other"), op("window.update", id="w", title="New")])
async def test_the_same_key_with_another_command_is_a_conflict(other: dict[str, object]) -> None:
    workspace = await opened(CREATE)
    fault = await refused(workspace, [html("x"), {**other, "idempotencyKey": "k"}])

    assert (fault.code, fault.pointer) == ("conflict", "/1/idempotencyKey")
    assert (await refused(await reopened(workspace), [{**other, "idempotencyKey": "k"}])).code == "conflict"


async def test_each_workspace_has_keys_of_its_own() -> None:
    log = MemoryLog()
    first, second = await opened(CREATE, log=log), await opened(CREATE, log=log)

    assert len(first.desk.windows) == len(second.desk.windows) == 1


async def test_new_commands_of_a_batch_are_applied_beside_repeats() -> None:
    workspace = await opened(OPEN, APPEND)
    answers = await workspace.apply([APPEND, html("2", "#root", "v"), {**APPEND, "idempotencyKey": "b"}])

    assert [answer.data for answer in answers] == [{"windowId": "w"}, {"windowId": "v"}, {"windowId": "w"}]
    assert len(content(workspace)) == 2


async def test_a_key_stands_once_in_a_batch() -> None:
    fault = await refused(await opened(OPEN), [html("x"), APPEND, APPEND])

    assert (fault.code, fault.pointer) == ("conflict", "/2/idempotencyKey")


async def test_two_at_once_are_one() -> None:
    workspace = await opened()
    first, second = await asyncio.gather(workspace.apply([CREATE]), workspace.apply([CREATE]))

    assert data(first) == data(second)
    assert len(workspace.desk.windows) == 1


async def test_two_processes_at_once_are_one() -> None:
    log = MemoryLog()
    first = await opened(log=log)
    second = await reopened(first)
    batch = [CREATE, {**op("window.create", title="Second"), "idempotencyKey": "l"}]
    answers = await asyncio.gather(first.apply(batch), second.apply(batch))

    assert data(answers[0]) == data(answers[1])
    assert [window.title for window in (await reopened(first)).desk.windows.values()] == ["New", "Second"]


async def test_a_fault_uses_no_key_up() -> None:
    workspace = await opened()
    with pytest.raises(Fault):
        await workspace.apply([CREATE, op("window.close", id="v")])
    await workspace.apply([CREATE])

    assert len(workspace.desk.windows) == 1

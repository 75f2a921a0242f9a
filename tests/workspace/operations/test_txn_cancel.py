"""`txn.cancel`: drops pending work of one transaction, or all of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.workspace.desks import OPEN, data, kept, op, opened, pointers, refused, reopened

from pollex.core.call import Call
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.workspace.command_result import CommandResult
from pollex.workspace.workspace import Workspace


class Slow:
    """Effects that wait until they are let go or cancelled."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.started = asyncio.Event()
        self.go = asyncio.Event()

    async def __call__(self, call: Call) -> Result:
        self.begun.append(call.args["url"])
        self.started.set()
        await self.go.wait()
        return Result.success("done")


def call(url: str, group: str | None = None) -> Object:
    return {"op": "api.call", "params": {"url": url}, **({} if group is None else {"txnId": group})}


async def under_way(workspace: Workspace, slow: Slow, *commands: Object) -> asyncio.Task[list[CommandResult]]:
    """Begin a batch and wait until its first call has begun."""
    slow.started.clear()
    task = asyncio.ensure_future(workspace.apply(list(commands)))
    await slow.started.wait()
    return task


def codes(results: list[CommandResult]) -> list[str | None]:
    return [result.fault.code if result.fault else None for result in results]


async def test_the_calls_of_a_transaction_are_cancelled_and_others_go_on() -> None:
    slow = Slow()
    workspace = await opened(effects=slow)
    first = await under_way(workspace, slow, call("a:1", "g"))
    second = await under_way(workspace, slow, call("b:1", "h"))

    assert data(await workspace.apply([op("txn.cancel", id="g")])) == [{"cancelled": 1}]
    slow.go.set()
    assert (codes(await first), data(await second)) == (["cancelled"], ["done"])


async def test_without_an_id_all_work_is_cancelled() -> None:
    slow = Slow()
    workspace = await opened(effects=slow)
    tasks = [await under_way(workspace, slow, call("a:1", "g")), await under_way(workspace, slow, call("b:1"))]

    assert data(await workspace.apply([op("txn.cancel")])) == [{"cancelled": 2}]
    assert [codes(await task) for task in tasks] == [["cancelled"], ["cancelled"]]


async def test_later_calls_of_a_batch_do_not_begin() -> None:
    slow = Slow()
    workspace = await opened(effects=slow)
    task = await under_way(workspace, slow, call("a:1", "g"), call("a:2", "g"), call("a:3", "g"))

    assert data(await workspace.apply([op("txn.cancel", id="g")])) == [{"cancelled": 3}]
    assert codes(await task) == ["cancelled"] * 3
    assert slow.begun == ["a:1"]


@pytest.mark.parametrize("begun", [True, False])
async def test_the_state_that_waits_for_calls_says_so_where_who_sent_them_is_cancelled(begun: bool) -> None:
    slow, drawn = Slow(), asyncio.Event()
    workspace = await opened(effects=slow)
    workspace.updates.add(lambda _: drawn.set())
    batch = [op("api.call", url=f"{key}:1", into={"scope": "workspace", "key": key}) for key in "ab"]
    task = asyncio.ensure_future(workspace.apply(batch))
    await (slow.started if begun else drawn).wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert slow.begun == (["a:1"] if begun else [])
    assert [each["value"]["status"] for each in workspace.snapshot()["state"]] == ["error", "error"]
    assert kept(await reopened(workspace)) == kept(workspace)


async def test_the_state_that_waits_for_a_cancelled_call_says_so() -> None:
    slow = Slow()
    workspace = await opened(effects=slow)
    into = {"scope": "workspace", "key": "k"}
    task = await under_way(workspace, slow, op("api.call", url="a:1", into=into))
    await workspace.apply([op("txn.cancel")])
    await task

    assert workspace.snapshot()["state"][0]["value"]["status"] == "error"


async def test_a_batch_that_waits_for_its_turn_is_dropped_as_a_whole() -> None:
    workspace = await opened()
    async with workspace._lock:  # as while another batch is being written
        waiting = asyncio.ensure_future(
            workspace.apply([OPEN, {**op("state.get", scope="user", key="k"), "txnId": "g"}])
        )
        staying = asyncio.ensure_future(workspace.apply([op("window.create", id="v", title="V")]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        cancel = asyncio.ensure_future(workspace.apply([op("txn.cancel", id="g")]))
        await asyncio.sleep(0)
    with pytest.raises(Fault) as caught:
        await waiting

    assert (caught.value.code, data(await cancel)) == ("cancelled", [{"cancelled": 1}])
    await staying
    assert list(workspace.desk.windows) == ["v"]
    assert workspace.chat == []


async def test_windows_stay() -> None:
    workspace = await opened(OPEN)
    before = kept(workspace)
    await workspace.apply([op("txn.cancel")])

    assert kept(workspace) == before


async def test_nothing_to_cancel_is_no_fault() -> None:
    assert data(await (await opened()).apply([op("txn.cancel"), op("txn.cancel", id="g")])) == [
        {"cancelled": 0},
        {"cancelled": 0},
    ]


@pytest.mark.parametrize("wrong", [1, ["a"], "x" * 201])
async def test_the_id_is_a_name(wrong: Any) -> None:
    assert pointers(await refused(await opened(), [op("txn.cancel", id=wrong)])) == ["/0/params/id"]


async def test_a_repeat_is_answered_with_the_first_result_and_cancels_nothing() -> None:
    slow = Slow()
    workspace = await opened(effects=slow)
    cancel = {**op("txn.cancel"), "idempotencyKey": "stop"}
    first = await under_way(workspace, slow, call("a:1"))
    assert data(await workspace.apply([cancel])) == [{"cancelled": 1}]
    await first
    second = await under_way(workspace, slow, call("a:2"))

    assert data(await workspace.apply([cancel])) == [{"cancelled": 1}]
    slow.go.set()
    assert data(await second) == ["done"]
    assert data(await (await reopened(workspace)).apply([cancel])) == [{"cancelled": 1}]

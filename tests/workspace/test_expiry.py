"""Values that expire: gone on time, heard of by those who show or watch them, and gone after a restart."""

import asyncio

from pollex.workspace.desk import Desk
from pollex.workspace.expiry import ExpiryTimer, without_expired
from pollex.workspace.state import StateEntry, StateKey

from ..waits import until_async
from .desks import OPEN, Clock, heard, op, opened, reopened

KEY = StateKey("workspace", None, "k")


def desk(**expires: float | None) -> Desk:
    return Desk(state={StateKey("workspace", None, key): StateEntry(1, at) for key, at in expires.items()})


def test_only_expired_values_are_removed() -> None:
    left = without_expired(desk(a=None, b=10, c=20), 10)
    assert [at.key for at in left.state] == ["a", "c"]


def test_a_desk_without_expired_values_is_left_alone() -> None:
    given = desk(a=None, c=20)
    assert without_expired(given, 10) is given


async def test_the_timer_calls_for_the_first_value_that_is_due() -> None:
    called = asyncio.Event()
    timer = ExpiryTimer(lambda: 100.0, called.set)
    timer.set_for(desk(a=None, b=10, c=10_000_000))
    await called.wait()


async def test_a_stopped_timer_does_not_call() -> None:
    called: list[int] = []
    timer = ExpiryTimer(lambda: 100.0, lambda: called.append(1))
    timer.set_for(desk(b=10))
    timer.stop()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert called == []


async def test_watchers_hear_that_a_value_has_expired() -> None:
    workspace = await opened(OPEN, op("state.watch", scope="workspace", key="k"))
    updates = heard(workspace)
    await workspace.apply([op("state.set", scope="workspace", key="k", value=1, ttlMs=1)])
    await until_async("it has expired", lambda: KEY not in workspace.desk.state)
    assert [(each.old, each.new) for update in updates for each in update.state] == [(None, 1), (1, None)]
    await workspace.close()


async def test_a_value_that_expired_meanwhile_is_not_shown_after_a_restart() -> None:
    clock = Clock()
    workspace = await opened(op("state.set", scope="workspace", key="k", value=1, ttlMs=50), clock=clock)
    assert [each["value"] for each in workspace.snapshot()["state"]] == [1]
    clock.now += 50
    assert (await reopened(workspace, clock=clock)).snapshot()["state"] == []

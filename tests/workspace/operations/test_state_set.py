"""`state.set`: values by scope and key; those who show or watch them hear of changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.workspace.desks import OPEN, Clock, data, heard, kept, op, opened, pointers, refused, reopened

from pollex.core.call import new_id
from pollex.core.event import MemoryLog
from pollex.core.json import Object
from pollex.core.limits import DEFAULT_LIMITS
from pollex.workspace.expiry import without_expired
from pollex.workspace.user_state import UserState
from pollex.workspace.workspace import Workspace


def put(key: str, value: Any, scope: str = "workspace", **params: Any) -> Object:
    return op("state.set", scope=scope, key=key, value=value, **params)


def values(workspace: Workspace) -> list[Object]:
    state: list[Object] = workspace.snapshot()["state"]
    return state


async def read(workspace: Workspace, key: str, scope: str = "workspace", **params: Any) -> Any:
    return data(await workspace.apply([op("state.get", scope=scope, key=key, **params)]))[0]


@pytest.mark.parametrize("value", [None, True, 0, -1.5, "", "é", [], {}, {"a": [1, {"b": None}]}, 2**70])
async def test_any_json_value_is_kept_across_a_restart(value: Any) -> None:
    workspace = await opened(put("k", value))

    assert values(await reopened(workspace)) == [{"scope": "workspace", "key": "k", "value": value}]


async def test_the_answer_says_where_it_was_put() -> None:
    workspace = await opened(OPEN)

    assert data(await workspace.apply([put("k", 1), put("k", 2, "window", windowId="w")])) == [
        {"scope": "workspace", "key": "k"},
        {"scope": "window", "key": "k", "windowId": "w"},
    ]


async def test_what_the_caller_changes_later_does_not_change_the_state() -> None:
    given: Any = {"list": [1]}
    workspace = await opened(put("k", given))
    given["list"].append(2)
    answered = await read(workspace, "k")
    answered["value"]["list"].append(3)

    assert values(workspace) == [{"scope": "workspace", "key": "k", "value": {"list": [1]}}]


async def test_each_window_has_its_own_state() -> None:
    workspace = await opened(OPEN, op("window.create", id="v", title="V"))
    await workspace.apply([put("k", 1, "window", windowId="w"), put("k", 2, "window", windowId="v"), put("k", 3)])

    assert {each.get("windowId"): each["value"] for each in values(workspace)} == {"w": 1, "v": 2, None: 3}


async def test_the_envelope_may_name_the_window() -> None:
    workspace = await opened(OPEN, {**put("k", 1, "window"), "windowId": "w"})

    assert values(workspace) == [{"scope": "window", "key": "k", "windowId": "w", "value": 1}]


async def test_state_of_a_window_needs_one() -> None:
    fault = await refused(await opened(OPEN), [put("k", 1, "window")])

    assert (fault.code, pointers(fault)) == ("invalid_input", ["/0/params/windowId"])


async def test_state_of_an_unknown_window_is_a_fault_and_makes_none() -> None:
    fault = await refused(await opened(OPEN), [put("k", 1, "window", windowId="v")])

    assert (fault.code, pointers(fault)) == ("not_found", ["/0/params/windowId"])


async def test_an_unknown_scope_is_a_fault() -> None:
    fault = await refused(await opened(), [put("k", 1, "global")])

    assert pointers(fault) == ["/0/params/scope"]


async def test_a_value_is_needed_but_may_be_null() -> None:
    fault = await refused(await opened(), [op("state.set", scope="workspace", key="k")])

    assert pointers(fault) == ["/0/params/value"]


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "soon"])
async def test_a_time_to_live_is_a_positive_integer(wrong: Any) -> None:
    fault = await refused(await opened(), [put("k", 1, ttlMs=wrong)])

    assert pointers(fault) == ["/0/params/ttlMs"]


async def test_a_value_is_there_until_its_time_has_passed() -> None:
    clock = Clock()
    workspace = await opened(put("k", 1, ttlMs=1000), clock=clock)
    clock.now += 999
    assert await read(workspace, "k") == {"value": 1, "found": True}
    clock.now += 1
    assert await read(workspace, "k") == {"value": None, "found": False}
    assert values(workspace) == []
    await workspace.close()


async def test_a_restart_does_not_lengthen_the_time() -> None:
    clock = Clock()
    workspace = await opened(put("k", 1, ttlMs=1000), clock=clock)
    clock.now += 600
    again = await reopened(workspace, clock=clock)
    clock.now += 399
    assert values(again) == [{"scope": "workspace", "key": "k", "value": 1}]
    clock.now += 1
    assert values(again) == []
    await again.close()
    await workspace.close()


async def test_a_value_without_a_time_replaces_one_that_expires() -> None:
    clock = Clock()
    workspace = await opened(put("k", 1, ttlMs=1000), put("k", 2), clock=clock)
    clock.now += 5000

    assert values(workspace) == [{"scope": "workspace", "key": "k", "value": 2}]


@pytest.mark.parametrize("forgotten", [True, False])
async def test_a_value_that_is_set_again_after_it_expired_comes_last(*, forgotten: bool) -> None:
    clock = Clock()
    workspace = await opened(put("a", 1, ttlMs=1000), put("b", 2), clock=clock)
    clock.now += 1000
    if forgotten:
        workspace.record.history.desk = without_expired(workspace.desk, clock.now)
    await workspace.apply([put("a", 3)])

    assert [each["key"] for each in values(workspace)] == ["b", "a"]
    assert kept(await reopened(workspace, clock=clock)) == kept(workspace)


async def test_a_caller_cannot_name_the_instant_itself() -> None:
    fault = await refused(await opened(), [put("k", 1, expires=5)])

    assert pointers(fault) == ["/0/params/expires"]


async def test_components_that_are_bound_are_drawn_again() -> None:
    bound = {"text": {"scope": "workspace", "key": "name"}}
    own = {"text": {"scope": "window", "key": "name"}}
    workspace = await opened(
        OPEN,
        op("component.render", id="a", windowId="w", target="#root", type="text", props={"bind": bound}),
        op("component.render", id="b", windowId="w", target="#root", type="text", props={"bind": own}),
        op("component.render", id="c", windowId="w", target="#root", type="text", props={"text": "still"}),
    )
    updates = heard(workspace)
    await workspace.apply([put("name", "Ann")])
    await workspace.apply([put("name", "Bea", "window", windowId="w")])
    await workspace.apply([put("other", 1)])

    drawn = [{id_: each and each["props"]["text"] for id_, each in update.components.items()} for update in updates]
    assert drawn == [{"a": "Ann"}, {"b": "Bea"}, {}]


async def test_listeners_hear_the_old_and_the_new_value() -> None:
    workspace = await opened(put("k", 1))
    updates = heard(workspace)
    await workspace.apply([put("k", None), put("new", [1])])

    assert [change.to_json() for change in updates[0].state] == [
        {"scope": "workspace", "key": "k", "old": 1, "new": None},
        {"scope": "workspace", "key": "new", "old": None, "new": [1]},
    ]


async def test_the_state_of_the_user_is_shared_by_workspaces_at_once() -> None:
    log = MemoryLog()
    user = UserState(log)
    first, second = [await Workspace(new_id(), log, user=user).open() for _ in range(2)]
    updates = heard(second)
    await first.apply([put("theme", "dark", "user")])

    assert await read(second, "theme", "user") == {"value": "dark", "found": True}
    assert [change.to_json() for change in updates[0].state] == [
        {"scope": "user", "key": "theme", "old": None, "new": "dark"}
    ]


async def test_the_state_of_the_user_survives_a_restart_and_is_in_new_workspaces() -> None:
    log = MemoryLog()
    first = await opened(put("theme", "dark", "user"), log=log)
    await first.apply([put("theme", "light", "user")])

    assert await read(await opened(log=log), "theme", "user") == {"value": "light", "found": True}
    assert await read(await reopened(first), "theme", "user") == {"value": "light", "found": True}


async def test_undo_takes_the_users_value_back_and_leaves_those_of_other_workspaces() -> None:
    log = MemoryLog()
    user = UserState(log)
    first, second = [await Workspace(new_id(), log, user=user).open() for _ in range(2)]
    await first.apply([put("theme", "dark", "user")])
    await first.apply([put("theme", "light", "user")])
    await second.apply([put("font", "large", "user")])
    await first.undo()

    for workspace in (first, second):
        assert await read(workspace, "theme", "user") == {"value": "dark", "found": True}
        assert await read(workspace, "font", "user") == {"value": "large", "found": True}


async def test_a_closed_workspace_hears_no_more_of_the_user() -> None:
    log = MemoryLog()
    user = UserState(log)
    first, second = [await Workspace(new_id(), log, user=user).open() for _ in range(2)]
    updates = heard(second)
    await second.close()
    await first.apply([put("theme", "dark", "user")])

    assert (updates, len(user.changes)) == ([], 1)


async def test_there_is_a_limit_to_keys() -> None:
    workspace = await opened(put("a", 1), put("b", 1), limits=replace(DEFAULT_LIMITS, state_keys=2))

    assert (await refused(workspace, [put("c", 1)])).code == "limit"
    await workspace.apply([put("a", 2)])

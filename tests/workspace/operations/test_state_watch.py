"""`state.watch`: changes of a value are kept for the planner's next snapshot."""

from __future__ import annotations

from typing import Any

import pytest
from tests.workspace.desks import OPEN, data, op, opened, pointers, refused, reopened

from pollex.core.call import new_id
from pollex.core.event import MemoryLog
from pollex.workspace.user_state import UserState
from pollex.workspace.workspace import Workspace

WATCH = op("state.watch", scope="workspace", key="k")


def put(value: Any, key: str = "k") -> dict[str, Any]:
    return op("state.set", scope="workspace", key=key, value=value)


def watched(workspace: Workspace) -> list[dict[str, Any]]:
    return [change.to_json() for change in workspace.watched.values()]


async def test_changes_since_the_last_snapshot_are_kept_from_the_first_to_the_last_value() -> None:
    workspace = await opened(put(1))
    await workspace.apply([WATCH])
    await workspace.apply([put(2), put("other", "other")])
    await workspace.apply([put(3)])

    assert watched(workspace) == [{"scope": "workspace", "key": "k", "old": 1, "new": 3}]


async def test_the_answer_says_what_is_watched() -> None:
    assert data(await (await opened()).apply([WATCH])) == [{"scope": "workspace", "key": "k"}]


@pytest.mark.document("003", "A watch that is set with the first value tells the old one.")
async def test_a_watch_that_is_set_with_the_first_value_tells_the_old_one() -> None:
    workspace = await opened()
    await workspace.apply([put(1), WATCH])
    await workspace.apply([put(2)])

    assert watched(workspace) == [{"scope": "workspace", "key": "k", "old": 1, "new": 2}]


async def test_without_a_watch_nothing_is_kept() -> None:
    workspace = await opened(put(1))
    await workspace.apply([put(2)])

    assert watched(workspace) == []


async def test_a_watch_survives_a_restart() -> None:
    again = await reopened(await opened(WATCH))
    await again.apply([put(2)])

    assert watched(again) == [{"scope": "workspace", "key": "k", "old": None, "new": 2}]


async def test_undo_fires_too() -> None:
    workspace = await opened(WATCH)
    await workspace.apply([put(2)])
    workspace.watched.clear()
    await workspace.undo()

    assert watched(workspace) == [{"scope": "workspace", "key": "k", "old": 2, "new": None, "gone": True}]


async def test_a_value_of_the_user_that_another_workspace_changes_fires() -> None:
    log = MemoryLog()
    user = UserState(log)
    first, second = [await Workspace(new_id(), log, user=user).open() for _ in range(2)]
    await second.apply([op("state.watch", scope="user", key="theme")])
    await first.apply([op("state.set", scope="user", key="theme", value="dark")])

    assert watched(second) == [{"scope": "user", "key": "theme", "old": None, "new": "dark"}]


async def test_a_window_must_be_there() -> None:
    workspace = await opened(OPEN)

    assert pointers(await refused(workspace, [op("state.watch", scope="window", key="k")])) == ["/0/params/windowId"]
    assert (await refused(workspace, [op("state.watch", scope="window", key="k", windowId="v")])).code == "not_found"

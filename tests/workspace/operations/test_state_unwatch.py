"""`state.unwatch`: no more word of a value."""

from __future__ import annotations

from tests.workspace.desks import OPEN, data, notes, op, opened, refused, reopened

WATCH = op("state.watch", scope="workspace", key="k")
UNWATCH = op("state.unwatch", scope="workspace", key="k")


async def test_changes_are_not_kept_any_more() -> None:
    workspace = await opened(WATCH)

    assert data(await workspace.apply([UNWATCH])) == [{"scope": "workspace", "key": "k"}]
    await workspace.apply([op("state.set", scope="workspace", key="k", value=1)])
    assert workspace.watched == {}
    assert (await reopened(workspace)).desk.watches == {}


async def test_what_was_not_watched_is_noted() -> None:
    assert notes(await (await opened()).apply([UNWATCH])) == ["The state 'k' was not watched."]


async def test_a_window_must_be_there() -> None:
    workspace = await opened(OPEN)

    assert (await refused(workspace, [op("state.unwatch", scope="window", key="k", windowId="v")])).code == "not_found"

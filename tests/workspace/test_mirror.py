"""State that mirrors something outside: shown by bindings, never recorded, not taken back."""

import pytest
from tests.workspace.desks import OPEN, op, opened, refused

from pollex.workspace.workspace import Workspace

ROWS = [{"name": "a"}]
TABLE = op(
    "component.render",
    id="t",
    windowId="w",
    target="#root",
    type="table",
    props={"bind": {"rows": {"scope": "workspace", "key": "pollex.runs"}}},
)


def rows(workspace: Workspace) -> object:
    (shown,) = workspace.snapshot()["components"]
    return shown["props"].get("rows")


async def test_a_mirrored_value_is_shown_and_not_recorded() -> None:
    workspace = await opened(OPEN, TABLE)
    before = len(await workspace.record.log.read(workspace.id))
    workspace.mirror("runs", ROWS)
    assert rows(workspace) == ROWS
    assert len(await workspace.record.log.read(workspace.id)) == before
    again = await Workspace(workspace.id, workspace.record.log).open()
    assert rows(again) is None


async def test_undo_leaves_it_as_it_is_now() -> None:
    workspace = await opened(OPEN, TABLE)
    workspace.mirror("runs", ROWS)
    await workspace.apply([op("window.update", id="w", x=200)])
    workspace.mirror("runs", [])
    await workspace.undo()
    assert rows(workspace) == []


async def test_listeners_hear_of_it_once() -> None:
    workspace = await opened(OPEN, TABLE)
    heard: list[object] = []
    workspace.on_state(lambda change: heard.append(change.new))
    workspace.mirror("runs", ROWS)
    workspace.mirror("runs", list(ROWS))
    assert heard == [ROWS]


@pytest.mark.parametrize("by", ["model", "person", "run"])
async def test_nobody_else_sets_it(by: str) -> None:
    workspace = await opened(OPEN)
    fault = await refused(workspace, [op("state.set", scope="workspace", key="pollex.runs", value=[])], by=by)
    assert fault.code == "denied"

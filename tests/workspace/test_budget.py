"""A workspace holds and writes so much and no more; what is there stays, and can be removed."""

from dataclasses import replace
from typing import Any

import pytest

from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.limits import DEFAULT_LIMITS
from pollex.workspace.workspace import Workspace

from .desks import OPEN, op
from .planner.scripts import StreamedModel, said, with_control


def workspace(**limits: Any) -> Workspace:
    return Workspace("w1", MemoryLog(), limits=replace(DEFAULT_LIMITS, **limits))


def value(key: str, size: int) -> Any:
    return op("state.set", scope="workspace", key=key, value="x" * size)


async def refused(desk: Workspace, *commands: Any) -> str:
    before = desk.desk.to_json()
    with pytest.raises(Fault) as found:
        await desk.apply(list(commands))
    assert found.value.code == "limit"
    assert desk.desk.to_json() == before
    return str(found.value.expected)


async def test_the_state_has_a_budget_and_room_again_when_something_goes() -> None:
    desk = workspace(state_bytes=10_000)
    await desk.apply([value("a", 6_000)])
    assert "state_bytes" in await refused(desk, value("b", 6_000))
    await desk.apply([value("a", 100), value("b", 6_000)])


async def test_components_have_a_budget() -> None:
    desk = workspace(component_bytes=5_000)
    props = {"text": "x" * 3_000}
    drawn = [op("component.render", id=id_, windowId="w", target="#root", type="text", props=props) for id_ in "ab"]
    await desk.apply([OPEN, drawn[0]])
    assert "component_bytes" in await refused(desk, drawn[1])


async def test_what_is_written_has_a_budget_but_windows_can_be_closed() -> None:
    desk = workspace(workspace_bytes=15_000)
    await desk.apply([OPEN, value("a", 6_000)])
    assert "workspace_bytes" in await refused(desk, value("a", 6_000))
    await desk.apply([op("window.close", id="w")])
    assert not desk.desk.windows


async def test_answers_and_the_chat_count_in_what_is_written() -> None:
    desk = workspace(workspace_bytes=10_000)
    model = StreamedModel(["word " * 1_500, "unheard"])
    director = await with_control(desk, model)
    assert (await director.send("talk")).status == "answered"
    turn = await director.send("talk")
    assert (turn.status, len(model.requests)) == ("failed", 1)
    assert "workspace_bytes" in said(desk)[-1][1]

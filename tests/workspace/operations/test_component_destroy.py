"""`component.destroy`: a component goes from its window."""

from __future__ import annotations

from tests.workspace.desks import OPEN, content, data, heard, html, op, opened, pointers, refused, reopened

RENDER = op("component.render", id="c", windowId="w", target="#a", type="text", props={"text": "1"})


async def test_a_component_goes_with_its_place() -> None:
    workspace = await opened(OPEN, html("<div id=a>Before</div>"), RENDER)
    updates = heard(workspace)

    assert data(await workspace.apply([op("component.destroy", id="c")])) == [{"id": "c"}]
    assert content(workspace) == [{"tag": "div", "attributes": {"id": "w--a"}, "children": ["Before"]}]
    assert (workspace.desk.components, updates[0].components) == ({}, {"c": None})
    assert (await reopened(workspace)).desk == workspace.desk


async def test_an_unknown_component_is_a_fault() -> None:
    fault = await refused(await opened(OPEN), [op("component.destroy", id="c")])

    assert (fault.code, pointers(fault)) == ("not_found", ["/0/params/id"])


async def test_a_component_cannot_go_twice() -> None:
    workspace = await opened(OPEN, html("<div id=a></div>"), RENDER)
    fault = await refused(workspace, [op("component.destroy", id="c")] * 2)

    assert pointers(fault) == ["/1/params/id"]
    assert list(workspace.desk.components) == ["c"]

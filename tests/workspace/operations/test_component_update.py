"""`component.update`: props merged by RFC 7396."""

from __future__ import annotations

from typing import Any

from tests.workspace.desks import OPEN, heard, op, opened, pointers, refused, reopened

TABLE = op(
    "component.render",
    id="t",
    windowId="w",
    target="#root",
    type="table",
    props={"columns": [{"key": "a", "label": "A"}], "rows": [{"a": 1}], "rowKey": "a"},
)


def update(**props: Any) -> dict[str, Any]:
    return op("component.update", id="t", props=props)


async def test_what_is_named_is_replaced_and_all_else_stays() -> None:
    workspace = await opened(OPEN, TABLE, update(rows=[{"a": 2}, {"a": 3}]))
    props = workspace.desk.components["t"].props

    assert (props["rows"], props["columns"][0]["label"]) == ([{"a": 2}, {"a": 3}], "A")
    assert (await reopened(workspace)).desk == workspace.desk


async def test_null_removes_a_prop() -> None:
    workspace = await opened(OPEN, TABLE, update(rowKey=None))

    assert "rowKey" not in workspace.desk.components["t"].props


async def test_null_for_a_prop_that_is_needed_is_a_fault() -> None:
    fault = await refused(await opened(OPEN, TABLE), [update(rows=None)])

    assert pointers(fault) == ["/0/params/props/rows"]


async def test_what_does_not_fit_is_a_fault() -> None:
    fault = await refused(await opened(OPEN, TABLE), [update(rows=3)])

    assert pointers(fault) == ["/0/params/props/rows"]


async def test_an_unknown_component_is_a_fault_with_a_suggestion() -> None:
    fault = await refused(await opened(OPEN, TABLE), [op("component.update", id="tt", props={})])

    assert (fault.code, pointers(fault), fault.hint) == ("not_found", ["/0/params/id"], "Did you mean 't'?")


async def test_clients_get_the_whole_component_again() -> None:
    workspace = await opened(OPEN, TABLE)
    updates = heard(workspace)
    await workspace.apply([update(rowKey="b")])

    drawn = updates[0].components["t"]
    assert drawn is not None
    assert drawn["props"]["rowKey"] == "b"
    assert updates[0].windows == {}


async def test_a_binding_is_merged_like_any_other_prop() -> None:
    bound = {"rows": {"scope": "workspace", "key": "rows"}}
    workspace = await opened(
        OPEN, TABLE, op("state.set", scope="workspace", key="rows", value=[{"a": 9}]), update(bind=bound)
    )
    assert workspace.snapshot()["components"][0]["props"]["rows"] == [{"a": 9}]

    await workspace.apply([update(bind=None)])
    assert workspace.snapshot()["components"][0]["props"]["rows"] == [{"a": 1}]

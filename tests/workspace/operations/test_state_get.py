"""`state.get`: the value under a key."""

from __future__ import annotations

from tests.workspace.desks import OPEN, data, heard, op, opened, pointers, refused

SET = op("state.set", scope="workspace", key="k", value={"a": 1})
GET = op("state.get", scope="workspace", key="k")


async def test_a_value_is_read() -> None:
    assert data(await (await opened(SET)).apply([GET])) == [{"value": {"a": 1}, "found": True}]


async def test_null_and_nothing_are_told_apart() -> None:
    workspace = await opened(op("state.set", scope="workspace", key="null", value=None))

    assert data(await workspace.apply([op("state.get", scope="workspace", key="null"), GET])) == [
        {"value": None, "found": True},
        {"value": None, "found": False},
    ]


async def test_a_batch_reads_what_it_wrote_before() -> None:
    assert [each["found"] for each in data(await (await opened()).apply([GET, SET, GET])) if "found" in each] == [
        False,
        True,
    ]


async def test_reading_changes_nothing() -> None:
    workspace = await opened(SET)
    updates = heard(workspace)
    await workspace.apply([GET])

    assert [(each.windows, each.components, each.state) for each in updates] == [({}, {}, ())]


async def test_a_window_must_be_there() -> None:
    workspace = await opened(OPEN)

    assert pointers(await refused(workspace, [op("state.get", scope="window", key="k")])) == ["/0/params/windowId"]
    fault = await refused(workspace, [op("state.get", scope="window", key="k", windowId="v")])
    assert (fault.code, pointers(fault)) == ("not_found", ["/0/params/windowId"])

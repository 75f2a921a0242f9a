"""`window.close`: a window goes with everything in it."""

from __future__ import annotations

from tests.workspace.desks import OPEN, data, heard, html, op, opened, pointers, refused, reopened

TEXT = op("component.render", id="c", windowId="w", target="#root", type="text", props={"text": "Hello"})


async def test_a_window_goes_with_its_components_its_state_and_its_watches() -> None:
    workspace = await opened(
        OPEN,
        TEXT,
        op("state.set", scope="window", windowId="w", key="k", value=1),
        op("state.set", scope="workspace", key="k", value=2),
        op("state.watch", scope="window", windowId="w", key="k"),
        op("state.watch", scope="workspace", key="k"),
    )
    updates = heard(workspace)

    assert data(await workspace.apply([op("window.close", id="w")])) == [{"id": "w"}]

    assert workspace.desk.to_json() == {
        "windows": [],
        "components": [],
        "state": [{"scope": "workspace", "key": "k", "value": 2, "expires": None}],
        "watches": [{"scope": "workspace", "key": "k"}],
    }
    assert [{**each.to_json(), "seq": 0, "batch": ""} for each in updates] == [
        {
            "seq": 0,
            "batch": "",
            "by": "program",
            "windows": {"w": None},
            "components": {"c": None},
            "state": [{"scope": "window", "windowId": "w", "key": "k", "old": 1, "new": None, "gone": True}],
        }
    ]
    assert (await reopened(workspace)).desk == workspace.desk


async def test_an_unknown_window_is_a_fault_here() -> None:
    fault = await refused(await opened(OPEN), [op("window.close", id="v")])

    assert (fault.code, pointers(fault)) == ("not_found", ["/0/params/id"])


async def test_a_closed_window_can_be_opened_again_and_is_empty() -> None:
    workspace = await opened(OPEN, html("<p>Old</p>"), op("window.close", id="w"), OPEN)

    assert workspace.desk.windows["w"].content == ()


async def test_listeners_hear_of_windows_created_and_destroyed() -> None:
    workspace = await opened()
    events: list[object] = []
    workspace.on_window(lambda event: events.append((event.kind, event.id)))
    await workspace.apply([OPEN])
    await workspace.close_window("w")

    assert events == [("created", "w"), ("destroyed", "w")]


async def test_a_listener_that_fails_does_not_keep_others_from_hearing() -> None:
    workspace = await opened()
    events: list[str] = []
    workspace.on_window(lambda event: 1 / 0)
    workspace.on_window(lambda event: events.append(event.id))
    await workspace.apply([OPEN])

    assert events == ["w"]

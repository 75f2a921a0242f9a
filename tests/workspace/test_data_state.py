"""`data-state-scope` and `data-state-key`: controls that show and change a value of the state."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.workspace.desks import OPEN, content, heard, html, op, opened, pointers, refused, reopened

from pollex.core.event import MemoryLog
from pollex.core.json import Object
from pollex.workspace.state import StateKey
from pollex.workspace.typed_text import TypedText
from pollex.workspace.workspace import Workspace


def control(tag: str = "input", scope: str = "window", key: str = "note_title") -> str:
    return f'<{tag} data-state-scope="{scope}" data-state-key="{key}"></{tag}>'


def state(workspace: Workspace) -> list[Object]:
    found: list[Object] = workspace.snapshot()["state"]
    return found


@pytest.mark.parametrize("tag", ["input", "textarea", "select"])
@pytest.mark.parametrize("scope", ["window", "workspace", "user"])
async def test_a_control_is_bound_to_the_state(tag: str, scope: str) -> None:
    workspace = await opened(OPEN, html(control(tag, scope)))

    assert content(workspace)[0] == {"tag": tag, "binding": {"scope": scope, "key": "note_title"}}
    assert (await reopened(workspace)).desk == workspace.desk


@pytest.mark.parametrize(
    "wrong",
    [
        '<p data-state-scope="window" data-state-key="a">x</p>',
        '<input data-state-scope="window">',
        '<input data-state-key="a">',
        '<input data-state-scope="global" data-state-key="a">',
    ],
)
async def test_half_a_binding_or_one_elsewhere_is_a_fault(wrong: str) -> None:
    assert pointers(await refused(await opened(OPEN), [html(wrong)])) == ["/0/params/html"]


async def test_what_is_typed_is_recorded_once_a_pause_and_not_per_key() -> None:
    recorded: list[Any] = []
    done = asyncio.Event()

    async def record(values: Any) -> None:
        recorded.append({at.key: value for at, value in values.items()})
        done.set()

    typed = TypedText(record, pause=0)
    for text in ("N", "No", "Not"):
        typed.put(_at("title"), text)
    typed.put(_at("other"), 1)
    await done.wait()

    assert recorded == [{"title": "Not", "other": 1}]


def _at(key: str) -> StateKey:
    return StateKey("workspace", None, key)


async def test_what_is_typed_is_in_the_state_before_anything_else_happens() -> None:
    log = MemoryLog()
    workspace = await opened(OPEN, html(control()), log=log)
    before = len(log.events)
    for text in ("N", "No", "Not"):
        workspace.type_into("window", "note_title", text, "w")
    await workspace.apply([op("state.get", scope="window", key="note_title", windowId="w")])

    written = [event.data["command"]["params"].get("value") for event in log.events[before:]]
    assert written == ["Not", None]
    assert log.events[before].data["by"] == "person"
    assert log.events[before + 1].data["answer"] == {"value": "Not", "found": True}


async def test_a_click_sees_what_was_typed_just_before() -> None:
    markup = (
        control() + """<button data-command='[{"op":"state.watch","params":{"scope":"user","key":"k"}}]'>x</button>"""
    )
    workspace = await opened(OPEN, html(markup))
    updates = heard(workspace)
    workspace.type_into("window", "note_title", "Not", "w")
    await workspace.press("w", content(workspace)[1]["command"])

    assert [change.new for change in updates[0].state] == ["Not"]


async def test_the_window_of_a_control_is_needed_for_its_own_state_only() -> None:
    workspace = await opened(OPEN)
    workspace.type_into("workspace", "k", 1, "w")
    await workspace.close()

    assert state(workspace) == [{"scope": "workspace", "key": "k", "value": 1}]


async def test_what_is_typed_into_a_window_that_was_closed_is_left_out() -> None:
    workspace = await opened(OPEN)
    workspace.type_into("window", "k", 1, "w")
    workspace.type_into("workspace", "k", 2)
    del workspace.desk.windows["w"]
    await workspace.close()

    assert state(workspace) == [{"scope": "workspace", "key": "k", "value": 2}]


async def test_what_cannot_be_kept_is_said_and_holds_up_nothing_else() -> None:
    workspace = await opened(OPEN)
    workspace.type_into("workspace", "bad", "{{secret.x}}")
    workspace.type_into("workspace", "good", "text")
    await workspace.apply([op("window.create", id="v", title="V")])

    assert state(workspace) == [{"scope": "workspace", "key": "good", "value": "text"}]
    assert list(workspace.desk.windows) == ["w", "v"]
    assert ["A workspace never holds secrets" in message.text for message in workspace.chat] == [True]


async def test_the_value_is_in_the_state_after_the_window_was_drawn_again() -> None:
    workspace = await opened(OPEN, html(control()))
    workspace.type_into("window", "note_title", "Not", "w")
    await workspace.apply([html(control())])

    assert state(workspace) == [{"scope": "window", "windowId": "w", "key": "note_title", "value": "Not"}]

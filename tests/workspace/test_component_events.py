"""What a person does with a component: state that it writes, commands that it applies, listeners that hear it."""

from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.workspace.component_events import ComponentUse
from pollex.workspace.state import StateKey
from pollex.workspace.workspace import Workspace

from .desks import OPEN, op, opened

SET = op("state.set", scope="workspace", key="said", value="{{value}}")
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


def component(type_: str, **props: Any) -> Object:
    return op("component.render", id="c", windowId="w", target="#root", type=type_, props=props)


def value(workspace: Workspace, key: str, scope: str = "workspace") -> Any:
    at = StateKey(scope, "w" if scope == "window" else None, key)
    return workspace.desk.state[at].value if at in workspace.desk.state else None


async def test_a_press_applies_the_command() -> None:
    press = [op("state.set", scope="workspace", key="said", value="{{componentId}} in {{windowId}}")]
    workspace = await opened(OPEN, component("button", label="Go", command=press))
    [answer] = await workspace.use("c", "press", {})
    assert (answer.ok, value(workspace, "said")) == (True, "c in w")


async def test_a_change_is_written_into_the_bound_state() -> None:
    bound = {"value": {"scope": "window", "key": "typed"}}
    workspace = await opened(OPEN, component("field", label="Name", bind=bound, command=[SET]))
    await workspace.use("c", "change", {"value": "Ada"})
    assert (value(workspace, "typed", "window"), value(workspace, "said")) == ("Ada", "Ada")


async def test_a_form_is_checked_by_its_schema() -> None:
    command = [op("state.set", scope="workspace", key="said", value="{{form.name}}")]
    workspace = await opened(OPEN, component("form", schema=SCHEMA, command=command))
    await workspace.use("c", "submit", {"form": {"name": "Ada"}})
    assert value(workspace, "said") == "Ada"
    with pytest.raises(Fault) as caught:
        await workspace.use("c", "submit", {"form": {}})
    assert [issue.pointer for issue in caught.value.issues] == ["/data/form/name"]
    assert value(workspace, "said") == "Ada"


async def test_a_form_whose_schema_is_bound_is_checked_by_what_is_shown() -> None:
    command = [op("state.set", scope="workspace", key="said", value="{{form.name}}")]
    bound = {"schema": {"scope": "workspace", "key": "asked"}}
    workspace = await opened(
        OPEN,
        op("state.set", scope="workspace", key="asked", value=SCHEMA),
        component("form", bind=bound, command=command),
    )
    await workspace.use("c", "submit", {"form": {"name": "Ada"}})
    assert value(workspace, "said") == "Ada"
    with pytest.raises(Fault):
        await workspace.use("c", "submit", {"form": {}})
    await workspace.apply([op("state.set", scope="workspace", key="asked", value="no schema")])
    with pytest.raises(Fault):
        await workspace.use("c", "submit", {"form": {"name": "Ada"}})


async def test_listeners_hear_what_was_done_after_its_commands() -> None:
    workspace = await opened(OPEN, component("button", label="Go", command=[op("window.close", id="w")]))
    heard: list[tuple[ComponentUse, bool]] = []
    workspace.uses.add(lambda use: heard.append((use, "w" in workspace.desk.windows)))
    await workspace.use("c", "press", {})
    [(use, still_open)] = heard
    assert (use.to_json(), still_open) == ({"component": "c", "type": "button", "event": "press", "data": {}}, False)


async def test_what_is_gone_or_unknown_is_a_fault() -> None:
    workspace = await opened(OPEN, component("button", label="Go"))
    for name, event, payload, place in (
        ("gone", "press", {}, "/component"),
        ("c", "submit", {}, ""),
        ("c", "press", {"extra": 1}, "/data/extra"),
    ):
        with pytest.raises(Fault) as caught:
            await workspace.use(name, event, payload)
        assert (caught.value.pointer or "") == place


async def test_without_a_command_nothing_is_applied() -> None:
    workspace = await opened(OPEN, component("button", label="Go"))
    before = workspace.record.seq
    assert (await workspace.use("c", "press", {}), workspace.record.seq) == ([], before)

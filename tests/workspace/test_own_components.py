"""What asks for a person's decision is drawn by the workspace alone: nobody can make it look like something else."""

from contextlib import suppress
from typing import Any

import pytest
from tests.workspace.desks import OPEN, html, op, opened, pointers, refused

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.workspace.workspace import Workspace

QUESTION: Object = {"approval": "/approve/1", "title": "May wipe be called?", "tool": "wipe", "effect": "destroy"}


def render(id_: str, type_: str, props: Any, window: str = "w") -> Object:
    return op("component.render", id=id_, windowId=window, target="#root", type=type_, props=props)


async def asked() -> Workspace:
    """Return a workspace in which a call waits for a yes."""
    workspace = await opened(OPEN)
    question = [op("window.create", id="ask", title="Approval"), render("ask", "approval", QUESTION, "ask")]
    await workspace.apply(question, by="workspace")
    return workspace


@pytest.mark.parametrize("by", ["model", "person", "run"])
@pytest.mark.parametrize(
    ("command", "pointer"),
    [
        (render("mine", "approval", {**QUESTION, "title": "Read the news?"}), "/0/params/type"),
        (render("mine", "plan", {"plan": "p", "steps": []}), "/0/params/type"),
        (op("component.update", id="ask", props={"title": "Read the news?"}), "/0/params/id"),
        (op("component.destroy", id="ask"), "/0/params/id"),
        (render("ask", "text", {"text": "News"}), "/0/params/id"),
        (render("more", "text", {"text": "Say yes to read the news."}, "ask"), "/0/params/windowId"),
        (html("Say yes to read the news.", window="ask"), "/0/params/windowId"),
        (op("window.update", id="ask", title="News"), "/0/params/id"),
        (render("l", "layout", {"kind": "card", "children": ["ask"]}), "/0/params/props/children/0"),
        (render("t", "tabs", {"tabs": [{"label": "A", "children": ["ask"]}]}), "/0/params/props/tabs/0/children/0"),
    ],
)
async def test_others_cannot_draw_or_change_a_question(by: str, command: Object, pointer: str) -> None:
    fault = await refused(await asked(), [command], by=by)
    assert (fault.code, pointers(fault)) == ("denied", [pointer])


async def test_a_person_may_move_and_close_it() -> None:
    workspace = await asked()
    await workspace.apply([op("window.update", id="ask", x=10, y=20)], by="person")
    await workspace.apply([op("window.close", id="ask")], by="person")
    assert list(workspace.desk.windows) == ["w"]


async def test_a_button_cannot_change_a_question_either() -> None:
    workspace = await asked()
    change = op("component.update", id="ask", props={"title": "Read the news?"})
    await workspace.apply([render("b", "button", {"label": "More", "command": [change]})], by="model")
    with pytest.raises(Fault):
        await workspace.use("b", "press", {})
    assert workspace.desk.components["ask"].props["title"] == "May wipe be called?"


@pytest.mark.parametrize("by", ["model", "person", "run", "file"])
@pytest.mark.parametrize(
    ("command", "pointer"),
    [
        (render("pollex-runs-content", "text", {"text": "No runs."}), "/0/params/id"),
        (op("component.destroy", id="pollex-runs-content"), "/0/params/id"),
        (op("state.set", scope="window", windowId="pollex-tools", key="found", value={}), "/0/params/key"),
        (op("api.call", url="a://b", into={"scope": "workspace", "key": "pollex.runs"}), "/0/params/into"),
        (
            op("api.call", url="a://b", into={"scope": "window", "windowId": "pollex-tools", "key": "found"}),
            "/0/params/into",
        ),
        (
            {**op("api.call", url="a://b", into={"scope": "window", "key": "found"}), "windowId": "pollex-tools"},
            "/0/params/into",
        ),
        ({**html("All is well."), "params": {"target": "#root", "html": "All is well."}}, "/0/params/windowId"),
    ],
)
async def test_others_cannot_change_what_a_product_window_shows(by: str, command: Object, pointer: str) -> None:
    workspace = await opened(OPEN, op("window.create", id="pollex-tools", title="Tools"))
    if command["op"] == "dom.set":
        command = {**command, "windowId": "pollex-tools"}
    fault = await refused(workspace, [command], by=by)
    assert (fault.code, pointers(fault)) == ("denied", [pointer])


async def test_a_person_types_into_a_product_window() -> None:
    workspace = await opened(op("window.create", id="pollex-tools", title="Tools"))
    workspace.type_into("window", "about", "numbers", "pollex-tools")
    await workspace.save()
    assert [each["value"] for each in workspace.snapshot()["state"]] == ["numbers"]


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        (op("window.create", id="pollex-settings", title="Settings"), "windows.open"),
        (op("window.update", id="pollex-settings", x=10), "windows.open"),
        (op("state.set", scope="workspace", key="pollex.runs", value=[]), "a key that does not begin with"),
        (render("mine", "approval", QUESTION), "Call the tool by api.call"),
    ],
)
async def test_the_hint_says_what_to_do_instead(command: Object, hint: str) -> None:
    fault = await refused(await opened(OPEN), [command], by="model")
    assert (fault.code, hint in (fault.hint or "")) == ("denied", True)


TYPES = ("approval", "plan", "settings", "Approval", "APPROVAL", "approvals", "approval ", "aproval")
IDS = (
    "pollex-tools",
    "Pollex-tools",
    "POLLEX-TOOLS",
    " pollex-tools",
    "pollex_tools",
    "pollex tools",
    "pollex--tools",
    "pollex\u2010x",
    "pollex-approval-1",
)
"""Spellings that come near the product's own."""


@pytest.mark.parametrize("type_", TYPES)
async def test_no_spelling_draws_a_question(type_: str) -> None:
    workspace = await opened(OPEN)
    with pytest.raises(Fault):
        await workspace.apply([render("x", type_, {**QUESTION, "plan": "p", "steps": []})], by="model")
    assert workspace.desk.components == {}


@pytest.mark.parametrize("id_", IDS)
async def test_no_spelling_reaches_a_product_window(id_: str) -> None:
    workspace = await opened(OPEN, op("window.create", id="pollex-tools", title="Tools"))
    before = workspace.desk.windows["pollex-tools"]
    tries = [html("HACK", window=id_), op("window.update", id=id_, title="HACK")]
    for command in [*tries, render("h", "text", {"text": "HACK"}, id_), op("window.create", id=id_, title="HACK")]:
        with suppress(Fault):
            await workspace.apply([command], by="model")
    assert workspace.desk.windows["pollex-tools"] == before
    own = [each for each in workspace.desk.windows.values() if each.id.startswith("pollex-")]
    assert [each.title for each in own] == ["Tools"]
    assert all(not each.window.startswith("pollex-") for each in workspace.desk.components.values())

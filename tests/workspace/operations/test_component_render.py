"""`component.render`: a component of the catalogue at the end of a target."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.workspace.desks import (
    OPEN,
    content,
    data,
    frame,
    heard,
    html,
    notes,
    op,
    opened,
    pointers,
    refused,
    reopened,
)

from pollex.core.json import Object
from pollex.core.limits import DEFAULT_LIMITS
from pollex.workspace.components import CATALOGUE


def render(id_: str = "c", target: str = "#root", window: str = "w", type_: str = "text", **props: Any) -> Object:
    return op("component.render", id=id_, windowId=window, target=target, type=type_, props=props or {"text": "Hello"})


async def test_a_component_is_drawn_at_the_end_of_the_target() -> None:
    workspace = await opened(OPEN, html("<p>Before</p>"))
    updates = heard(workspace)

    assert data(await workspace.apply([render()])) == [{"id": "c"}]
    assert content(workspace) == [{"tag": "p", "children": ["Before"]}, {"component": "c"}]
    drawn = updates[0].components["c"]
    assert drawn is not None
    assert (drawn["type"], drawn["windowId"], drawn["props"]["text"]) == ("text", "w", "Hello")
    assert (await reopened(workspace)).desk == workspace.desk


async def test_several_components_stand_in_order() -> None:
    workspace = await opened(OPEN, html("<div id=a></div>"), render("1", "#a"), render("2", "#a"))

    assert content(workspace)[0]["children"] == [{"component": "1"}, {"component": "2"}]


@pytest.mark.parametrize("name", CATALOGUE)
async def test_every_example_of_the_catalogue_is_drawn_and_survives_a_restart(name: str) -> None:
    workspace = await opened(OPEN, render("c", type_=name, **CATALOGUE[name].example))

    assert [each["type"] for each in workspace.snapshot()["components"]] == [name]
    assert (await reopened(workspace)).snapshot() == workspace.snapshot()


async def test_an_id_that_is_left_out_is_made_and_answered() -> None:
    workspace = await opened(OPEN)
    command = op("component.render", windowId="w", target="#root", type="text", props={"text": "1"})
    answers = await workspace.apply([command, command])

    assert [each["id"] for each in data(answers)] == list(workspace.desk.components)
    assert len(workspace.desk.components) == 2
    assert (await reopened(workspace)).desk == workspace.desk


async def test_the_same_id_replaces_where_it_stands() -> None:
    workspace = await opened(OPEN, render(), html("x", "#root", "other"), render("d"), render(text="New"))

    assert content(workspace) == [{"component": "c"}, {"component": "d"}]
    assert workspace.desk.components["c"].props["text"] == "New"


async def test_the_same_id_at_another_target_moves() -> None:
    workspace = await opened(OPEN, html("<div id=a></div><div id=b></div>"), render(target="#a"), render(target="#b"))

    assert [element.get("children", []) for element in content(workspace)] == [[], [{"component": "c"}]]


async def test_the_same_id_in_another_window_moves_there() -> None:
    workspace = await opened(OPEN, op("window.create", id="v", title="V"), render(), render(window="v"))

    assert (content(workspace), content(workspace, "v")) == ([], [{"component": "c"}])
    assert workspace.desk.components["c"].window == "v"
    await workspace.apply([op("window.close", id="w")])
    assert list(workspace.desk.components) == ["c"]


async def test_the_same_id_may_have_another_type() -> None:
    workspace = await opened(OPEN, render(), render(type_="markdown", text="*Hi*"))

    assert [component.type for component in workspace.desk.components.values()] == ["markdown"]


async def test_an_unknown_type_is_a_fault_with_a_suggestion() -> None:
    fault = await refused(await opened(OPEN), [render(type_="tabel")])

    assert (pointers(fault), fault.hint) == (["/0/params/type"], "Did you mean 'table'?")


async def test_wrong_props_are_all_listed() -> None:
    fault = await refused(await opened(OPEN), [render(type_="table", columns=3, nonsense=1)])

    assert {"/0/params/props/columns", "/0/params/props/nonsense"} <= set(pointers(fault))


async def test_an_unknown_window_is_made_by_the_safety_net() -> None:
    workspace = await opened()
    answers = await workspace.apply([render(window="new", target="#somewhere")])

    assert frame(workspace, "new")["synthetic"]
    assert content(workspace, "new") == [{"component": "c"}]
    assert len(notes(answers)) == 2
    assert (await reopened(workspace)).desk == workspace.desk


async def test_a_missing_target_is_a_fault() -> None:
    fault = await refused(await opened(OPEN), [render(target="#a")])

    assert (fault.code, pointers(fault)) == ("not_found", ["/0/params/target"])


async def test_a_command_in_the_props_is_checked_when_it_is_drawn() -> None:
    command = [op("window.close", id=3)]
    fault = await refused(await opened(OPEN), [render(type_="button", label="Go", command=command)])

    assert pointers(fault) == ["/0/params/props/command/0/params/id"]


async def test_the_page_gets_the_id_of_a_command_and_a_click_applies_it() -> None:
    workspace = await opened(OPEN, render(type_="button", label="Go", command=[op("window.close", id="{{windowId}}")]))
    shown = workspace.snapshot()["components"][0]["props"]["command"]

    assert isinstance(shown, str)
    await workspace.press("w", shown)
    assert workspace.windows() == []


async def test_a_click_on_a_component_that_was_drawn_again_is_a_fault() -> None:
    workspace = await opened(OPEN, render(type_="button", label="Go", command=[op("window.close", id="w")]))
    old = workspace.snapshot()["components"][0]["props"]["command"]
    await workspace.apply([op("component.update", id="c", props={"label": "Stop"})])

    with pytest.raises(Exception, match="not there any more"):
        await workspace.press("w", old)


async def test_there_is_a_limit_to_components() -> None:
    workspace = await opened(OPEN, render("a"), render("b"), limits=replace(DEFAULT_LIMITS, components=2))

    fault = await refused(workspace, [render("more")])
    assert (fault.code, pointers(fault)) == ("limit", ["/0/params"])
    await workspace.apply([render("a", text="replaced")])

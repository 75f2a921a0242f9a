"""The window of a workflow in the page: its picture, its forms, its trials, its versions."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from pollex.core.json import Object

from ..waits import until, until_async
from .desk_page import DeskPage, OpenDesk
from .test_accessibility import axe, wrong  # noqa: F401 - a fixture

pytestmark = pytest.mark.asyncio(loop_scope="session")
ORDERS: Object = {
    "name": "Orders",
    "description": "Counts orders.",
    "inputs": [{"display_name": "rows", "type": "json", "default_value": "[1, 2, 3]"}],
    "nodes": [
        {
            "position": 1,
            "type": "context",
            "alias": "begin",
            "config": {"operation": "set", "key": "total", "value": "0"},
        },
        {
            "position": 2,
            "type": "iterate",
            "alias": "each",
            "config": {"over": "rows", "variable": "row", "body": [3, 5], "continueOnError": True},
        },
        {
            "position": 3,
            "type": "route",
            "alias": "size",
            "config": {"conditions": [{"path": "row", "operator": "greater", "value": 1, "branch": 4}]},
        },
        {"position": 4, "type": "show", "alias": "large", "config": {"value": "Large: {{row}}"}},
        {"position": 5, "type": "show", "alias": "seen", "config": {"value": "{{row}}"}},
        {"position": 6, "type": "show", "alias": "end", "config": {"value": "Total {{total}}"}},
    ],
}


class Flow:
    """The window of one kept workflow."""

    def __init__(self, desk: DeskPage, name: str, document: Object = ORDERS) -> None:
        self.desk, self.name = desk, name
        self.file: Path = desk.served.home / "workflows" / f"{name}.workflow.json"
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(json.dumps(document))
        body = {"name": "workflow", "about": name}
        desk.apply(("api.call", {"method": "POST", "url": "pollex://tool/windows.open", "body": body}))
        self.window = desk.window(f"pollex-workflow-{name}")
        self.panel = self.window.locator(".flow-panel")

    def node(self, alias: str) -> Locator:
        return self.window.locator("[role=option]", has=self.desk.page.locator(f'.graph-name:text-is("{alias}")'))

    def button(self, name: str) -> Locator:
        return self.window.get_by_role("button", name=name, exact=True)

    async def edit(self) -> None:
        await self.button("Edit").click()
        await expect(self.button("Add node")).to_be_visible()

    async def save(self) -> None:
        await self.button("Save").click()
        await expect(self.window.get_by_text("Not saved yet.")).to_have_count(0)

    async def drag(self, alias: str, below: str) -> None:
        """Drag a node to the place below another."""
        await self.button("Fit").click()
        start, goal = await self.node(alias).bounding_box(), await self.node(below).bounding_box()
        assert start is not None
        assert goal is not None
        mouse = self.desk.page.mouse
        await mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        await mouse.down()
        await mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] + 2, steps=5)
        await expect(self.window.locator(".graph-target")).to_have_count(1)
        await mouse.up()

    async def aliases(self, *expected: str) -> None:
        """Wait until the picture has these nodes, in the order of a run."""
        titles = self.window.locator("[role=option] .graph-name")
        await expect(titles).to_have_text(list(expected))

    def draft(self) -> Any:
        return self.desk.served.client.get(f"/api/workspace/{self.desk.workspace}/draft").json()

    def config(self, alias: str) -> Any:
        return next(each for each in self.draft()["document"]["nodes"] if each.get("alias") == alias)["config"]


async def test_nodes_are_chosen_by_mouse_and_by_keys(desk: DeskPage) -> None:
    flow = Flow(desk, "chosen")
    await flow.aliases("begin", "each", "size", "large", "seen", "end")
    await flow.node("begin").click()
    await expect(flow.node("begin")).to_have_attribute("aria-selected", "true")
    await expect(flow.panel.get_by_role("heading", name="1 begin")).to_be_visible()
    for key, goal in (
        ("ArrowDown", "each"),
        ("ArrowDown", "size"),
        ("ArrowDown", "large"),
        ("ArrowRight", "seen"),
        ("ArrowLeft", "large"),
        ("ArrowUp", "size"),
        ("ArrowLeft", "each"),
        ("End", "end"),
    ):
        await desk.page.keyboard.press(key)
        await expect(flow.node(goal)).to_be_focused()
        await expect(flow.node(goal)).to_have_attribute("aria-selected", "true")
    await desk.page.keyboard.press("Escape")
    await expect(flow.panel).to_have_count(0)
    await expect(flow.node("end")).to_have_accessible_name("6 end show show Total {{total}}")


async def test_the_picture_is_zoomed_moved_and_fitted(desk: DeskPage) -> None:
    flow = Flow(desk, "zoomed")
    card = flow.node("begin").locator(".graph-card")
    before = await card.bounding_box()
    await flow.button("Zoom in").click()
    wider = await card.bounding_box()
    assert before is not None
    assert wider is not None
    assert wider["width"] > before["width"] * 1.2
    await flow.window.locator("pollex-canvas").hover(position={"x": 20, "y": 300})
    await desk.page.mouse.wheel(0, 50)
    moved = await card.bounding_box()
    assert moved is not None
    assert abs(wider["y"] - 50 - moved["y"]) < 1
    await flow.button("Fit").click()
    await expect(card).to_have_js_property("isConnected", True)
    assert await card.bounding_box() == before


async def test_a_node_is_edited_by_its_form(desk: DeskPage) -> None:
    flow = Flow(desk, "edited")
    await flow.edit()
    await flow.node("end").click()
    value = flow.panel.get_by_label("Value *")
    await expect(value).to_have_value("Total {{total}}")
    await value.fill("Sum {{nothing}}")
    await flow.panel.get_by_role("button", name="Apply").click()
    await expect(value).to_have_attribute("aria-invalid", "true")
    await expect(flow.panel.get_by_role("alert")).to_contain_text("nothing")
    await value.fill("Sum {{total}}")
    await flow.panel.get_by_label("Name").fill("finish")
    await flow.panel.get_by_role("button", name="Apply").click()
    await expect(flow.node("finish")).to_have_accessible_name("6 finish show show Sum {{total}}")
    await expect(flow.panel.get_by_role("alert")).to_have_count(0)
    await expect(flow.window.get_by_text("Not saved yet.")).to_be_visible()
    await flow.button("Undo edit").click()
    await expect(flow.node("end")).to_be_visible()
    await flow.button("Redo edit").click()
    await flow.save()
    saved = json.loads(flow.file.read_text())["nodes"][-1]
    assert (saved["alias"], saved["config"]) == ("finish", {"value": "Sum {{total}}"})


async def test_the_editor_is_left_and_changes_are_lost_only_if_one_says_so(desk: DeskPage) -> None:
    flow = Flow(desk, "left")
    await flow.edit()
    await flow.button("Done").click()
    await expect(flow.button("Edit")).to_be_focused()
    await flow.edit()
    await flow.node("end").focus()
    await desk.page.keyboard.press("Delete")
    await flow.button("Done").click()
    await expect(flow.window.get_by_role("alert")).to_contain_text("not saved")
    await flow.aliases("begin", "each", "size", "large", "seen")
    await flow.button("Discard them").click()
    await expect(flow.button("Edit")).to_be_focused()
    await flow.aliases("begin", "each", "size", "large", "seen", "end")
    assert len(json.loads(flow.file.read_text())["nodes"]) == 6


async def test_nodes_are_added_moved_and_deleted(desk: DeskPage) -> None:
    flow = Flow(desk, "arranged")
    await flow.edit()
    await flow.node("seen").click()
    await flow.button("Add node").first.click()
    await flow.panel.get_by_label("What it does").select_option("Show")
    await expect(flow.panel.get_by_label("Where")).to_contain_text("After 5 seen")
    await flow.panel.get_by_label("Name").fill("new")
    await flow.panel.get_by_label("Value *").fill("Next {{row}}")
    await flow.panel.get_by_role("button", name="Add node").click()
    await flow.aliases("begin", "each", "size", "large", "seen", "new", "end")
    await expect(flow.node("new")).to_be_focused()
    await desk.page.keyboard.press("Alt+ArrowUp")
    await flow.aliases("begin", "each", "size", "large", "new", "seen", "end")
    await flow.panel.get_by_role("button", name="Move down").click()
    await flow.aliases("begin", "each", "size", "large", "seen", "new", "end")
    await flow.drag("end", below="begin")
    await flow.aliases("begin", "end", "each", "size", "large", "seen", "new")
    await flow.button("Undo edit").click()
    await flow.aliases("begin", "each", "size", "large", "seen", "new", "end")
    await flow.node("new").click()
    await expect(flow.node("new")).to_be_focused()
    await desk.page.keyboard.press("Delete")
    await flow.aliases("begin", "each", "size", "large", "seen", "end")
    assert len(flow.config("each")["body"]) == 2


async def test_what_others_need_is_deleted_only_if_that_is_said_again(desk: DeskPage) -> None:
    flow = Flow(desk, "needed")
    await flow.edit()
    await flow.node("begin").click()
    await flow.panel.get_by_role("button", name="Delete").click()
    await expect(flow.window.locator(".flow-fault")).to_contain_text("Node 1 (begin) cannot be deleted")
    await flow.button("Delete it anyway").click()
    await flow.aliases("each", "size", "large", "seen", "end")
    await expect(flow.window.get_by_text("1 open")).to_be_visible()


async def test_a_draft_is_run_as_a_whole_and_node_by_node(desk: DeskPage) -> None:
    flow = Flow(desk, "tried")
    await flow.edit()
    await flow.button("Run all").click()
    await flow.panel.get_by_role("button", name="Run").click()
    await expect(flow.window.get_by_text("The trial went well.")).to_be_visible()
    await expect(flow.node("seen")).to_have_accessible_name("5 seen show show {{row}} 3 times; done")
    await flow.node("end").click()
    await expect(flow.panel.locator(".flow-outcome")).to_contain_text('value: "Total 0"')
    await flow.panel.get_by_label("Value *").fill("Now {{total}}")
    await flow.panel.get_by_role("button", name="Apply").click()
    await flow.panel.get_by_role("button", name="Try this node").click()
    await expect(flow.panel.locator(".flow-outcome")).to_contain_text('value: "Now 0"')
    await expect(flow.node("begin")).not_to_have_class("is-done")
    await flow.node("each").click()
    await flow.panel.get_by_role("button", name="Run from here").click()

    def is_tried() -> bool:  # the trial of one node stands there until the next has begun
        tried = [each["path"] for each in (flow.draft()["trial"] or {"nodes": []})["nodes"]]
        return len(tried) > 1 and tried[-1] == "/6"

    await until_async("the trial from `each` to the end", is_tried)
    await expect(flow.node("seen")).to_have_accessible_name("5 seen show show {{row}} 3 times; done")


async def test_a_trial_says_where_it_failed(desk: DeskPage) -> None:
    flow = Flow(desk, "failed")
    await flow.edit()
    await flow.node("each").click()
    await flow.panel.get_by_text("More").click()
    await flow.panel.get_by_label("Over").fill("total")
    await flow.panel.get_by_role("button", name="Apply").click()
    await expect(flow.window.get_by_text("Not saved yet.")).to_be_visible()
    await flow.button("Run all").click()
    await flow.panel.get_by_role("button", name="Run", exact=True).click()
    await expect(flow.window.get_by_role("toolbar").get_by_role("status")).to_contain_text(
        "The trial failed at node 2:"
    )
    await expect(flow.button("Show the run")).to_have_count(0)


async def test_a_new_node_is_asked_for_by_keys_and_its_mistakes_are_shown(desk: DeskPage) -> None:
    flow = Flow(desk, "added-by-keys")
    await flow.edit()
    await flow.node("end").click()
    await flow.panel.evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    await flow.button("Add node").first.press("Enter")
    await expect(flow.panel.get_by_label("What it does")).to_be_focused()
    await expect(flow.panel).to_have_js_property("scrollTop", 0)
    await flow.panel.get_by_label("What it does").select_option("Show")
    await flow.panel.get_by_label("Value *").fill("x")
    await flow.panel.get_by_label("Name").fill("two words")
    await flow.panel.get_by_role("button", name="Add node").press("Enter")
    await expect(flow.panel.get_by_label("Name")).to_be_focused()
    await expect(flow.panel.get_by_label("Name")).to_have_attribute("aria-invalid", "true")


async def test_on_a_narrow_screen_a_node_is_shown_below_the_picture(open_desk: OpenDesk) -> None:
    desk = await open_desk(viewport={"width": 390, "height": 844})
    flow = Flow(desk, "narrow")
    await flow.node("begin").click()
    picture, panel = await flow.window.locator("pollex-canvas").bounding_box(), await flow.panel.bounding_box()
    assert picture is not None
    assert panel is not None
    assert panel["y"] >= picture["y"] + picture["height"]
    await desk.close()


async def test_a_run_is_followed_node_by_node_and_asks(desk: DeskPage) -> None:
    name = "followed"
    asking = {"position": 7, "type": "ask", "alias": "which", "config": {"question": "Which one?"}}
    document = {**ORDERS, "nodes": [*ORDERS["nodes"], asking]}
    run = desk.served.start(workflow=document, inputs={})
    file = desk.served.home / "workflows" / f"{name}.workflow.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(document))
    desk.open_window(width=900, height=600)
    desk.render("workflow", workflow=name, run=run)
    which = desk.content.get_by_role("option", name="7 which")
    await expect(which).to_have_accessible_name("7 which ask ask “Which one?”; waits for an answer")
    desk.served.client.post(f"/api/runs/{run}/stop")
    await expect(which).to_have_accessible_name("7 which ask ask “Which one?”; failed")
    await expect(desk.content.get_by_role("toolbar")).to_have_count(0)


async def test_the_picture_follows_the_node_at_work_until_a_person_moves_it(desk: DeskPage) -> None:
    nodes = [{"position": at, "type": "show", "alias": f"n{at}", "config": {"value": f"{at}"}} for at in range(1, 40)]
    last = {"position": 40, "type": "ask", "alias": "n40", "config": {"question": "Which one?"}}
    flow = Flow(desk, "tall", {"name": "Tall", "inputs": [], "nodes": [*nodes, last]})
    await expect(flow.node("n1")).to_be_in_viewport()
    await expect(flow.node("n40")).not_to_be_in_viewport()
    await flow.button("Run all").click()
    await expect(flow.node("n40")).to_have_accessible_name(re.compile("waits for an answer"))
    await expect(flow.node("n40")).to_be_in_viewport()
    await flow.button("Stop").click()
    await expect(flow.node("n40")).to_have_accessible_name(re.compile("failed"))
    await flow.button("Fit").click()
    await flow.button("Zoom in").click()
    await flow.button("Run all").click()
    await expect(flow.node("n40")).to_have_accessible_name(re.compile("waits for an answer"))
    await expect(flow.node("n40")).not_to_be_in_viewport()
    await flow.button("Stop").click()
    await expect(flow.node("n40")).to_have_accessible_name(re.compile("failed"))


async def test_the_model_edits_the_draft_that_is_shown(desk: DeskPage) -> None:
    flow = Flow(desk, "shared")
    await flow.edit()
    body = {"type": "show", "alias": "by_model", "config": {"value": "x"}}
    desk.apply(("api.call", {"method": "POST", "url": "pollex://tool/create_node", "body": body}))
    await flow.aliases("begin", "each", "size", "large", "seen", "end", "by_model")


async def test_versions_are_compared(desk: DeskPage) -> None:
    flow = Flow(desk, "versions")
    await flow.button("Versions").click()
    await expect(flow.panel).to_contain_text("There is one version so far.")
    await flow.edit()
    await flow.node("end").click()
    await flow.panel.get_by_label("Value *").fill("Sum {{total}}")
    await flow.panel.get_by_role("button", name="Apply").click()
    await expect(flow.node("end")).to_have_accessible_name("6 end show show Sum {{total}}")
    await flow.save()
    await flow.button("Versions").click()
    await expect(flow.panel.locator(".diff")).to_have_count(1)
    await expect(flow.panel.locator(".diff .code-bar")).to_have_text("Node 6 (end)changed")
    await expect(flow.panel.locator("tr.removed")).to_contain_text("Total {{total}}")
    await expect(flow.panel.locator("tr.added")).to_contain_text("Sum {{total}}")
    await flow.panel.get_by_label("Before").select_option("2")
    await expect(flow.panel).to_contain_text("These versions do not differ.")


async def test_a_workflow_is_made_from_the_list(desk: DeskPage) -> None:
    await desk.page.get_by_role("button", name="Open", exact=True).click()
    await desk.page.get_by_role("menuitem", name="Workflows").click()
    listed = desk.window("pollex-workflow")
    await listed.get_by_label("New workflow").fill("made-here")
    await listed.get_by_role("button", name="Create").click()
    made = desk.window("pollex-workflow-made-here")
    await made.get_by_role("button", name="Edit").click()
    await made.get_by_role("button", name="Add node").click()
    await made.get_by_label("What it does").select_option("Ask a person")
    await made.get_by_label("Question *").fill("Who?")
    await made.locator(".flow-panel").get_by_role("button", name="Add node").click()
    await expect(made.get_by_role("option", name="1 Ask a person ask “Who?”")).to_be_visible()
    await expect(listed.get_by_role("row", name="made-here")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_is_wrong_with_the_window(open_desk: OpenDesk, axe: str, scheme: str) -> None:  # noqa: F811
    desk = await open_desk(color_scheme=scheme)
    flow = Flow(desk, f"looked-at-{scheme}")
    await flow.edit()
    await flow.button("Run all").click()
    assert await wrong(desk, axe) == []
    await flow.panel.get_by_role("button", name="Run").click()
    await expect(flow.window.get_by_text("The trial went well.")).to_be_visible()
    await flow.node("size").click()
    assert await wrong(desk, axe) == []
    await flow.button("Add node").first.click()
    assert await wrong(desk, axe) == []
    await flow.button("Versions").click()
    assert await wrong(desk, axe) == []
    until("the trial is over", lambda: not flow.draft()["trial"]["running"])
    await desk.close()

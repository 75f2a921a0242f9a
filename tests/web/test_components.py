"""Components in real Chromium: each example of the catalogue is drawn, and what people do with them is heard."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from pollex.core.json import Object
from pollex.workspace.components import CATALOGUE

from ..waits import until
from .desk_page import DeskPage, OpenDesk

pytestmark = pytest.mark.asyncio(loop_scope="session")
NOWHERE = {"live", "run", "workflow"}
"""Types whose example names something that is not there, which is said."""


def say(text: str) -> list[Object]:
    """A command that draws a text beside the component."""
    return [{"op": "dom.set", "params": {"windowId": "w", "target": "#out", "html": text}}]


async def out(desk: DeskPage, text: str) -> None:
    await expect(desk.content.locator('[id="w--out"]')).to_have_text(text)


def prepare(desk: DeskPage) -> None:
    desk.open_window('<p id="out"></p>', width=700, height=560, y=0)


async def test_every_example_is_drawn(desk: DeskPage) -> None:
    apart = {"layout", "tabs", "modal", "image", *NOWHERE}
    examples = {name: kind.example for name, kind in CATALOGUE.items() if name not in apart}
    desk.open_window("<p>first</p>")
    for name, props in examples.items():
        desk.render(name, id=name, **props)
    await expect(desk.content.locator("pollex-place")).to_have_count(len(examples))
    assert await desk.content.locator(".placeholder").all_text_contents() == []


@pytest.mark.parametrize("name", sorted(NOWHERE))
async def test_what_is_named_but_not_there_is_said(open_desk: OpenDesk, name: str) -> None:
    desk = await open_desk()
    desk.open_window()
    desk.render(name, id=name, **CATALOGUE[name].example)
    await expect(desk.content).to_contain_text(re.compile("There is no (run|workflow)"))
    await desk.close()


async def test_an_empty_table_says_so(desk: DeskPage) -> None:
    desk.open_window()
    desk.render("table", id="plain", rows=[])
    desk.render("table", id="own", rows=[], empty="Nobody has ordered yet.")
    await expect(desk.content.locator(".empty")).to_have_text(["No rows.", "Nobody has ordered yet."])
    took = [{"key": "took", "type": "duration"}, {"key": "cost", "type": "money"}]
    desk.render("table", id="plain", rows=[{"took": 185_000, "cost": 0.0042}], columns=took)
    await expect(desk.content.get_by_role("cell")).to_have_text(["3 min 5 s", "$0.0042"])


async def test_layouts_and_tabs_draw_their_children_once(desk: DeskPage) -> None:
    desk.open_window()
    desk.render("text", id="one", text="First")
    desk.render("text", id="two", text="Second")
    desk.render("tabs", id="tabs", tabs=[{"label": "A", "children": ["one"]}, {"label": "B", "children": ["two"]}])
    await expect(desk.content.get_by_text("First")).to_have_count(1)
    await expect(desk.content.get_by_text("Second")).to_have_count(0)
    await desk.content.get_by_role("tab", name="A").press("ArrowRight")
    await expect(desk.content.get_by_role("tab", name="B")).to_be_focused()
    await expect(desk.content.get_by_text("Second")).to_have_count(1)
    desk.apply(("component.destroy", {"id": "tabs"}))
    await expect(desk.content.get_by_text("First")).to_have_count(1)


async def test_a_question_stays_in_its_window(desk: DeskPage) -> None:
    desk.open_window()
    asked = {"approval": "/approve/1", "title": "May wipe be called?"}
    place = {"id": "asked", "windowId": "ask", "target": "#root", "type": "approval", "props": asked}
    desk.apply(("window.create", {"id": "ask", "title": "Approval"}), ("component.render", place))
    desk.render("layout", id="lure", kind="card", title="Read the news?", children=["asked"])
    await expect(desk.content.get_by_text("is not there any more")).to_have_count(1)
    await expect(desk.window("ask").get_by_role("button", name="Approve")).to_be_visible()
    await expect(desk.page.get_by_role("button", name="Approve")).to_have_count(1)
    desk.open_window("Read the news?", id="over", x=0, y=0, width=1200, height=700, zIndex=9_000)
    await expect(desk.window("over")).to_be_visible()
    await desk.window("ask").get_by_role("button", name="Approve").click(trial=True)


async def test_a_component_that_contains_itself_says_so(desk: DeskPage) -> None:
    desk.open_window()
    desk.render("layout", id="loop", kind="column", children=["inner"])
    desk.render("layout", id="inner", kind="column", children=["other", "inner"])
    desk.render("text", id="other", text="There")
    await expect(desk.content.get_by_text("contains itself")).to_have_count(1)
    await expect(desk.content.get_by_text("There")).to_have_count(1)


async def test_a_button_applies_its_command(desk: DeskPage) -> None:
    prepare(desk)
    desk.render("button", label="Go", command=say("gone"))
    await desk.content.get_by_role("button", name="Go").click()
    await out(desk, "gone")


async def test_a_form_sends_values_that_fit_its_schema(desk: DeskPage) -> None:
    prepare(desk)
    schema = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "age": {"type": "integer"},
            "plan": {"enum": ["free", "team"]},
            "news": {"type": "boolean"},
        },
        "required": ["name"],
    }
    desk.render("form", schema=schema, command=say("{{form.name}} {{form.age}} {{form.plan}} {{form.news}}"))
    form = desk.content.get_by_role("form")
    await form.get_by_label("Name").fill("Ada")
    await form.get_by_label("Age").fill("36")
    await form.get_by_label("Plan").select_option("team")
    await form.get_by_label("News").check()
    await form.get_by_role("button").click()
    await out(desk, "Ada 36 team true")


async def test_a_field_keeps_the_lines_of_its_text(desk: DeskPage) -> None:
    desk.open_window()
    schema = {"type": "object", "properties": {"text": {"type": "string"}}}
    desk.render("form", schema=schema, values={"text": "one\ntwo"})
    text = desk.content.get_by_label("Text")
    await expect(text).to_have_value("one\ntwo")
    await text.press("Control+a")
    await text.press_sequentially("three")
    await expect(text).to_have_value("three")


@pytest.mark.parametrize(
    ("props", "act", "value"),
    [
        ({"kind": "text"}, lambda field: field.press_sequentially("abc"), "abc"),
        ({"kind": "number"}, lambda field: field.fill("7"), 7),
        ({"kind": "checkbox"}, lambda field: field.check(), True),
        ({"kind": "select", "options": ["a", "b"]}, lambda field: field.select_option("b"), "b"),
    ],
)
async def test_a_field_changes_the_state_that_it_is_bound_to(
    desk: DeskPage, props: Object, act: Any, value: object
) -> None:
    prepare(desk)
    desk.render("field", label="Thing", bind={"value": {"scope": "workspace", "key": "thing"}}, **props)
    await act(desk.content.get_by_label("Thing"))
    until("the state has it", lambda: desk.state() == {"thing": value})


async def test_a_table_sorts_filters_and_turns_pages(desk: DeskPage) -> None:
    prepare(desk)
    rows = [{"id": number, "name": f"row {number}"} for number in range(30)]
    desk.render("table", rows=rows, rowKey="id", filter=True, pageSize=10)
    table = desk.content.locator("tbody tr")
    await expect(table).to_have_count(10)
    await desk.content.get_by_role("button", name="Next").click()
    await expect(table.first).to_contain_text("row 10")
    await desk.content.get_by_role("button", name="id", exact=True).dblclick()
    await expect(desk.content.get_by_role("columnheader", name="id")).to_have_attribute("aria-sort", "descending")
    await desk.content.get_by_label("Filter rows").fill("row 2")
    await expect(table).to_have_count(10)
    await expect(table.first).to_contain_text("row 29")
    await expect(desk.content.get_by_text("11 of 30 rows")).to_be_visible()


async def test_a_table_draws_only_the_rows_in_view(desk: DeskPage) -> None:
    prepare(desk)
    desk.render("table", rows=[{"n": number} for number in range(2_000)], pageSize=1_000)
    table = desk.content.locator("tbody tr:not(.gap)")
    await expect(table.first).to_contain_text("0")
    assert await table.count() < 60
    await desk.content.locator(".table-scroll").evaluate("box => { box.scrollTop = 36 * 500 }")
    await expect(desk.content.get_by_role("cell", name="505", exact=True)).to_be_visible()
    assert await table.count() < 60


async def test_buttons_and_rows_of_a_table_send_the_row(desk: DeskPage) -> None:
    prepare(desk)
    actions = [
        {"label": "Open", "command": say("no")},
        {"label": "Drop", "command": say("drop {{value}} {{form.name}}")},
    ]
    rows = [{"id": "a", "name": "Ada"}, {"id": "b", "name": "Bob"}]
    desk.render("table", rows=rows, rowKey="id", command=say("row {{value}}"), actions=actions)
    await desk.content.get_by_role("button", name="Drop").nth(1).click()
    await out(desk, "drop b Bob")
    await desk.content.get_by_role("row", name="Ada").press("Enter")
    await out(desk, "row a")


async def test_a_table_is_saved_as_csv_that_no_spreadsheet_executes(desk: DeskPage) -> None:
    prepare(desk)
    desk.render("table", rows=[{"a": '=1+1"', "b": 2}, {"a": "x,y", "b": -3}])
    async with desk.page.expect_download() as download:
        await desk.content.get_by_role("button", name="CSV").click()
    path = await (await download.value).path()
    assert path.read_bytes() == b'a,b\r\n"\'=1+1""",2\r\n"x,y",-3'


async def test_a_tree_opens_and_selects_by_keys(desk: DeskPage) -> None:
    prepare(desk)
    nodes = [{"id": "a", "label": "A", "children": [{"id": "b", "label": "B"}]}, {"id": "c", "label": "C"}]
    desk.render("tree", nodes=nodes, command=say("{{value}}"))
    await desk.content.get_by_role("treeitem", name="A").press("ArrowRight")
    await desk.page.keyboard.press("ArrowDown")
    await desk.page.keyboard.press("Enter")
    await out(desk, "b")


async def test_a_chart_is_drawn_with_its_numbers_at_hand(desk: DeskPage) -> None:
    prepare(desk)
    desk.render("chart", kind="line", title="Runs", x=["Mon", "Tue"], series=[{"name": "Done", "y": [1, 2]}])
    await expect(desk.content.locator("canvas")).to_be_visible()
    await desk.content.get_by_text("Numbers").click()
    await expect(desk.content.get_by_role("row", name="Tue 2")).to_be_visible()


async def test_props_that_change_are_drawn_again(desk: DeskPage) -> None:
    prepare(desk)
    desk.render("progress", value=1, maximum=4, label="Copy")
    bar = desk.content.get_by_role("progressbar", name="Copy")
    await expect(bar).to_have_attribute("aria-valuenow", "25")
    desk.apply(("component.update", {"id": "c", "props": {"value": 2}}))
    await expect(bar).to_have_attribute("aria-valuenow", "50")


async def test_what_is_said_in_a_chat_is_heard(desk: DeskPage) -> None:
    prepare(desk)
    desk.render("chat", messages=[], command=say("{{value}}"))
    await desk.content.get_by_label("Message").fill("hello there")
    await desk.content.get_by_label("Message").press("Enter")
    await out(desk, "hello there")

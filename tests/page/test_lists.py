"""Lists, tables and cards as records that can be acted on, and groups of choices."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def page_of(body: str) -> str:
    return "data:text/html;charset=utf-8," + quote(f"<!doctype html><body>{body}")


def shaped(record: Any) -> Any:
    """A record by what people see, its controls by their names."""
    called = {each["index"]: each["name"] for each in record["controls"]}
    controls = [(each["role"], each["name"]) for each in record["controls"]]
    return record["text"], called.get(record["link"], record["link"]), controls, record["states"]


CARDS = """
<nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Help</a></li></ul></nav>
<style>.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden }</style>
<h2>Lamps</h2>
<div class="grid">
  <div class="card"><a href="/1">▢</a><h3><a href="/1">Oak</a></h3> €20 <button>Add</button></div>
  <div class="card card--sold-out"><h3><a href="/2">Ash</a></h3> €30 <button disabled>Add</button></div>
  <div class="card"><h3><a href="/3">Elm</a></h3> €40 <span class="quiet">Unread</span> <button>Add</button></div>
</div>"""


async def test_cards_have_their_text_their_link_their_controls_and_their_states(open_page: OpenPage) -> None:
    page = await open_page(page_of(CARDS))
    lamps, menu = await page.do("records")
    assert (lamps["kind"], lamps["heading"], lamps["total"], lamps["beside"]) == ("list", "Lamps", 3, False)
    assert [shaped(record) for record in lamps["records"]] == [
        ("▢ Oak €20 Add", "Oak", [("link", "▢"), ("link", "Oak"), ("button", "Add")], []),
        ("Ash €30 Add", "Ash", [("link", "Ash"), ("button", "Add")], ["sold out"]),
        ("Elm €40 Add", "Elm", [("link", "Elm"), ("button", "Add")], ["unread"]),
    ]
    assert (menu["beside"], [record["text"] for record in menu["records"]]) == (True, ["Home", "Help"])


async def test_a_row_that_was_found_by_its_cells_is_acted_on_by_index(open_page: OpenPage) -> None:
    page = await open_page("/hard/table-actions")
    [table] = await page.do("records")
    [row] = [record for record in table["records"] if record["cells"]["Member"] == "Tomasz Wolski"]
    [remove] = [control for control in row["controls"] if control["name"] == "Remove"]
    await page.do("click", selector=remove["index"])
    assert "removed Tomasz Wolski" in (await page.do("text"))["text"]


async def test_states_by_aria_by_ticks_and_by_bold_type(open_page: OpenPage) -> None:
    rows = (
        "<tr aria-selected=true><td>One",
        "<tr><td><input type=checkbox checked>Two",
        "<tr class='row is-unread'><td><b>Three</b>",
        "<tr class=not-read><td>Four",
    )
    page = await open_page(page_of(f"<table><tr><th>Name</tr>{''.join(rows)}</table>"))
    [table] = await page.do("records")
    assert [record["states"] for record in table["records"]] == [["selected"], ["checked"], ["unread", "bold"], []]


async def test_a_row_that_is_a_control_itself_is_its_own_link(open_page: OpenPage) -> None:
    page = await open_page(page_of("<ul><li onclick='1' style='cursor:pointer'>One<li onclick='1'>Two</ul>"))
    [found] = await page.do("records")
    assert [record["link"] for record in found["records"]] == [record["index"] for record in found["records"]]


async def test_only_the_lists_of_an_element_and_only_some_records(open_page: OpenPage) -> None:
    page = await open_page("/mail/")
    everything = await page.do("records", most=3)
    [only] = [each for each in everything if each["name"] == "Messages"]
    assert (len(only["records"]), only["total"] > 3) == (3, True)
    [again] = await page.do("records", index=only["index"], most=2)
    assert again["records"] == only["records"][:2]


async def test_lists_inside_come_before_what_only_holds_them(open_page: OpenPage) -> None:
    cards = "<ul><li>a</li><li>b</li></ul>"
    columns = "".join(f"<div class=column><h2>{name}</h2>{cards}</div>" for name in ("To do", "Doing", "Done"))
    page = await open_page(page_of(f"<main><div>{columns}</div></main>"))
    assert [each["heading"] for each in await page.do("records")] == ["To do", "Doing", "Done", ""]


CHOICES = """
<label>Size <select><option>S</option><option selected>M</option><option disabled>L</option></select></label>
<fieldset><legend>Delivery</legend>
  <label><input type=radio name=d checked> Post</label> <label><input type=radio name=d> Courier</label></fieldset>
<div><span>Colour: Red</span><div class="swatches">
  <button class="swatch selected" aria-label="Red"></button><button class="swatch" aria-label="Blue"></button>
  <button class="swatch sold-out" aria-label="Green"></button></div></div>
<div role="radiogroup" aria-label="Finish"><span role=radio aria-checked=false tabindex=0>Matt</span>
  <span role=radio aria-checked=true tabindex=0>Gloss</span></div>
<p><button>Save</button><button>Cancel</button></p>"""


def chosen(group: Any) -> Any:
    marks = {(False, False): "", (True, False): "chosen", (False, True): "disabled"}
    return group["name"], group["kind"], {
        each["name"]: marks[each["chosen"], each["disabled"]] for each in group["choices"]
    }  # fmt: skip


async def test_what_may_be_chosen_and_what_is(open_page: OpenPage) -> None:
    page = await open_page(page_of(CHOICES))
    assert [chosen(group) for group in await page.do("choices")] == [
        ("Size", "list", {"S": "", "M": "chosen", "L": "disabled"}),
        ("Delivery", "one", {"Post": "chosen", "Courier": ""}),
        ("Colour", "buttons", {"Red": "chosen", "Blue": "", "Green": "disabled"}),
        ("Finish", "one", {"Matt": "", "Gloss": "chosen"}),
    ]


@pytest.mark.parametrize(("asked", "group"), [("colours", "Colour"), ("color", "Colour"), ("the sizes", "Size")])
async def test_a_group_by_its_name(open_page: OpenPage, asked: str, group: str) -> None:
    page = await open_page(page_of(CHOICES))
    assert [each["name"] for each in await page.do("choices", name=asked)] == [group]


async def test_no_group_is_called_so(open_page: OpenPage) -> None:
    page = await open_page(page_of(CHOICES))
    assert await page.do("choices", name="engines") == []


async def test_a_table_in_a_late_record_of_a_long_list_is_read(open_page: OpenPage) -> None:
    table = "<table><tr><th>Code<th>Meaning<tr><td>%j<td>Day of the year<tr><td>%H<td>Hour</table>"
    entries = [
        f"<li><b>Function {place}</b> <p>What it does</p>{table if place == 25 else ''}</li>" for place in range(30)
    ]
    page = await open_page(page_of(f"<main><ul>{''.join(entries)}</ul></main>"))
    [found] = [each for each in await page.do("records") if each["kind"] == "table"]
    assert [record["cells"] for record in found["records"]] == [
        {"Code": "%j", "Meaning": "Day of the year"},
        {"Code": "%H", "Meaning": "Hour"},
    ]


async def test_choices_in_a_slot_belong_to_the_group_around_the_slot(open_page: OpenPage) -> None:
    page = await open_page(
        page_of(
            """<x-radios><span role=radio tabindex=0 aria-checked=true>Never</span>
            <span role=radio tabindex=0 aria-checked=false>Monthly</span></x-radios><script>
            document.querySelector("x-radios").attachShadow({ mode: "open" }).innerHTML =
              "<fieldset role=radiogroup aria-label=Newsletter><slot></slot></fieldset>";</script>"""
        )
    )
    [group] = await page.do("choices")
    assert (group["name"], group["kind"]) == ("Newsletter", "one")
    assert [(each["name"], each["chosen"]) for each in group["choices"]] == [("Never", True), ("Monthly", False)]

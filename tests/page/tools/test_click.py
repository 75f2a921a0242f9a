"""Clicking: as often as asked, on the element itself, and what lay there where nothing happened."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def html(body: str) -> str:
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


async def test_several_times(open_page: OpenPage) -> None:
    page = await open_page(html("<output id=n>0</output><button onclick='n.value++'>More</button>"))
    await page.do("click", selector="text=More", times=7)
    assert await page.inspect("document.querySelector('output').value") == "7"


async def test_a_button_that_moves_is_followed_and_one_that_goes_is_told(
    open_page: OpenPage, fault_of: FaultOf
) -> None:
    button = """<button onclick='n.value++; style.marginLeft = `${n.value * 90}px`; if (n.value == 4) this.remove()'>"""
    page = await open_page(html(f"<output id=n>0</output><p>{button}More</button>"))
    fault = await fault_of(page, "click", selector="text=More", times=9)
    assert fault.message == (
        "Clicked 4 of 9 times; then: Failed to click: the button 'More' is not on the page any more."
    )


ROW = """<style>[role=option] { display: flex; width: 600px; height: 40px; justify-content: center }</style>
<div role=option tabindex=0 onclick='say.value += "row "'>
<button onclick='say.value += "chip "; event.stopPropagation()'>Urgent</button></div><output id=say></output>"""


@pytest.mark.parametrize("chip", ["button", "span"])
async def test_a_row_is_clicked_beside_its_chip(open_page: OpenPage, chip: str) -> None:
    page = await open_page(html(ROW.replace("button", chip)))
    await page.click("css=[role=option]")
    assert await page.inspect("document.querySelector('output').value") == "row "


async def test_a_click_that_changes_nothing_says_what_else_there_is(open_page: OpenPage) -> None:
    row = """<ul><li id=row style='width: 600px; text-align: center'><span>Order 7</span>
    <a href='#seven' onclick='title = 7' style='float: right'>Open</a></li></ul>"""
    page = await open_page(html(row))
    result = await page.call("page.click", {"selector": "#row"})
    [note] = result.notes
    assert note.startswith("Nothing has changed so far. Under the pointer was span")
    index = int(note.partition("In it are [")[2].partition("]")[0])
    assert "Open" in note
    await page.do("click", index=index)
    assert await page.inspect("document.querySelector('a').title") == "7"


async def test_an_element_that_moves_away_is_not_said_to_be_hit(open_page: OpenPage, fault_of: FaultOf) -> None:
    button = "<button style='position: absolute' onmouseover='this.style.left = `500px`'>Catch</button>"
    fault = await fault_of(await open_page(html(button)), "click", selector="text=Catch")
    assert fault.message.startswith("Failed to click: the button 'Catch' moved away under the pointer, which met ")


async def test_a_label_a_shadow_and_what_is_redrawn_when_it_is_pressed_are_hit(open_page: OpenPage) -> None:
    page = await open_page(
        html("""<label id=l>Late <input type=checkbox style='opacity: 0; position: fixed; left: -99px'></label>
    <span id=host></span><button id=b onmousedown="this.replaceWith(this.cloneNode(true))">Twin</button>
    <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button onclick="title = 7">Inside</button>'</script>""")
    )
    for selector in ("#l", "#host", "#b"):
        assert (await page.call("page.click", {"selector": selector})).ok


async def test_a_click_that_changes_something_says_nothing_of_that(open_page: OpenPage) -> None:
    page = await open_page(html("<button onclick='this.nextSibling.style.color = `red`'>Paint</button><p>Wall</p>"))
    assert (await page.call("page.click", {"selector": "text=Paint"})).notes == ()
    field = await open_page(html("<label>Name <input></label>"))
    assert (await field.call("page.click", {"selector": "label=Name"})).notes == ()


SWITCHES = {
    "its aria": "<div role=switch tabindex=0 aria-checked=false onclick='this.ariaChecked = true'>Mail</div>",
    "its class": "<button class='toggle' onclick='this.classList.toggle(`toggle-right`)'>Mail</button>",
    "a parent's class": "<div class='switch'><span><button onclick='this.closest(`.switch`).classList.add(`on`)'>Mail"
    "</button></span></div>",
    "a knob's class": "<button role=switch onclick='this.firstChild.className = `on-5`'><i class=on-0>"
    "</i>Mail</button>",
}


@pytest.mark.parametrize("case", SWITCHES)
async def test_a_switch_that_changes_its_state_is_no_dead_one(open_page: OpenPage, case: str) -> None:
    page = await open_page(html(SWITCHES[case]))
    result = await page.call("page.click", {"selector": "text=Mail"})
    assert (result.notes, result.data.get("changed")) == ((), True)


async def test_a_control_that_only_shows_that_it_is_touched_has_not_changed(open_page: OpenPage) -> None:
    page = await open_page(html("<button class=btn onmousedown='this.className = `btn btn-focus`'>Mail</button>"))
    result = await page.call("page.click", {"selector": "text=Mail"})
    assert result.notes[0].startswith("Nothing has changed so far.")


async def test_a_click_on_a_box_says_how_it_is_then(open_page: OpenPage) -> None:
    page = await open_page(html("<label><input type=checkbox>News</label><label><input type=checkbox id=b>Ads</label>"
                                "<script>b.onclick = (event) => event.preventDefault()</script>"))  # fmt: skip
    states = [(await page.call("page.click", {"selector": f"label={name}"})).data["on"] for name in ("News", "Ads")]
    assert states == [True, False]

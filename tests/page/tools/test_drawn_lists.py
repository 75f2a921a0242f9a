"""Lists that a page draws itself are chosen in as native ones are: opened, searched, pressed and read back."""

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


@pytest.mark.parametrize(
    ("address", "selector", "option", "shown"),
    [
        ("/hard/dropdown-custom", "#trigger", "Quince", "quince"),
        ("/hard/dropdown-custom", "#trigger", "quince", "quince"),
        ("/hard/dropdown-listbox", "label=Size", "Large", "large"),
        ("/hard/dropdown-listbox", "#size", 2, "large"),
    ],
)
async def test_an_option_is_found_and_pressed(
    open_page: OpenPage, address: str, selector: str, option: str | int, shown: str
) -> None:
    page = await open_page(address)
    chosen = (await page.do("select", selector=selector, option=option))["chosen"]
    assert [each.casefold() for each in chosen] == [shown]
    assert shown in (await page.inspect("document.querySelector('#trigger, #size').textContent")).casefold()


LABELLED = """<p><label>Town</label><div class=dropdown><div class=trigger style="cursor: pointer; width: 9em"
onclick="menu.hidden = !menu.hidden"><span>Porto</span> ▾</div><div id=menu hidden>
<div class=item data-value=7 onclick="pick(this)"><span>Walgreens #7892</span> <small>456 Mission St</small></div>
<div class=item data-value=8 onclick="pick(this)"><span>Walgreens #78</span> <small>7 Walgreens #7892 Road</small></div>
</div></div><label>Name <input></label><style>.item { cursor: pointer }</style><script>
function pick(item) { document.querySelector('.trigger span').textContent = item.firstChild.textContent
menu.hidden = true }</script>"""


async def test_a_form_has_drawn_lists_too(open_page: OpenPage) -> None:
    page = await open_page(html(LABELLED))
    filled = await page.do("fill", fields={"Town": "Walgreens #7892", "Name": "Ada"})
    assert filled["filled"] == {
        "Town": {"tool": "page.select", "chosen": ["Walgreens #7892 456 Mission St"]},
        "Name": {"tool": "page.type", "holds": "Ada"},
    }
    assert await page.inspect("document.querySelector('.trigger span').textContent") == "Walgreens #7892"


async def test_what_is_not_offered_is_told_with_what_is(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page("/hard/dropdown-listbox")
    fault = await fault_of(page, "select", selector="#size", option="Larg")
    assert (fault.code, fault.pointer, fault.hint) == ("not_found", "/option", "Did you mean 'Large'?")
    assert await page.inspect("document.querySelector('#sizes').hidden")


@pytest.mark.parametrize("body", ["<button onclick='this.remove()'>Delete</button>", "<div tabindex=0>Nothing</div>"])
async def test_what_opens_no_list_is_told(open_page: OpenPage, fault_of: FaultOf, body: str) -> None:
    page = await open_page(html(body))
    fault = await fault_of(page, "select", selector="css=button, div", option="Large")
    assert (fault.code, fault.expected) == ("failed", "a list")
    assert await page.inspect("document.querySelectorAll('button, div').length") == 1


async def test_a_list_that_takes_nothing_is_told(open_page: OpenPage, fault_of: FaultOf) -> None:
    dead = LABELLED.replace("document.querySelector('.trigger span').textContent", "window.nothing")
    page = await open_page(html(dead))
    fault = await fault_of(page, "select", selector=".trigger", option="Walgreens #78")
    assert fault.message.startswith("Failed to select: 'Walgreens #78 7 Walgreens #7892 Road' was pressed, and ")
    assert fault.uncertain


LONG = """<div role=combobox tabindex=0 aria-label=Number onclick="list.hidden = !list.hidden">0</div>
<div id=list role=listbox hidden style="height: 100px; overflow: auto"><div id=room style="position: relative"></div>
</div><script>const owner = document.querySelector('[role=combobox]')
room.style.height = '20000px'
function draw() { const first = Math.floor(list.scrollTop / 20); room.innerHTML = ''
for (let at = first; at < first + 7 && at < 1000; at++) { const option = document.createElement('div')
option.role = 'option'; option.textContent = `Entry ${at}`
option.style.cssText = `position: absolute; top: ${at * 20}px`
option.onclick = () => { owner.textContent = option.textContent; list.hidden = true }; room.append(option) } }
list.onscroll = draw; draw()</script>"""


async def test_a_long_list_is_turned_to_the_option(open_page: OpenPage) -> None:
    page = await open_page(html(LONG))
    assert (await page.do("select", selector="role=combobox", option="Entry 41"))["chosen"] == ["Entry 41"]
    assert await page.inspect("document.querySelector('[role=combobox]').textContent") == "Entry 41"


CHIPS = """<div id=box style="position: relative; width: 300px; height: 40px" onclick="opens(event)">
<input role=combobox aria-label=Liked readonly aria-expanded=false aria-controls=list
style="position: absolute; width: 280px; height: 30px; z-index: -1; opacity: 0.5">
<div id=chips style="position: absolute; width: 300px; height: 40px"><button style="width: 200px; height: 40px"
onclick="this.remove()">Pool</button></div></div><div id=list role=listbox hidden><div role=option
onclick="chosen(this)">Garden</div></div><script>
function opens(event) { if (event.target.localName !== 'button') list.hidden = false }
function chosen(option) { chips.append(option.textContent); list.hidden = true
  document.querySelector('input').value += option.textContent }</script>"""


async def test_a_list_is_opened_beside_the_chips_that_lie_over_its_field(open_page: OpenPage) -> None:
    page = await open_page(html(CHIPS))
    assert (await page.do("select", selector="role=combobox", option="Garden"))["chosen"] == ["Garden"]
    assert "Pool" in await page.inspect("chips.textContent")

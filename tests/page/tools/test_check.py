"""Checkboxes that a page draws anew: they are on where the page shows them on."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def redrawn(then: str) -> str:
    """A page that draws its box anew when it is clicked, on or off."""
    script = f"""function draw(state) {{
      box.innerHTML = `<label><input type=checkbox ${{state}}> News</label>`;
      box.querySelector('input').onchange = () => setTimeout(draw, 0, '{then}');
    }}
    draw('')"""
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><div id=box></div><script>{script}</script>")


@pytest.mark.parametrize("by_index", [False, True])
async def test_a_box_that_the_page_takes_back_is_a_fault(
    open_page: OpenPage, fault_of: FaultOf, *, by_index: bool
) -> None:
    page = await open_page(redrawn(""))
    named = {"index": (await page.state())["elements"][0]["index"]} if by_index else {"selector": "label=News"}
    fault = await fault_of(page, "check", **named)
    assert fault.message == "Failed to check: the checkbox 'News' is still off."


async def test_a_box_that_is_drawn_anew_and_on_is_on(open_page: OpenPage) -> None:
    page = await open_page(redrawn("checked"))
    assert (await page.do("check", selector="label=News"))["on"] is True


async def test_a_box_that_goes_with_its_row_is_no_fault(open_page: OpenPage) -> None:
    row = "<label id=row><input type=checkbox onchange='setTimeout(() => row.remove())'> Call the bank</label>"
    page = await open_page("data:text/html," + quote(row))
    assert (await page.do("check", selector="label=Call the bank"))["on"] is True


ALL = """<table><thead>
<tr><th><input type=checkbox aria-label=All onchange="this.checked = boxes().length > 0"><th>Name</thead>
<tbody>%s</tbody></table><script>const boxes = () => document.querySelectorAll('tbody input')</script>"""


@pytest.mark.parametrize("rows", ["", "<tr><td><td>No rows"])
async def test_a_box_for_all_rows_of_which_there_are_none_has_nothing_to_check(
    open_page: OpenPage, fault_of: FaultOf, rows: str
) -> None:
    page = await open_page("data:text/html," + quote(ALL % rows))
    fault = await fault_of(page, "check", selector="label=All")
    said = "Failed to check: the checkbox 'All' is for all rows, and there are none."
    assert (fault.code, fault.message) == ("not_found", said)


async def test_a_box_for_all_rows_that_stays_off_beside_rows_has_failed(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(
        "data:text/html," + quote((ALL % "<tr><td><input type=checkbox><td>Ada").replace("> 0", "> 9"))
    )
    assert (await fault_of(page, "check", selector="label=All")).code == "failed"


BOX = """<style>.box { width: 20px; height: 20px; border: 1px solid; cursor: pointer } .box.checked { background: teal }
</style><div class="industry-box custom-checkbox box checked" onclick="%s"></div><span>Finance</span>"""


@pytest.mark.parametrize("on", [False, True])
async def test_a_box_made_of_classes_is_turned(open_page: OpenPage, *, on: bool) -> None:
    """As its state is told, it can be on or off; where it is so already nothing is clicked."""
    page = await open_page("data:text/html," + quote(BOX % "this.classList.toggle('checked')"))
    assert (await page.do("check", selector=".box", on=on))["on"] is on
    assert await page.inspect("document.querySelector('.box').classList.contains('checked')") is on


async def test_a_box_of_classes_that_stays_as_it_is_is_a_fault(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page("data:text/html," + quote(BOX % ""))
    fault = await fault_of(page, "check", selector=".box", on=False)
    assert fault.message == "Failed to check: the element is still on."


SHADOW = """<label><my-radio></my-radio> Sunrise</label><label><my-radio></my-radio> Six</label><script>
customElements.define('my-radio', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<input type=radio>'
    this.closest('label').onclick = (event) => { if (event.target !== this.inner) this.inner.checked = true } }
  get inner() { return this.shadowRoot.firstChild } })</script>"""


async def test_a_radio_in_the_shadow_of_a_label_can_be_on(open_page: OpenPage) -> None:
    page = await open_page("data:text/html," + quote(SHADOW))
    assert (await page.do("check", selector="label:nth-of-type(2)"))["on"] is True
    assert await page.inspect("document.querySelectorAll('my-radio')[1].shadowRoot.firstChild.checked")

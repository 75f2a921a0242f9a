"""Labels that a page writes before a field and ties to nothing: the field is called so, as a person reads it."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage
from pollex.page.outline import outline

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

FORM = """<title>Bill</title><input placeholder="Search CPT Codes">
<div class=group><label>CPT Code <span>*</span></label><input placeholder="e.g. 99213"></div>
<div class=group><label>Description</label><div class=box><span>?</span><textarea></textarea></div></div>
<div class=group><label>From</label><input><input></div>
<div class=group><label>Paid</label><input type=checkbox></div>"""


def page_of(body: str) -> str:
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8>{body}")


async def test_a_field_is_called_by_the_label_before_it_and_that_once(open_page: OpenPage) -> None:
    opened = await (await open_page(page_of(FORM))).opened()
    assert outline(await opened.look()).splitlines() == [
        "[1] textbox Search CPT Codes",
        '[2] textbox CPT Code * (asks "e.g. 99213")',
        "[3] textbox Description (multiline)",
        "[4] textbox From · [5] textbox",
        "Paid · [6] checkbox",
    ]


async def test_the_label_of_a_drawn_list_is_not_that_of_the_next_field(open_page: OpenPage) -> None:
    drawn = (
        "<div class=group><label>Maker</label><div onclick='title = 1' style='cursor: pointer'>Select...</div></div>"
    )
    opened = await (await open_page(page_of(f"{drawn}<div class=group><label>Lot</label><input></div>"))).opened()
    assert outline(await opened.look()).splitlines() == ["Maker", "[1] clickable Select...", "[2] textbox Lot"]


@pytest.mark.parametrize("selector", ["label=CPT Code", "text=CPT Code"])
async def test_it_is_found_by_that_label(open_page: OpenPage, selector: str) -> None:
    page = await open_page(page_of(FORM))
    await page.do("type", selector=selector, text="99214")
    assert await page.inspect("[...document.querySelectorAll('input')].map((each) => each.value)[1]") == "99214"

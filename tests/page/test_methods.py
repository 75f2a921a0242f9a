"""Every tool of the page is a typed method of it, whose signature says what the tool takes."""

import inspect

import pytest

import pollex
from pollex.core.casing import snake
from pollex.core.fault import Fault
from pollex.core.tool import Tool
from pollex.page.tools import page_tools
from pollex.testing import FakePage

from .conftest import OpenPage

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("tool", page_tools(), ids=lambda tool: tool.name)
async def test_a_method_takes_what_its_tool_takes(tool: Tool) -> None:
    method = getattr(pollex.Page, tool.name.removeprefix("page."))
    document = tool.input.document
    assert isinstance(document, dict)
    taken = {snake(name) for name in document["properties"]}
    found = set(inspect.signature(method).parameters) - {"self"}
    others = ({"index"} if "selector" in taken else set()) | (
        {"changes", "rest", "aside"} if "extra" in taken else set()
    )
    assert found == taken - others


async def test_methods_return_data_and_raise_faults(open_page: OpenPage) -> None:
    page: pollex.Page = await open_page("/shop/")
    assert (await page.type("role=searchbox", "desk lamp"))["holds"] == "desk lamp"
    await page.keypress("Enter")
    assert "search" in page.url
    assert (await page.query("role=searchbox"))["count"] == 1
    await page.open_tab(name="second")
    assert [tab["name"] for tab in await page.list_tabs()][-1] == "second"
    await page.close_tab(tab_name="second")
    with pytest.raises(Fault) as raised:
        await page.element(99_999)
    assert raised.value.pointer == "/index"


async def test_a_fake_page_has_them_too() -> None:
    answers = {"page.select": {"chosen": "Portugal"}, "page.click": Fault("failed", "no")}
    page = FakePage({}, url="http://shop/", answers=answers)
    assert await page.select("label=Country", "Portugal", fallback="the country") == {"chosen": "Portugal"}
    with pytest.raises(Fault, match="no"):
        await page.click("#buy")
    assert page.done == [
        ("page.select", {"selector": "label=Country", "option": "Portugal", "fallback": "the country"}),
        ("page.click", {"selector": "#buy", "button": "left", "count": 1, "times": 1}),
    ]

"""Tabs by name, by place and by address."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.page.live import LivePage
from pollex.practice.server import Server

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def html(body: str) -> str:
    """A page with nothing but this in it."""
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


async def text_of(page: LivePage) -> str:
    return (await page.state(text=20_000))["textContent"]


class TestTabs:
    async def test_a_name_that_is_taken_gets_a_number(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        for _ in range(3):
            await page.do("open_tab", url=f"{server.url}/hard/tabs", name="shop")
        assert await page.do("list_tabs") == [
            {"name": "main", "url": f"{server.url}/hard/modal", "current": False},
            {"name": "shop", "url": f"{server.url}/hard/tabs", "current": False},
            {"name": "shop_2", "url": f"{server.url}/hard/tabs", "current": False},
            {"name": "shop_3", "url": f"{server.url}/hard/tabs", "current": True},
        ]

    async def test_a_tab_by_name_by_place_and_by_address(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        await page.do("open_tab", url=f"{server.url}/hard/tabs", name="other")
        names = [(await page.do("switch_tab", tabName=each))["tab"] for each in ("main", "1", "hard/modal")]
        assert names == ["main", "other", "main"]
        assert (await page.do("current_tab"))["title"] == "Modal dialog · Hard pages"

    async def test_an_unknown_tab(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("/hard/modal")
        for number in ("²", "9" * 5_000):
            assert (await fault_of(page, "switch_tab", tabName=number)).code == "not_found"
        fault = await fault_of(page, "switch_tab", tabName="mian")
        assert (fault.code, fault.pointer, fault.expected) == ("not_found", "/tabName", "'main'")
        assert (fault.message, fault.hint) == ("There is no tab 'mian'.", "Did you mean 'main'?")

    async def test_the_tab_before_is_current_when_one_is_closed(self, open_page: OpenPage, server: Server) -> None:
        page = await open_page("/hard/modal")
        await page.do("open_tab", name="second")
        left = await page.do("close_tab")
        assert left == [{"name": "main", "url": f"{server.url}/hard/modal", "current": True}]

    async def test_a_tab_that_the_page_opened_is_current_at_once(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/window-blank")
        await page.click("text=Read the terms")
        assert (await page.do("current_tab"))["tab"] == "popup"
        assert "The word at the end is lighthouse" in await text_of(page)

    async def test_a_tab_that_closed_itself_is_forgotten(self, open_page: OpenPage) -> None:
        inside = "<button onclick=window.close()>Leave</button>"
        page = await open_page(html(f"<button onclick='window.open().document.write(`{inside}`)'>Enter</button>"))
        assert (await page.click("text=Enter"))["opened"] == ["popup"]
        await page.click("text=Leave")
        assert [tab["name"] for tab in await page.do("list_tabs")] == ["main"]

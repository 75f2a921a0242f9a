"""Dragging: what is held is what was named, wherever it is to go."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_element_that_does_not_fit_into_the_window_with_its_goal(open_page: OpenPage) -> None:
    """The goal is scrolled to while the element is held; else another one would lie where it was."""
    page = await open_page("/tracker/board")
    column = 'role=heading[name="In review"]'
    moved = await page.do("drag", selector='role=listitem[name="KES-290"]', to=column)
    assert "KES-290 moved to In review Undo" in moved["appeared"]
    assert [each["url"].rpartition("/")[2] for each in moved["requests"] if each["method"] == "PATCH"] == ["290"]

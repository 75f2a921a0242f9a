"""Grids that draw only the rows in view: all are collected, and of those that are read it is said that more follow."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.page.extract import extract
from pollex.page.live import LivePage

OpenWidget = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
ROW: dict[str, Any] = {
    "type": "object",
    "properties": {"Plate": {"type": "string"}, "Kilometres": {"type": "integer"}},
}


async def test_all_rows_of_a_grid_are_collected(open_widget: OpenWidget) -> None:
    page = await open_widget("ag-grid")
    found = await page.do("collect", instruction="the rows of the grid", schema=ROW)
    expected = [{"Plate": f"KX {100 + at * 37 % 900}", "Kilometres": 1200 + at * 7919 % 90_000} for at in range(60)]
    assert (found["rows"], found["ended"]) == (expected, "end")


async def test_rows_that_are_drawn_are_no_whole_list(open_widget: OpenWidget) -> None:
    page = await open_widget("ag-grid")
    opened = await page.opened()
    wanted = {"type": "array", "items": ROW}
    found = await extract(opened.tab, opened.indices, "the rows of the grid", wanted)
    assert len(found.data) < 60
    assert any(" of 60 that the page has drawn" in each for each in found.notes), found.notes

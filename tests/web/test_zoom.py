"""Zoomed to 200 %, on narrow screens and beside the chat: everything can be reached, and nothing lies over another."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.async_api import Locator, expect

from .desk_page import DeskPage, OpenDesk

pytestmark = pytest.mark.asyncio(loop_scope="session")
LINES: Final = "".join(f"<p>line {number}</p>" for number in range(40)) + "<button>The end</button>"
SCREENS: Final = [
    pytest.param(640, 400, 2, id="1280 by 800 at 200 %"),
    pytest.param(800, 450, 2, id="1600 by 900 at 200 %"),
    pytest.param(360, 640, 1, id="a phone"),
]
REACHED: Final = """button => {
  const { left, top, right, bottom, width } = button.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && width > 0;
  return inside && button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


async def reached(buttons: Locator) -> list[bool]:
    """Which buttons are wholly on the screen with nothing over them."""
    return [await each.evaluate(REACHED) for each in await buttons.all() if await each.is_visible()]


@pytest.mark.parametrize(("width", "height", "scale"), SCREENS)
async def test_everything_can_be_reached(open_desk: OpenDesk, width: int, height: int, scale: int) -> None:
    size = {"width": width, "height": height}
    desk = await open_desk(viewport=size, screen=size, device_scale_factor=scale)
    desk.open_window(LINES, x=0, y=0, width=1120, height=800)
    bar = desk.page.locator("#bar button:not(.window-tab)")
    assert await reached(bar) == [True] * await bar.locator("visible=true").count()
    assert await desk.page.locator("#bar").evaluate("bar => bar.offsetHeight") <= 96  # two rows
    assert all(await reached(desk.window().locator(".window-bar button")))
    await desk.content.get_by_role("button", name="The end").scroll_into_view_if_needed()
    assert await reached(desk.content.get_by_role("button", name="The end")) == [True]
    assert await desk.page.evaluate("document.documentElement.scrollWidth") == width
    await desk.page.locator("#chat-toggle").click()
    await expect(desk.page.locator("#dock textarea")).to_be_in_viewport()
    assert all(await reached(desk.page.locator("#dock .dock-head button, #dock .dock-foot button")))
    await desk.close()


async def test_on_a_small_screen_no_part_of_a_window_lies_outside(open_desk: OpenDesk) -> None:
    desk = await open_desk(viewport={"width": 720, "height": 420})
    desk.open_window(LINES, x=300, y=40, width=640, height=600)
    await expect(desk.window()).to_be_visible()
    assert await reached(desk.window().locator(".window-bar button")) == [True] * 4
    assert desk.frame() == {"x": 300, "y": 40, "width": 640, "height": 600}
    assert await reached(desk.page.locator(".window-tab")) == [True]
    await desk.close()


async def box(desk: DeskPage, window: str = "w") -> dict[str, Any]:
    found = await desk.window(window).bounding_box()
    assert found is not None
    return dict(found)


async def test_windows_move_beside_the_chat_and_back(desk: DeskPage) -> None:
    desk.open_window(x=780, y=40)
    desk.open_window(id="wide", title="Wide", x=0, y=100, width=1200)
    before = await box(desk)
    await desk.page.locator("#chat-toggle").click()
    await expect(desk.page.locator("#dock")).to_be_visible()
    dock = await desk.page.locator("#dock").bounding_box()
    assert dock is not None
    for window in ("w", "wide"):
        await expect(desk.window(window).get_by_role("button", name="Close")).to_be_in_viewport()
        at = await box(desk, window)
        assert at["x"] + at["width"] <= dock["x"]
    await desk.window().get_by_role("button", name="Close").click(trial=True)
    await desk.page.locator("#chat-toggle").click()
    await expect(desk.page.locator("#dock")).to_be_hidden()
    await expect(desk.window()).to_have_css("left", f"{before['x']:g}px")
    assert await box(desk) == before
    assert desk.frame() == {"x": 780, "y": 40, "width": 480, "height": 360}

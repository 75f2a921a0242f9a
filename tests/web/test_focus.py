"""The keyboard's focus among the windows: it stays in one when a control goes, and follows what a person opens."""

import pytest
from playwright.async_api import expect

from .desk_page import DeskPage

pytestmark = pytest.mark.asyncio(loop_scope="session")
OPENS = """<button data-command='[{"op": "window.create", "params": {"id": "new", "title": "New"}}]'>Open it</button>
<button data-command='[{"op": "dom.set", "params": {"windowId": "w", "target": "#root", "html": "Gone"}}]'>Go</button>
<button>Work</button>"""


async def test_a_window_keeps_the_focus_of_a_control_that_goes(desk: DeskPage) -> None:
    desk.open_window(OPENS)
    await desk.content.get_by_role("button", name="Go").press("Enter")
    await expect(desk.content).to_have_text("Gone")
    await expect(desk.window()).to_be_focused()


async def test_what_is_disabled_while_it_works_gets_its_focus_back(desk: DeskPage) -> None:
    desk.open_window(OPENS)
    button = desk.content.get_by_role("button", name="Work")
    await button.focus()
    await button.evaluate("button => button.disabled = true")
    await expect(desk.window()).to_be_focused()
    await button.evaluate("button => button.disabled = false")
    await expect(button).to_be_focused()


async def test_the_focus_goes_into_the_window_that_a_person_opens(desk: DeskPage) -> None:
    desk.open_window(OPENS)
    await desk.content.get_by_role("button", name="Open it").press("Enter")
    await expect(desk.window("new")).to_be_focused()


async def test_a_window_of_a_program_leaves_the_focus_where_it_is(desk: DeskPage) -> None:
    desk.open_window(OPENS)
    button = desk.content.get_by_role("button", name="Work")
    await button.focus()
    desk.open_window("<p>Other</p>", id="other", title="Other")
    await expect(desk.window("other")).to_have_class("window active")
    await expect(button).to_be_focused()


async def test_a_minimised_window_leaves_the_focus_to_the_next(desk: DeskPage) -> None:
    desk.open_window("<p>Below</p>", id="below", title="Below")
    desk.open_window(OPENS)
    await desk.page.get_by_role("button", name="Minimise Notes").press("Enter")
    await expect(desk.window("below")).to_be_focused()

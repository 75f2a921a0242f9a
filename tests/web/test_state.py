"""Controls that are bound to the state (`data-state-scope`, `data-state-key`)."""

import pytest
from playwright.async_api import expect

from ..waits import until, until_async
from .desk_page import DeskPage, OpenDesk

pytestmark = pytest.mark.asyncio(loop_scope="session")
BOUND = '<input aria-label="Note" data-state-scope="workspace" data-state-key="note">'


async def test_what_is_typed_reaches_the_state(desk: DeskPage) -> None:
    desk.open_window(BOUND)
    await desk.content.get_by_label("Note").press_sequentially("hello")
    until("the state has it", lambda: desk.state() == {"note": "hello"})


async def test_a_value_of_the_state_is_shown_and_shown_again_after_a_redraw(desk: DeskPage) -> None:
    desk.open_window(BOUND)
    desk.apply(("state.set", {"scope": "workspace", "key": "note", "value": "kept"}))
    await expect(desk.content.get_by_label("Note")).to_have_value("kept")
    desk.draw(f"<p>again</p>{BOUND}")
    await expect(desk.content.locator("p")).to_have_text("again")
    await expect(desk.content.get_by_label("Note")).to_have_value("kept")


async def test_each_kind_of_control_sends_its_own_kind_of_value(desk: DeskPage) -> None:
    bound = 'data-state-scope="window" data-state-key'
    desk.open_window(
        f'<input type="checkbox" aria-label="Done" {bound}="done"><input type="number" aria-label="Age" {bound}="age">'
        f'<select aria-label="Day" {bound}="day"><option>Mon<option>Tue</select>'
        f'<select multiple aria-label="Days" {bound}="days"><option>Mon<option>Tue<option>Wed</select>'
        f'<textarea aria-label="Text" {bound}="text"></textarea>'
    )
    await desk.content.get_by_label("Done").check()
    await desk.content.get_by_label("Age").fill("42")
    await desk.content.get_by_label("Day", exact=True).select_option("Tue")
    await desk.content.get_by_label("Days").select_option(["Mon", "Wed"])
    await desk.content.get_by_label("Text").fill("a\nb")
    wanted = {"done": True, "age": 42, "day": "Tue", "days": ["Mon", "Wed"], "text": "a\nb"}
    until("the state has all", lambda: desk.state() == wanted)


async def test_another_tab_shows_what_is_typed_here(desk: DeskPage, open_desk: OpenDesk) -> None:
    desk.open_window(BOUND)
    other = await open_desk(desk.workspace)
    await desk.content.get_by_label("Note").press_sequentially("both")
    await expect(other.content.get_by_label("Note")).to_have_value("both")
    await other.close()


async def test_no_keystroke_is_lost_while_the_connection_is(desk: DeskPage) -> None:
    """The socket goes through the test, which breaks it."""
    desk.open_window(BOUND)
    page = await desk.context.new_page()
    sockets = []
    await page.route_web_socket("**/socket", lambda socket: sockets.append((socket, socket.connect_to_server())))
    await page.goto(f"{desk.served.page_url}/?workspace={desk.workspace}")
    field = page.get_by_role("textbox", name="Note")
    await field.press_sequentially("before ")
    await sockets[0][0].close(code=1012)
    await field.press_sequentially("during ")
    await expect(page.locator(".status")).to_have_text("Connected")
    await field.press_sequentially("after")
    await until_async("the state has all", lambda: desk.state() == {"note": "before during after"})
    await expect(field).to_have_value("before during after")
    assert len(sockets) == 2

"""A form that was sent: it is empty again once its window is drawn, and keeps everything where it could not be sent."""

import pytest
from playwright.async_api import expect

from .desk_page import DeskPage
from .test_command import command

pytestmark = pytest.mark.asyncio(loop_scope="session")


def form(said: str) -> str:
    return f'<form {said}><input name="a" aria-label="A"><button>Add</button></form>'


async def test_a_sent_form_is_empty_again_when_its_window_is_drawn(desk: DeskPage) -> None:
    desk.open_window(f'{form(command("{{form.a}}"))}<p id="out"></p>')
    await desk.content.get_by_label("A").fill("one")
    await desk.content.get_by_role("button").click()
    await expect(desk.content.locator("p")).to_have_text("one")
    await expect(desk.content.get_by_label("A")).to_have_value("")


async def test_a_form_that_could_not_be_sent_keeps_what_it_holds(desk: DeskPage) -> None:
    desk.open_window(f'{form(command("{{form.a}}", "#nothing"))}<p id="out"></p>')
    await desk.content.get_by_label("A").fill("one")
    await desk.content.get_by_role("button").click()
    await expect(desk.page.locator(".toast")).to_have_count(1)
    desk.draw("drawn", "#out")
    await expect(desk.content.locator("p")).to_have_text("drawn")
    await expect(desk.content.get_by_label("A")).to_have_value("one")


async def test_a_component_in_a_sent_form_keeps_what_was_typed_into_it(desk: DeskPage) -> None:
    fields = '<input name="a" aria-label="A"><div id="in"></div>'
    desk.open_window(f'<form {command("{{form.a}}")}>{fields}<button>Add</button></form><p id="out"></p>')
    field = {"label": "Note", "kind": "text"}
    desk.apply(("component.render", {"id": "n", "windowId": "w", "target": "#in", "type": "field", "props": field}))
    await desk.content.get_by_label("A").fill("one")
    await desk.content.get_by_label("Note").fill("kept")
    await desk.content.get_by_role("button").click()
    await expect(desk.content.locator("p")).to_have_text("one")
    await expect(desk.content.get_by_label("A")).to_have_value("")
    await expect(desk.content.get_by_label("Note")).to_have_value("kept")

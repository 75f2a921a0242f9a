"""What has a command (`data-command`): clicks, submits, keys, and the values that go with them."""

import json
from pathlib import Path

import pytest
from playwright.async_api import expect

from .desk_page import DeskPage

pytestmark = pytest.mark.asyncio(loop_scope="session")


def command(html: str, target: str = "#out") -> str:
    """A `data-command` that draws HTML."""
    batch = [{"op": "dom.set", "params": {"windowId": "w", "target": target, "html": html}}]
    return "data-command='" + json.dumps(batch).replace("'", "&#39;") + "'"


async def test_a_click_applies_the_command(desk: DeskPage) -> None:
    desk.open_window(f'<button {command("pressed in {{windowId}}")}>Go</button><p id="out"></p>')
    await desk.content.get_by_role("button", name="Go").click()
    await expect(desk.content.locator("p")).to_have_text("pressed in w")


async def test_a_submit_sends_the_fields_of_the_form(desk: DeskPage) -> None:
    desk.open_window(
        f"<form {command('{{form.title}} {{form.done}} {{form.children}} {{form.kind}}')}>"
        '<input name="title" aria-label="Title"><input type="checkbox" name="done" aria-label="Done">'
        '<input type="number" name="children" value="2"><label><input type="radio" name="kind" value="a">A</label>'
        '<label><input type="radio" name="kind" value="b">B</label><button>Save</button></form><p id="out"></p>'
    )
    await desk.content.get_by_label("Done").check()
    await desk.content.get_by_text("B", exact=True).click()
    await desk.content.get_by_label("Title").fill("Milk")
    await desk.content.get_by_label("Title").press("Enter")
    await expect(desk.content.locator("p")).to_have_text("Milk true 2 b")


async def test_a_form_in_a_form_is_sent_by_itself(desk: DeskPage) -> None:
    desk.open_window(f'<form {command("outer")}><div id="in"></div></form><p id="out"></p>')
    desk.draw(f"<form {command('inner {{form.a}}')}><input name='a' aria-label='A'></form>", "#in")
    await desk.content.get_by_label("A").fill("1")
    await desk.content.get_by_label("A").press("Enter")
    await expect(desk.content.locator("p")).to_have_text("inner 1")


async def test_what_was_typed_just_before_a_click_is_in_the_state_first(desk: DeskPage) -> None:
    desk.open_window(
        '<input aria-label="Note" data-state-scope="window" data-state-key="note">'
        f'<button {command("seen")}>Go</button><p id="out"></p>'
    )
    await desk.content.get_by_label("Note").press_sequentially("quick")
    await desk.content.get_by_role("button", name="Go").click()
    await expect(desk.content.locator("p")).to_have_text("seen")
    assert desk.state() == {"note": "quick"}


@pytest.mark.document("003", "`data-command` on a control that takes a value is applied when it changes.")
async def test_a_control_sends_its_value_when_it_changes(desk: DeskPage) -> None:
    options = '<option value="r">Red</option><option value="g">Green</option>'
    desk.open_window(f'<select aria-label="Colour" {command("{{value}}")}>{options}</select><p id="out"></p>')
    await desk.content.get_by_label("Colour").select_option("Green")
    await expect(desk.content.locator("p")).to_have_text("g")


@pytest.mark.parametrize("key", ["Enter", "Space"])
async def test_what_is_no_button_is_pressed_by_the_keyboard(desk: DeskPage, key: str) -> None:
    desk.open_window(f'<div {command("pressed")}>Card</div><p id="out"></p>')
    await desk.content.get_by_role("button", name="Card").press(key)
    await expect(desk.content.locator("p")).to_have_text("pressed")


async def test_a_submitted_form_is_empty_again_when_it_is_drawn_again(desk: DeskPage) -> None:
    html = '<form {command}><input name="a" aria-label="A"><button>Add</button></form>'
    inner = html.replace("{command}", "")
    desk.open_window(f'<div id="out">{html.format(command=command(inner + "<p>added {{form.a}}</p>"))}</div>')
    await desk.content.get_by_label("A").fill("one")
    await desk.content.get_by_role("button").click()
    await expect(desk.content.locator("p")).to_have_text("added one")
    await expect(desk.content.get_by_label("A")).to_have_value("")


async def test_what_cannot_be_done_is_said_with_its_hint(desk: DeskPage) -> None:
    desk.open_window(f"<button {command('x', '#nothing')}>Go</button>")
    await desk.content.get_by_role("button", name="Go").click()
    toast = desk.page.locator(".toast")
    await expect(toast).to_contain_text("#nothing")
    await toast.get_by_role("button", name="Close this message").click()
    await expect(toast).to_have_count(0)


async def test_what_takes_long_is_told_while_it_lasts(desk: DeskPage, tmp_path: Path) -> None:
    file = tmp_path / "there"
    call = {"method": "POST", "url": "pollex://tool/await_file", "body": {"file": str(file)}}
    desk.open_window()
    desk.render("button", label="Wait", command=[{"op": "api.call", "params": call}])
    await desk.content.get_by_role("button", name="Wait").click()
    told = desk.page.locator("#progress")
    await expect(told).to_have_text("At work …")
    file.touch()
    await expect(told).to_have_text("")

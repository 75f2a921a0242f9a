"""Windows show what the server holds, and what a person has in hand survives when it is drawn again."""

import json

import pytest
from playwright.async_api import expect

from .desk_page import DeskPage

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_elements_with_their_attributes_are_drawn(desk: DeskPage) -> None:
    desk.open_window('<p class="muted" id="a">One <b>two</b></p><a href="https://example.com">out</a>')
    await expect(desk.content.locator("p")).to_have_text("One two")
    drawn = await desk.content.evaluate("element => element.innerHTML")
    assert drawn == (
        '<p class="muted" id="w--a">One <b>two</b></p>'
        '<a href="https://example.com" target="_blank" rel="noopener noreferrer">out</a>'
    )


async def test_drawing_again_keeps_elements_focus_selection_and_scroll(desk: DeskPage) -> None:
    lines = "".join(f"<p>{number}</p>" for number in range(60))
    desk.open_window(f'<input id="i" value="abcdef" aria-label="Name"><div id="x">old</div>{lines}')
    field = desk.content.get_by_label("Name")
    await field.focus()
    await field.evaluate("element => { element.mark = 1; element.setSelectionRange(2, 4) }")
    await desk.content.evaluate("element => { element.scrollTop = 150 }")
    desk.draw(f'<input id="i" value="abcdef" aria-label="Name"><div id="x">new</div>{lines}<h1>New</h1>')
    await expect(desk.content.locator("h1")).to_have_text("New")
    kept = await field.evaluate(
        "element => [element.mark, document.activeElement === element, element.selectionStart, element.selectionEnd]"
    )
    assert kept == [1, True, 2, 4]
    assert await desk.content.evaluate("element => element.scrollTop") == 150


async def test_what_was_typed_stays_until_the_server_gives_another_value(desk: DeskPage) -> None:
    desk.open_window('<input aria-label="A" value="start"><input aria-label="B">')
    await desk.content.get_by_label("A").fill("typed")
    await desk.content.get_by_label("B").focus()
    desk.draw('<input aria-label="A" value="start"><input aria-label="B"><p>again</p>')
    await expect(desk.content.locator("p")).to_have_text("again")
    await expect(desk.content.get_by_label("A")).to_have_value("typed")
    desk.draw('<input aria-label="A" value="other"><input aria-label="B"><p>again</p>')
    await expect(desk.content.get_by_label("A")).to_have_value("other")


async def test_details_that_a_person_opened_stay_open(desk: DeskPage) -> None:
    desk.open_window("<details><summary>More</summary>text</details>")
    await desk.content.get_by_text("More").click()
    desk.draw("<details><summary>More</summary>text</details><p>again</p>")
    await expect(desk.content.locator("p")).to_have_text("again")
    await expect(desk.content.locator("details")).to_have_attribute("open", "")


async def test_an_element_may_have_the_id_of_the_one_around_it(desk: DeskPage) -> None:
    """A model that means to replace `#status` often sends it once more, into itself."""
    desk.open_window("<div id='status'>old</div>")
    for number in range(2):
        desk.apply(
            ("dom.set", {"windowId": "w", "target": "div", "html": f"<p id='status'>{number}</p><b>{number}</b>"})
        )
        await expect(desk.content.locator("b")).to_have_text(str(number))
        desk.draw("<div id='status'><div id='status'>in</div></div>")
        await expect(desk.content).to_have_text("in")
        assert await desk.content.locator("[id='w--status']").count() == 2
        desk.draw("<div id='status'>old</div>")


async def test_ids_and_fields_of_windows_with_dashes_are_the_windows_own(desk: DeskPage) -> None:
    html = '<form><label for="c">C</label><input id="c" name="n"></form>'
    desk.open_window(html.replace('"c"', '"b--c"'), id="a")
    desk.open_window(html, id="a--b")
    await expect(desk.page.locator("[id='a--b--c']")).to_have_count(1)
    await expect(desk.page.locator("[id='a-~-b--c']")).to_have_count(1)
    assert await desk.page.locator("input[name]").evaluate_all("all => all.map(each => each.name)") == [
        "a--n",
        "a-~-b--n",
    ]


async def test_a_field_may_be_called_like_a_property_of_its_form(desk: DeskPage) -> None:
    names = ["children", "attributes", "id", "parentNode", "elements", "querySelectorAll"]
    desk.open_window("<form>" + "".join(f'<input name="{name}" aria-label="{name}">' for name in names) + "</form>")
    await expect(desk.content.get_by_label("children")).to_be_visible()
    desk.draw("<form>" + "".join(f'<input name="{name}">' for name in names) + "<p>again</p></form>")
    await expect(desk.content.locator("p")).to_have_text("again")


async def test_the_page_refuses_what_is_not_on_its_own_list(desk: DeskPage) -> None:
    """The server's gate is told to send it by hand: the page has its own copy of the list."""
    desk.open_window("<p>good</p>")
    await expect(desk.content.locator("p")).to_have_text("good")
    nodes = [
        {"tag": "script", "children": ["document.title = 'fired'"]},
        {"tag": "iframe", "attributes": {"src": "https://example.com"}},
        {"tag": "a", "attributes": {"href": "javascript:document.title='fired'"}, "children": ["x"]},
        {"tag": "p", "attributes": {"onclick": "1", "style": "color:red", "id": "toasts", "data-command": "c"}},
        {"tag": "img", "attributes": {"src": "https://example.com/a.png", "alt": "a"}},
        {"tag": "input", "attributes": {"type": "password"}},
    ]
    page = await desk.context.new_page()
    await page.route_web_socket(
        "**/socket",
        lambda socket: socket.on_message(
            lambda _: socket.send(
                '{"type":"snapshot","id":"x","seq":1,"components":[],"state":[],"chat":[],"trace":null,"undo":0,"redo":0,'
                '"windows":[{"id":"w","title":"T","x":0,"y":0,"width":300,"height":200,"zIndex":1,"synthetic":false,'
                f'"content":{json.dumps(nodes)}}}]}}'
            )
        ),
    )
    await page.goto(desk.served.page_url)
    shown = page.locator(".window .content")
    await expect(shown.locator("p")).to_have_count(1)
    assert await shown.evaluate("element => element.innerHTML") == '<a>x</a><p></p><img alt="a"><input>'
    assert await page.title() == "Pollex"

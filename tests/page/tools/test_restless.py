"""Pages that do not do as they are told: a call that cannot be done says why, and none claims more than it did."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
SWALLOWING = """<div contenteditable role=textbox aria-label=Note id=note>Old</div>
<script>note.onbeforeinput = note.onkeydown = note.onpaste = (event) => event.preventDefault()</script>"""
FLEEING = """<button id=it style="position: absolute" onclick="document.title = 'caught'">Catch</button>
<script>let x = 0; onpointermove = () => { it.style.left = `${x = 300 - x}px` }</script>"""
ENDLESS = """<div id=rows></div><button onclick="document.title = 'caught'">Go</button><script>let count = 0
const draw = () => { rows.innerHTML = `<p>${++count}</p>`; requestAnimationFrame(draw) }; draw()</script>"""


def html(body: str) -> str:
    return "data:text/html," + quote(f"<!doctype html><title>free</title>{body}")


async def test_an_editor_that_swallows_keys_is_told(open_page: OpenPage) -> None:
    fault = (await (await open_page(html(SWALLOWING))).call("page.type", {"index": "Note", "text": "hello"})).fault
    assert fault is not None
    assert (fault.code, fault.message) == ("failed", "Failed to type: the textbox 'Note' holds 'Old'.")


async def test_a_button_beside_what_is_drawn_without_end_is_clicked(open_page: OpenPage) -> None:
    page = await open_page(html(ENDLESS))
    clicked = await page.call("page.click", {"index": "Go"})
    assert (clicked.ok, await page.inspect("document.title")) == (True, "caught"), clicked


async def test_a_button_that_flees_from_the_pointer_is_told(open_page: OpenPage) -> None:
    page = await open_page(html(FLEEING))
    fault = (await page.call("page.click", {"index": "Catch"})).fault
    assert fault is not None
    assert "the button 'Catch' moved away under the pointer" in fault.message
    assert await page.inspect("document.title") == "free"


@pytest.mark.parametrize(
    ("named", "what"), [(None, "the button 'Go'"), ("Go", "Go"), ('role=button[name="Go"]', 'role=button[name="Go"]')]
)
async def test_an_element_that_is_drawn_anew_with_every_frame_is_told(
    open_page: OpenPage, named: str | None, what: str
) -> None:
    """Whatever it is called by; nothing is clicked."""
    page = await open_page(
        html("""<div id=all></div><script>const draw = () => {
    all.innerHTML = `<button onclick="document.title = 'caught'">Go</button>`; requestAnimationFrame(draw) }
    draw()</script>""")
    )
    [button] = (await page.state())["elements"]
    page.options = replace(page.options, patience=1.0)
    fault = (await page.call("page.click", {"index": named or button["index"]})).fault
    assert fault is not None
    assert fault.message.startswith("The page draws ")
    assert what in fault.message
    assert "anew all the time" in fault.message
    assert await page.inspect("document.title") == "free"

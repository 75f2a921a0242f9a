"""Dragging: what is held is what was named, wherever it is to go."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_element_that_does_not_fit_into_the_window_with_its_goal(open_page: OpenPage) -> None:
    """The goal is scrolled to while the element is held; else another one would lie where it was."""
    page = await open_page("/tracker/board")
    column = 'role=heading[name="In review"]'
    moved = await page.do("drag", selector='role=listitem[name="KES-290"]', to=column)
    assert "KES-290 moved to In review Undo" in moved["appeared"]
    assert [each["url"].rpartition("/")[2] for each in moved["requests"] if each["method"] == "PATCH"] == ["290"]


def html(body: str) -> str:
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


HANDLE = """<style>div { position: absolute; top: 100px; background: #eee }
#handle { left: 100px; width: 20px; height: 20px } #field { left: 300px; width: 200px; height: 100px }</style>
<div id=handle></div><div id=field>Field</div><script>let held
handle.onpointerdown = ({ clientX, clientY }) => { held = [clientX - handle.offsetLeft, clientY - handle.offsetTop] }
onpointermove = ({ clientX, clientY }) => { if (!held) return
handle.style.left = `${clientX - held[0]}px`; handle.style.top = `${clientY - held[1]}px` }
onpointerup = () => { held = null }</script>"""
PLACE = "[document.querySelector('#handle').offsetLeft, document.querySelector('#handle').offsetTop]"


async def test_by_a_distance(open_page: OpenPage) -> None:
    page = await open_page(html(HANDLE))
    await page.do("drag", selector="#handle", by={"x": 60, "y": 25})
    assert await page.do("inspect", expression=PLACE) == [160, 125]


async def test_to_a_position_on_the_goal(open_page: OpenPage) -> None:
    page = await open_page(html(HANDLE))
    await page.do("drag", selector="#handle", to="#field", position={"x": 30, "y": 80})
    assert await page.do("inspect", expression=PLACE) == [320, 170]


async def test_where_to_is_said_once(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(html(HANDLE))
    for args in ({}, {"to": "#field", "by": {"x": 1, "y": 1}}):
        assert (await fault_of(page, "drag", selector="#handle", **args)).expected == "either 'to' or 'by'"


SORTED = """<style>li { width: 200px; height: 40px; background: #eee }</style><ul id=list>
<li draggable=true>One<li draggable=true>Two<li draggable=true>Three<li draggable=true>Four</ul><script>let held
list.ondragstart = (event) => { held = event.target }
list.ondragover = (event) => event.preventDefault()
list.ondrop = (event) => { const on = event.target.closest("li"), box = on.getBoundingClientRect()
on[event.clientY > box.top + box.height / 2 ? "after" : "before"](held) }</script>"""
ORDER = "[...document.querySelectorAll('li')].map((each) => each.textContent.trim())"


@pytest.mark.parametrize(
    ("held", "to", "order"),
    [("One", "Three", ["Two", "Three", "One", "Four"]), ("Four", "Two", ["One", "Four", "Two", "Three"])],
)
async def test_past_the_middle_in_the_direction_of_travel(
    open_page: OpenPage, held: str, to: str, order: list[str]
) -> None:
    page = await open_page(html(SORTED))
    result = await page.call("page.drag", {"selector": f"text={held}", "to": f"text={to}"})
    assert (await page.inspect(ORDER), result.notes) == (order, ())


async def test_onto_what_lets_the_pointer_through(open_page: OpenPage) -> None:
    zone = """<div draggable=true id=card>Card</div>
    <div ondragover='event.preventDefault()' ondrop='say.value = "got it"'
    style='position: relative; height: 200px'><canvas style='position: absolute; inset: 0'></canvas>
    <p id=zone style='position: absolute; inset: 20px; pointer-events: none'>Drop here</p></div>
    <output id=say></output>"""
    page = await open_page(html(zone))
    await page.do("drag", selector="#card", to="#zone")
    assert await page.inspect("document.querySelector('output').value") == "got it"


async def test_what_covers_the_goal_is_named(open_page: OpenPage, fault_of: FaultOf) -> None:
    cover = "<div style='position: fixed; inset: 60px 0 0 0; background: white'>Cookies</div>"
    page = await open_page(html(f"<p id=card>Card</p><p style='margin-top: 90px' id=zone>Bin</p>{cover}"))
    fault = await fault_of(page, "drag", selector="#card", to="#zone")
    assert fault.message == "Failed to drop: the element 'Bin' is covered by div \"Cookies\"."


async def test_a_drag_that_moves_nothing_is_told(open_page: OpenPage) -> None:
    page = await open_page(html("<div id=card>Card</div><p style='margin-top: 90px' id=zone>Bin</p>"))
    result = await page.call("page.drag", {"selector": "#card", "to": "#zone"})
    [note] = result.notes
    assert note.startswith("It is where it was before the drag. Where it was dropped is p")
    assert (
        await (await open_page(html(HANDLE))).call("page.drag", {"selector": "#handle", "to": "#field"})
    ).notes == ()


URGENT = "is urgent because"


@pytest.mark.parametrize(
    ("args", "selected"),
    [({"text": URGENT}, URGENT), ({"text": "the"}, "the"), ({"text": "the", "nth": 2}, "the"), ({}, None)],
)
async def test_text_is_selected_with_the_mouse(
    open_page: OpenPage, args: dict[str, object], selected: str | None
) -> None:
    page = await open_page(html("<p id=p>Mend the roof: it <b>is urgent</b> because of the rain.</p>"))
    done = await page.do("select_text", selector="#p", **args)
    real = await page.do("inspect", expression="getSelection().toString()")
    assert real.strip() == done["selected"].strip() == (selected or "Mend the roof: it is urgent because of the rain.")


@pytest.mark.parametrize("body", ["<p>Mend the roof</p><p>by Monday</p>", "Mend the <b>roof</b><br>by Monday"])
async def test_lines_of_what_is_selected_are_told_as_lines(open_page: OpenPage, body: str) -> None:
    page = await open_page(html(f"<div id=note>{body}</div>"))
    done = await page.do("select_text", selector="#note")
    assert done["selected"] == "Mend the roof\nby Monday"


async def test_text_is_selected_by_itself(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(html("<p>Mend the roof</p><textarea>the gutter</textarea>"))
    await page.do("select_text", text="Mend the")
    assert await page.do("inspect", expression="getSelection().toString()") == "Mend the"
    await page.do("select_text", text="the")
    await page.do("keypress", key="a")
    assert await page.do("inspect", expression="document.querySelector('textarea').value") == "a gutter"
    assert (await fault_of(page, "select_text", text="chimney")).message == (
        "Failed to select: the page has no such text."
    )


async def test_no_password_is_looked_through(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(html("<p>Mend the roof</p><input type=password value=hunter-22>"))
    assert (await fault_of(page, "select_text", text="hunter")).code == "not_found"


async def test_a_page_that_selects_something_else_is_told(open_page: OpenPage, fault_of: FaultOf) -> None:
    stubborn = "document.onselectionchange = () => getSelection().selectAllChildren(other)"
    page = await open_page(html(f"<p>Mend the roof</p><p id=other>Call</p><script>{stubborn}</script>"))
    fault = await fault_of(page, "select_text", text="roof")
    assert (fault.expected, fault.received) == ("roof", "Call")


async def test_text_in_a_field_is_selected(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(html("<textarea>one two one</textarea>"))
    await page.do("select_text", selector="css=textarea", text="one", nth=2)
    await page.do("keypress", key="x")
    assert await page.do("inspect", expression="document.querySelector('textarea').value") == "one two x"
    hidden = await open_page(html("<label>Password <input type=password value=hunter-22></label>"))
    assert (await hidden.do("select_text", selector="label=Password"))["selected"] == "••••"
    fault = await fault_of(page, "select_text", selector="css=textarea", text="three")
    assert (fault.code, fault.pointer) == ("not_found", "/text")


async def test_an_element_that_is_held_by_its_handle_says_so(open_page: OpenPage) -> None:
    row = "<li style='width: 300px'>Song <b style='cursor: grab'>=</b></li>"
    page = await open_page(html(f"<ul>{row}</ul>"))
    result = await page.call("page.drag", {"selector": "css=li", "by": {"x": 0, "y": 60}})
    [note] = result.notes
    index = int(note.partition("In it are [")[2].partition("]")[0])
    assert (await page.do("element", index=index))["text"] == "="

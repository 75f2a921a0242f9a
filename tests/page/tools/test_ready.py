"""The page is looked at when it is ready: what an action opens has come, and what it moves stands still."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

LATE = "setTimeout(() => { %s }, 300)"
SUBMENU = "sub.hidden = false"
MENU = f"""<ul role=menu><li><div role=menuitem aria-haspopup=true id=item tabindex=0 style="width: 9em">Clothing</div>
<ul role=menu id=sub hidden><li role=menuitem tabindex=0>Jackets</li></ul></li></ul><p id=other>Elsewhere</p>
<script>item.onmouseover = item.onclick = () => {{ item.className = other.className = "hot"; {LATE % SUBMENU} }}
</script>"""
ITEMS = "'<li onclick=1>Porto</li><li onclick=1>Porto Alegre</li>'"
SUGGESTIONS = f"""<label>City <input autocomplete=off id=city></label><ul id=list></ul>
<script>city.oninput = () => {{ {LATE % f"list.innerHTML = {ITEMS}"} }}</script>"""
ACCORDION = """<button aria-expanded=false id=head>Gift wrapping</button>
<div id=body style="overflow: hidden; height: 0"><label><input type=radio name=p> with stars</label></div>
<script>head.onclick = () => { let high = 0; head.ariaExpanded = true
const grow = () => { body.style.height = `${high += 4}px`; if (high < 40) requestAnimationFrame(grow) }
grow() }</script>"""
FADING = """<style>#body { visibility: hidden; opacity: 0; transition: opacity .25s, visibility .25s }</style>
<button id=head>Show</button><div id=body><a href=#x>Inside</a></div>
<script>head.onclick = () => { body.style.visibility = "visible"; body.style.opacity = 1 }</script>"""


def html(body: str) -> str:
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


@pytest.mark.parametrize("action", ["click", "hover"])
async def test_a_menu_that_opens_after_a_while(open_page: OpenPage, action: str) -> None:
    """That what is pointed at looks otherwise at once, and something else too, is not what was waited for."""
    page = await open_page(html(MENU))
    done = await page.do(action, selector="#item")
    assert "menuitem Jackets" in (await page.state())["outline"]
    assert done["appeared"] == ["Jackets"]


async def test_suggestions_that_come_after_a_while_have_indices(open_page: OpenPage) -> None:
    page = await open_page(html(SUGGESTIONS))
    await page.type("label=City", "Porto")
    outline = (await page.state())["outline"]
    assert [line.partition("] ")[2] for line in outline.splitlines() if "Porto" in line] == [
        "textbox City = Porto (focused)",
        "listitem Porto",
        "listitem Porto Alegre",
    ]


async def test_a_panel_that_a_script_unrolls(open_page: OpenPage) -> None:
    page = await open_page(html(ACCORDION))
    await page.click("#head")
    assert "radio with stars" in (await page.state())["outline"]
    box = await page.do("inspect", expression="document.querySelector('#body').offsetHeight")
    assert box == 40


async def test_what_fades_in_has_come(open_page: OpenPage) -> None:
    page = await open_page(html(FADING))
    await page.click("#head")
    assert await page.do("inspect", expression="getComputedStyle(document.querySelector('#body')).opacity") == "1"


async def test_what_fades_in_behind_a_shadow_root_has_come(open_page: OpenPage) -> None:
    shadow = """<div id=host></div><script>const root = host.attachShadow({ mode: "open" })
    root.innerHTML = `<button aria-haspopup=true>Sort</button><div id=menu hidden><a href=#x>Dates</a></div>`
    root.querySelector("button").onclick = () => setTimeout(() => { const menu = root.querySelector("#menu")
    menu.hidden = false; menu.animate([{ opacity: 0 }, { opacity: 1 }], 250) }, 100)</script>"""
    page = await open_page(html(shadow))
    await page.click("text=Sort")
    assert "link Dates" in (await page.state())["outline"]
    assert (
        await page.do("inspect", expression="getComputedStyle(host.shadowRoot.querySelector('#menu')).opacity") == "1"
    )


async def test_what_never_rests_is_not_waited_for(open_page: OpenPage) -> None:
    restless = """<button id=go aria-haspopup=true>Go</button><p id=p>0</p>
    <script>setInterval(() => { p.textContent++ }, 5)</script>"""
    page = await open_page(html(restless))
    assert (await page.do("click", selector="#go"))["hit"] == "button Go"

"""Pages that are too much: a look ends, tells what is near, and says what it left out."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.page.indices import Indices
from pollex.page.observe import look
from pollex.page.outline import outline
from pollex.page.playwright_driver import PlaywrightTab

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
ENDLESS = """<div id=t></div><button>Go</button><script>let n = 0; const draw = () => {
t.innerHTML = `<p>${++n}</p>` + '<button>Row</button>'.repeat(50); requestAnimationFrame(draw) }; draw()</script>"""
FLEEING = """<button id=it style="position: absolute">Catch</button><script>let x = 0; const move = () => {
it.style.left = `${x = (x + 7) % 900}px`; requestAnimationFrame(move) }; move()</script>"""


async def seen(open_tab: Open, html: str) -> str:
    tab = await open_tab("about:blank")
    await tab.page.set_content(f"<!doctype html>{html}")
    return outline(await look(tab, Indices()))


async def test_ten_thousand_equal_buttons(open_tab: Open) -> None:
    lines = (await seen(open_tab, "<button>Go</button>" * 10_000)).splitlines()
    assert lines[11] == "[12] button Go"
    assert lines[12].startswith("… 988 more like these")
    assert lines[13].endswith("below: 9000 buttons")


async def test_ten_thousand_boxes(open_tab: Open) -> None:
    box = "<i style='display: inline-block; width: 9px; height: 9px; background: red'></i>"
    said = await seen(open_tab, f"<div>{box * 10_000}</div>")
    assert "(boxes: 1000 red, of 9000 more nobody looked at the colour)" in said


async def test_five_megabytes_in_one_node(open_tab: Open) -> None:
    said = await seen(open_tab, "<p id=p></p><button>Go</button><script>p.textContent = 'word '.repeat(1e6)</script>")
    assert len(said) < 700
    assert said.endswith("below: 1 button")


async def test_a_drawing_of_a_hundred_megapixels(open_tab: Open) -> None:
    said = await seen(open_tab, "<canvas width=10000 height=10000></canvas>")
    assert said.startswith("[1] canvas {10000×10000, only a picture shows it}")


async def test_a_drawing_of_ten_thousand_shapes(open_tab: Open) -> None:
    shapes = "<rect width=7 height=7 fill=blue /><text y=9>7</text>" * 5_000
    lines = (await seen(open_tab, f"<svg width=800 height=600>{shapes}</svg>")).splitlines()
    assert lines[0].startswith("(drawing of 10000 shapes, of which 60 are told)")
    assert lines[-1].startswith("… 48 more like these")


@pytest.mark.parametrize(("html", "named"), [(ENDLESS, "button Row"), (FLEEING, "[1] button Catch")])
async def test_a_page_that_never_stands_still(open_tab: Open, html: str, named: str) -> None:
    assert named in await seen(open_tab, html)

"""What people see of a page without words for it: marks, colours, pictures, hints; each outline compared as a whole."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.page.indices import Indices
from pollex.page.observe import look
from pollex.page.outline import outline, unfolded
from pollex.page.playwright_driver import PlaywrightTab

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='80' height='50'><rect width='80'/></svg>"


def boxes(*colours: str, more: str = "") -> str:
    made = "".join(f'<div {more} style="width:30px;height:30px;background:{each}"></div>' for each in colours)
    return f"<div style='display:flex'>{made}</div>"


SEEN = {
    "spaces and lines of a value": (
        ("<label>Name <input value='  Ada '></label><label>Two <input value='a  b'></label><input value='Ada' "
        "aria-label=Plain><textarea aria-label=Note>One\ntwo</textarea>"),
        ['[1] textbox Name = "  Ada "', '[2] textbox Two = "a  b"', "[3] textbox Plain = Ada",
         '[4] textbox Note = "One\\ntwo" (multiline)'],
    ),
    "what a labelled field asks for, while it is empty": (
        ("<label>Mail <input placeholder='you@example.org'></label><input placeholder=Search>"
        "<label>Filled <input placeholder=x value=y></label>"),
        ['[1] textbox Mail (asks "you@example.org")', "[2] textbox Search", "[3] textbox Filled = y"],
    ),
    "states that only classes or what is around show": (
        ("<div class='switch on' onclick=1>Wifi</div><div class=switch onclick=1>Cable</div>"
        "<div aria-checked=true><button>Dark</button></div><div class='menu-tab--active'><a href=#a>One</a></div>"
        "<div class=menu-tab><a href=#b>Two</a></div><div class=not-active><a href=#c>Three</a></div>"),
        ["[1] clickable Wifi (on)", "[2] clickable Cable", "[3] button Dark (checked)", "[4] link One (active)",
         "[5] link Two", "[6] link Three"],
    ),
    "menus in menus": (
        ("<ul role=menu><li role=menuitem aria-haspopup=true tabindex=0>More</li><li role=menuitem tabindex=0>Less</li>"
        "</ul><button aria-haspopup=menu>File</button><button aria-haspopup=dialog>Ask</button>"),
        ["menu:", "[1] menuitem More (has submenu)", "[2] menuitem Less", "[3] button File (has menu)",
         "[4] button Ask"],
    ),
    "words in drawings, and shapes by their place": (
        ("<svg width=300><rect x=10 y=10 width=40 height=40 fill=red /><circle cx=100 cy=50 r=20 fill=blue />"
        "<text x=95 y=55>7</text><text x=10 y=150>Hello</text></svg><svg width=40 height=40><text y=20>9</text></svg>"),
        ["(Hello)", "[1] shape red rect 40×40 at 10,10", '[2] shape blue circle 40×40 "7" at 80,30', "(9)"],
    ),
    "swatches by colour, grey ones beside others": (
        boxes("#f00", "#00f", "#888", more="onclick=1"),
        ["[1] clickable ‹red rgb(255, 0, 0)›", "[2] clickable ‹blue rgb(0, 0, 255)›",
         "[3] clickable ‹grey rgb(136, 136, 136)›"],
    ),
    "empty boxes in order": (boxes("#f00", "#0f0", "#888", "#f00"), ["(boxes: red, green, grey, red)"]),
    "many empty boxes counted": (boxes(*["#f00"] * 9, *["#00f"] * 5), ["(boxes: 9 red, 5 blue)"]),
    "grey boxes are no sign": (boxes("#888", "#aaa"), []),
    "pictures without words": (
        f'<img src="{PICTURE}"><img src="/oak-lamp.png" width=60 height=60><img width=10 height=10>',
        ["(picture 80×50 without words)", "(picture ‹oak lamp› 60×60 without words)"],
    ),
    "what the pointer brings out of a row": (
        "<style>.row b, .x { opacity: 0 } .row:hover b { opacity: 1 }</style>"
        + "".join(f"<div class=row>Task {at} <b><button>Delete</button></b><button class=x>Never</button></div>"
                  for at in range(3)),
        ["Task 0 · [1] button Delete (on hover)", "Task 1 · [2] button Delete (on hover)",
         "Task 2 · [3] button Delete (on hover)"],
    ),
    "marks of rows": (
        ("<style>.clip::before { content: '✉' } .dot { display: inline-block; width: 8px; height: 8px; background:#00f}"
        "</style><ul><li class='mail unread'>Offer <i class='icon-send'></i></li><li class=mail><a href=#b>Bill</a>"
        "<i class='clip icon-attachment'></i></li><li class=mail><a href=#c>Plain</a></li>"
        "<li class=mail><a href=#d>New</a> <span class=dot></span></li></ul>"),
        ["(unread) · Offer", "[1] link Bill · ‹clip attachment›", "[2] link Plain", "[3] link New · ‹dot›"],
    ),
    "what is covered, once": (
        ("<button>A</button><p>Words</p><button>B</button><p>More</p><button>C</button><div role=dialog "
        "aria-label=Cookies style='position:fixed;inset:0;background:#fff'><button>Accept</button></div>"),
        ['[1] to [3] covered by dialog "Cookies"', "[1] button A", "Words", "[2] button B", "More", "[3] button C",
         "dialog Cookies:", "[4] button Accept"],
    ),
    "what a box cuts off, once": (
        "<div role=listbox style='height:40px;overflow:auto'>"
        + "".join(f"<div role=option tabindex=0 style='height:20px'>Size {at}</div>" for at in range(5)) + "</div>",
        ["[4] to [6] scroll to see", "[1] listbox", *(f"[{at + 2}] option Size {at}" for at in range(5))],
    ),
}  # fmt: skip


async def drawn(open_tab: Open, html: str) -> PlaywrightTab:
    tab = await open_tab("about:blank")
    await tab.page.set_content(f"<!doctype html>{html}")
    return tab


@pytest.mark.parametrize("case", SEEN)
async def test_what_is_seen_is_told(open_tab: Open, case: str) -> None:
    html, lines = SEEN[case]
    assert outline(await look(await drawn(open_tab, html), Indices())).splitlines() == lines


async def test_rows_without_controls_can_be_unfolded_too(open_tab: Open) -> None:
    tab = await drawn(
        open_tab, "<button>A</button><ul>" + "".join(f"<li>Entry {at}</li>" for at in range(20)) + "</ul>"
    )
    seen = await look(tab, indices := Indices())
    assert outline(seen).splitlines()[-1] == "… 15 more like these (page_unfold 2)"
    assert unfolded(await look(tab, indices), 2) == [f"Entry {at}" for at in range(5, 20)]
    assert outline(seen, [2]).splitlines()[-1] == "Entry 19"


SENTENCE = (
    "Choose the third lamp, then set the slider that belongs to it to exactly 47 points and only then press Done; "
)


async def test_what_a_page_begins_with_is_not_cut_in_a_sentence(open_tab: Open) -> None:
    text = f"{SENTENCE * 2}that is all."
    rows = f"<ul>{'<li>' + 'Home ' * 30 + '</li>'}{'<li>Other</li>' * 2}</ul>"
    html = f"{rows}<div>{text}</div><div>{text}</div><button>Done</button>"
    *_, begun, further, button = outline(await look(await drawn(open_tab, html), Indices())).splitlines()
    assert (begun, further[-1], button) == (text, "…", "[1] button Done")


async def test_a_beginning_that_is_too_long_ends_with_a_sentence(open_tab: Open) -> None:
    seen = outline(await look(await drawn(open_tab, f"<p>{'It grows here and further there. ' * 100}</p>"), Indices()))
    assert seen.endswith("It grows here and further there. …")
    assert len(seen) < 620

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
    "from where to where a number goes": (
        ("<input type=range aria-label=Loud min=10 max=90 step=5 value=40><input type=range aria-label=Bright>"
        "<input type=number aria-label=Days min=1 max=9 step=2 value=3><input type=number aria-label=Any>"
        "<div role=slider tabindex=0 aria-label=Warm aria-valuemin=5 aria-valuemax=30 aria-valuenow=20>&nbsp;</div>"),
        ["[1] slider Loud = 40 {10 to 90 by 5}", "[2] slider Bright = 50 {0 to 100}",
         "[3] spinbutton Days = 3 {1 to 9 by 2}", "[4] spinbutton Any", "[5] slider Warm = 20 {5 to 30}"],
    ),
    "a menu that only the pointer makes visible": (
        ("<style>li ul { visibility: hidden; opacity: 0 } li:hover ul { visibility: visible; opacity: 1 }</style>"
        "<ul><li><a href=#a>Hats</a><ul><li><a href=#b>Red</a></li></ul></li><li><a href=#c>Bags</a></li></ul>"),
        ["[1] link Hats (has submenu)", "[2] link Bags"],
    ),
    "switches whose state is a class around a knob, or data": (
        ("<div class='v-switch is-on'><span onclick=1 class=knob>Wifi</span></div>"
        "<div class=v-switch><span onclick=1 class=knob>Cable</span></div><div data-state=on onclick=1>Dark</div>"
        "<div data-state=off onclick=1>Large</div>"
        "<button role=switch aria-checked=true data-state=checked>Loud</button>"),
        ["[1] clickable Wifi (on)", "[2] clickable Cable", "[3] clickable Dark (on)", "[4] clickable Large",
         "[5] switch Loud (checked)"],
    ),
    "a piece of a page in a drawing": (
        ("<svg width=300 height=200><rect x=10 y=10 width=80 height=40 fill=red /><foreignObject x=10 y=10 width=80 "
        "height=40><div>Start</div></foreignObject><rect x=150 y=10 width=80 height=40 fill=red /><foreignObject "
        "x=10 y=90 width=180 height=90><p>Sure? <button>Yes</button></p></foreignObject></svg>"),
        ['[2] shape red rect 80×40 "Start" at 10,10', "[3] shape red rect 80×40 at 150,10", "Sure?",
         "[1] button Yes"],
    ),
    "swatches of one colour by their place": (
        "<div style='position:relative'>" + "".join(
            f"<div onclick=1 style='position:absolute;width:30px;height:30px;background:red;left:{x}px;top:{y}px'>"
            "</div>"
            for x, y in ((10, 10), (200, 10), (10, 200))) + "</div>",
        ["[1] clickable ‹red rgb(255, 0, 0) at 10,10›", "[2] clickable ‹red rgb(255, 0, 0) at 200,10›",
         "[3] clickable ‹red rgb(255, 0, 0) at 10,200›"],
    ),
    "boxes in wrappers, and strewn ones by their place": (
        "<div>" + "".join(f"<div><div style='width:30px;height:30px;background:{colour}'></div></div>"
                          for colour in ("red", "blue", "red", "red")) + "</div>"
        "<div style='position:relative'>" + "".join(
            f"<div style='position:absolute;width:30px;height:30px;background:red;left:{x}px;top:10px'></div>"
            for x in (10, 90)) + "</div>",
        ["(boxes: red, blue, red, red)", "(boxes: red at 10,10, red at 90,10)"],
    ),
    "rows that stand out in bold": (
        "<style>.b { font-weight: bold }</style><ul>"
        + "".join(f"<li class={'b' if at == 1 else 'a'}><a href=#{at}>Mail {at}</a></li>" for at in range(3))
        + "</ul><table><tr><th>Name</th></tr><tr><td>Ada</td></tr><tr><td>Ben</td></tr></table>",
        ["[1] link Mail 0", "(bold) · [2] link Mail 1", "[3] link Mail 2", "table:", "Name", "Ada", "Ben"],
    ),
    "words that the pointer brings out of a row": (
        "<style>figcaption { opacity: 0 } figure:hover figcaption { opacity: 1 }</style><div>"
        + "".join(f"<figure style='height:20px'>Face {at}<figcaption>Ada {at}</figcaption></figure>" for at in range(3))
        + "</div>",
        [f"Face {at} · (on hover: Ada {at})" for at in range(3)],
    ),
    "what lies over the rows of a grid": (
        "<div style='position:relative;width:700px'><table style='width:700px;border-collapse:collapse'>"
        "<tr style='height:30px'><th>Time<th>Mon 2<th>Tue 3<th>Wed 4</tr>" + "".join(
            f"<tr style='height:40px'><td style='width:100px'>{hour}<td style='width:200px'>"
            "<td style='width:200px'><td>"
            for hour in (8, 9, 10)) + "</table><div onclick=1 style='position:absolute;left:310px;top:75px;width:180px;"
        "height:60px;background:#8cf'>Dentist</div><div style='position:absolute;left:110px;top:35px;width:380px;"
        "height:20px'>Fair</div></div>",
        ["table:", "Time · Mon 2 · Tue 3 · Wed 4", "8", "9", "10", "[1] clickable Dentist (over Tue 3, 9)",
         "Fair (over Mon 2 to Tue 3, 8)"],
    ),
    "bars over their tasks, and a dialog over neither": (
        "<div style='position:relative'>"
        + "".join(f"<div class=row style='height:40px'>Task {at}</div>" for at in range(3))
        + "<div style='position:absolute;left:200px;top:45px;width:90px;height:25px'>Dig</div><div role=dialog "
        "aria-label=Ask style='position:absolute;left:400px;top:5px'>Sure?</div></div>",
        ["Task 0", "Task 1", "Task 2", "Dig (over Task 1)", "dialog Ask:", "Sure?"],
    ),
    "what is covered, once": (
        ("<button>A</button><p>Words</p><button>B</button><p>More</p><button>C</button><div role=dialog "
        "aria-label=Cookies style='position:fixed;inset:0;background:#fff'><button>Accept</button></div>"),
        ['[1] to [3] covered by dialog "Cookies"', "dialog Cookies:", "[4] button Accept", "behind it:",
         "[1] button A", "Words", "[2] button B", "More", "[3] button C"],
    ),
    "what a box cuts off, once": (
        "<div role=listbox style='height:40px;overflow:auto'>"
        + "".join(f"<div role=option tabindex=0 style='height:20px'>Size {at}</div>" for at in range(5)) + "</div>",
        ["[4] to [6] scroll to see", "[1] listbox", *(f"[{at + 2}] option Size {at}" for at in range(5))],
    ),
    "what lies under nothing but the border of its box": (
        "<div role=listbox style='height:40px;overflow:auto;border:1px solid'>"
        + "".join(f"<div role=option tabindex=0 style='height:20px'>Size {at}</div>" for at in range(4)) + "</div>",
        ["[4], [5] scroll to see", "[1] listbox", *(f"[{at + 2}] option Size {at}" for at in range(4))],
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

"""What is seen on pages that are hard to see: frames, shadow roots, listeners, covers, long lists."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from pollex.page.delta import delta
from pollex.page.indices import Indices
from pollex.page.observation import Control
from pollex.page.observe import LookLimits, look
from pollex.page.outline import outline, unfolded
from pollex.page.playwright_driver import PlaywrightTab
from pollex.page.state import browser_state

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def controls(tab: PlaywrightTab) -> list[Control]:
    return list((await look(tab, Indices())).whole.controls())


async def drawn(open_tab: Open, html: str) -> PlaywrightTab:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return tab


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("/hard/iframe", ["Full name", "Send"]),
        ("/hard/iframe-cross", ["Card number", "Valid until"]),
        ("/hard/iframe-nested", ["Continue", "Continue", "Continue"]),
        ("/hard/iframe-srcdoc", ["Yes", "No"]),
        ("/hard/shadow-open", ["1 star", "2 stars", "3 stars", "4 stars", "5 stars"]),
        ("/hard/shadow-closed", ["Code word", "Check"]),
        ("/hard/shadow-nested", ["I have read the terms", "Join"]),
        ("/hard/switch", ["Weekly summary", "Mentions", "Security alerts"]),
        ("/hard/click-listener", ["Express delivery"]),
        ("/hard/click-cursor", ["Wednesday"]),
        ("/hard/click-delegated", ["Anise", "Basil", "Chervil", "Dill", "Fennel"]),
        ("/hard/file-label", ["Choose a photo"]),
        ("/hard/contenteditable", ["Note", "Save"]),
        ("/hard/csp-none", []),
        ("/hard/globals", []),
        ("/hard/quirks", []),
    ],
)
async def test_controls_are_found_wherever_they_are(open_tab: Open, address: str, names: list[str]) -> None:
    seen = [control.name for control in await controls(await open_tab(address))]
    assert seen[0] == "Hard pages"
    assert seen[1 : 1 + len(names)] == names


async def test_what_can_be_put_in_is_told(open_tab: Open) -> None:
    dates = [control.choices for control in await controls(await open_tab("/hard/dates-native"))]
    assert dates[1:5] == ["YYYY-MM-DD", "YYYY-MM-DDTHH:MM", "YYYY-MM", "HH:MM"]
    country = (await controls(await open_tab("/hard/select-native")))[1]
    assert (country.role, country.value) == ("combobox", "Please choose")
    assert isinstance(country.choices, tuple)
    assert "Portugal" in country.choices


async def test_states_and_covers_are_told(open_tab: Open) -> None:
    found = {control.name: control for control in await controls(await open_tab("/hard/modal"))}
    assert found["Download brochure"].cover == 'dialog "Ten per cent for you"'
    assert found["No, thanks"].cover is None
    buttons = {control.name: control.states for control in await controls(await open_tab("/hard/disabled-buttons"))}
    assert buttons["Continue"] == ("disabled",)


async def test_what_cannot_be_seen_is_left_out(open_tab: Open) -> None:
    tab = await drawn(
        open_tab,
        """<button>Seen</button><button style="display:none">A</button><button style="visibility:hidden">B</button>
        <button style="opacity:0">Clear</button><div style="height:0;overflow:hidden"><button>Folded</button></div>
        <details><summary>More</summary><button>Inside</button></details><input type="hidden" value="x">
        <button style="position:absolute;left:-9999px">Outside</button><template><button>C</button></template>""",
    )
    assert [control.name for control in await controls(tab)] == ["Seen", "More"]


async def test_what_was_scrolled_out_of_its_box_can_still_be_reached(open_tab: Open) -> None:
    rows = "".join(f"<li style='height:40px'><button>Open {number}</button></li>" for number in range(10))
    tab = await drawn(open_tab, f"<ul style='height:80px;overflow:auto'>{rows}</ul>")
    await tab.page.evaluate("document.querySelector('ul').scrollTop = 320")
    found = await controls(tab)
    assert [control.name for control in found] == [f"Open {number}" for number in range(10)]


async def test_links_without_an_address_are_told_by_what_they_show(open_tab: Open) -> None:
    tab = await drawn(
        open_tab,
        """<p><a href="#">Today</a> <a href="#"><span title="Choose a date" style="padding:9px"></span></a></p>
        <p><a href="/lamp"><span style="padding:9px"></span></a> <a href="/lamp">Lamp</a></p>""",
    )
    assert [control.name for control in await controls(tab)] == ["Today", "Choose a date", "Lamp"]


async def test_a_button_that_stays_in_view_is_seen_inside_a_part_that_is_far_away(open_tab: Open) -> None:
    rows = "".join(f"<p>Line {number} of a long text.</p>" for number in range(400))
    links = "".join(f'<a href="#{number}">L{number}</a> ' for number in range(120))
    fixed = '<footer><a href="/imprint">Imprint</a><button style="position:fixed;top:5px">Chat</button></footer>'
    observation = await look(await drawn(open_tab, links + rows + fixed), Indices())
    assert [control.name for control in observation.whole.controls()][-1] == "Chat"
    assert observation.beyond["below"] == {"link": 1}


async def test_the_password_is_never_told(open_tab: Open) -> None:
    tab = await drawn(open_tab, '<label>Password <input type="password" value="s3same-open"></label>')
    state = browser_state(await look(tab, Indices()))
    assert state["outline"] == "[1] password Password = ••••"
    assert "s3same" not in str(state)


async def test_an_element_keeps_its_number_while_it_lives(open_tab: Open) -> None:
    tab, indices = await drawn(open_tab, "<button>A</button><button>B</button>"), Indices()
    first = {control.name: control.index for control in (await look(tab, indices)).whole.controls()}
    await tab.page.evaluate(
        "document.body.prepend(Object.assign(document.createElement('button'), {textContent: 'C'}))"
    )
    await tab.page.evaluate("document.body.append(document.querySelectorAll('button')[1])")
    second = {control.name: control.index for control in (await look(tab, indices)).whole.controls()}
    assert first == {"A": 1, "B": 2}
    assert second == {"C": 3, "A": 1, "B": 2}
    await tab.page.reload()
    await tab.page.set_content("<button>A</button>")
    assert [control.index for control in (await look(tab, indices)).whole.controls()] == [4]


async def test_the_state_of_document_002(open_tab: Open) -> None:
    links = "".join(f'<a href="/{number}" class="nav" id="n{number}">Link {number}</a>' for number in range(130))
    tab = await drawn(
        open_tab, f"<title>T</title><input placeholder='Find' value='{'x' * 300}'>{links}<p>{'word ' * 900}"
    )
    state = browser_state(await look(tab, Indices()))
    assert set(state) == {
        "url", "title", "elements", "textContent", "scrollY", "scrollHeight", "viewportHeight", "outline",
    }  # fmt: skip
    assert (len(state["elements"]), state["viewportHeight"]) == (100, 800)
    assert len(state["textContent"]) <= 2000
    assert state["elements"][1] == {
        "index": 2, "tag": "a", "type": None, "text": "Link 0", "placeholder": None, "value": None, "href": "/0",
        "ariaLabel": None, "className": "nav", "id": "n0",
    }  # fmt: skip
    assert len(state["elements"][0]["value"] or "") == 100
    more = await look(tab, Indices(), LookLimits(elements=200, text=5000))
    assert (len(more.elements), len(more.text) > 2000) == (131, True)


@pytest.mark.document("002", "A heading stands once in `textContent`.")
async def test_a_heading_stands_once_in_the_text(open_tab: Open) -> None:
    html = "<h1>Parcels</h1><p>Two are due.</p><h2>On <em>Monday</em></h2><h3><a href='/x'>By ship</a></h3><p>None</p>"
    state = browser_state(await look(await drawn(open_tab, html), Indices()))
    assert state["textContent"] == "Parcels Two are due. On Monday By ship None"


async def test_extra_selectors_count_as_controls(open_tab: Open) -> None:
    tab = await drawn(open_tab, "<p data-clickable>Here</p><p>Not here</p>")
    observation = await look(tab, Indices(), LookLimits(extra=("[data-clickable]",)))
    assert [control.name for control in observation.whole.controls()] == ["Here"]
    assert [element["text"] for element in observation.elements] == ["Here"]


async def test_repeated_rows_are_folded_and_can_be_unfolded(open_tab: Open) -> None:
    rows = "".join(f"<li>Parcel {number} <button>Open</button></li>" for number in range(1, 21))
    observation = await look(await drawn(open_tab, f"<ul>{rows}</ul>"), Indices())
    shown = outline(observation).splitlines()
    assert shown[:2] == ["Parcel 1 · [1] button Open", "Parcel 2 · [2] button Open"]
    assert shown[-1] == "… 15 more like these (page_unfold 6)"
    assert outline(observation, unfold=[6]).splitlines()[-1] == "Parcel 20 · [20] button Open"


async def test_a_delta_tells_only_what_changed(open_tab: Open) -> None:
    tab, indices = await open_tab("/hard/table-actions"), Indices()
    before = await look(tab, indices)
    await tab.page.click("tr:has-text('Tomasz Wolski') >> text=Remove")
    await tab.page.wait_for_selector("[data-state=done]")
    after = await look(tab, indices)
    assert delta(before, after).splitlines() == ["+ Done: removed Tomasz Wolski", "~ [15] focused", "- Waiting"]
    assert delta(after, after) == ""


async def test_another_page_is_shown_in_full(open_tab: Open) -> None:
    tab, indices = await open_tab("/hard/iframe"), Indices()
    before = await look(tab, indices)
    await tab.page.goto(tab.page.url.replace("/iframe", "/modal"))
    after = await look(tab, indices)
    assert delta(before, after) == outline(after)


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ('<button><svg width=20 height=20><use href="#icon-trash"></use></svg></button>', "[1] button ‹trash›"),
        ('<button><img src="/static/zoom-in.png" width=20 height=20></button>', "[1] button ‹zoom›"),
        ('<button id="saveDraft" class="btn btn-primary"></button>', "[1] button ‹save draft›"),
        ('<button class="ql-picker-item" data-value="#e60000"></button>', "[1] button ‹#e60000›"),
        ("<style>button::before { content: 'Heading 1' }</style><button></button>", "[1] button ‹Heading 1›"),
        ('<button class="css-1x2y3z sc-bdVaJa"></button>', "[1] button"),
        ('<p tabindex=0 class="ui-slider-handle" style="position: relative; left: 20%; height: 9px"></p>',
         "[1] clickable ‹slider handle› = 20 %"),
        ("<canvas width=300 height=200></canvas>", "[1] canvas {300×200, only a picture shows it}"),
        ("<img width=300 height=200>", "(picture 300×200 without words)"),
        ("<button title=Trash class=bin></button>", "[1] button Trash"),
    ],
)  # fmt: skip
async def test_what_a_person_could_infer_of_what_has_no_name(open_tab: Open, html: str, line: str) -> None:
    assert outline(await look(await drawn(open_tab, html), Indices())) == line


async def test_a_page_whose_height_is_rounded_down_has_nothing_below(open_tab: Open) -> None:
    seen = await look(await drawn(open_tab, "<p>Hello</p>"), Indices())
    assert outline(replace(seen, scroll_height=seen.viewport_height - 1)) == outline(seen) == "Hello"


async def test_a_frame_is_numbered_where_it_stands(open_tab: Open) -> None:
    tab = await drawn(open_tab, '<button>A</button><iframe srcdoc="<button>In</button>"></iframe><button>B</button>')
    await tab.page.frame_locator("iframe").locator("button").wait_for()
    observation = await look(tab, Indices(), LookLimits())
    assert [(each["index"], each["text"]) for each in observation.elements] == [(1, "A"), (2, "In"), (3, "B")]


@pytest.mark.parametrize(("before", "after", "told"), [("", "done", "(done)"), ("starred", "", "(no longer starred)")])
async def test_a_mark_that_only_a_class_shows_is_told(open_tab: Open, before: str, after: str, told: str) -> None:
    lines = "".join(f"<p>Line {number} of a long text</p>" for number in range(9))
    tab = await drawn(open_tab, f"{lines}<button class='{before}'>Milk</button>")
    first = await look(tab, indices := Indices())
    await tab.page.evaluate("name => { document.querySelector('button').className = name }", after)
    assert delta(first, await look(tab, indices)) == f"~ [1] button Milk {told}"


async def test_the_looks_of_a_mouse_that_is_over_it_are_not_told(open_tab: Open) -> None:
    tab = await drawn(open_tab, "<button class=row>Milk</button>")
    first = await look(tab, indices := Indices())
    await tab.page.evaluate("document.querySelector('button').className = 'row hover is-focused ui-state-hover'")
    assert delta(first, await look(tab, indices)) == ""


@pytest.mark.parametrize("count", [1, 2, 4])
async def test_the_rows_that_a_list_listens_for_have_indices(open_tab: Open, count: int) -> None:
    rows = "".join(f"<li><div tabindex=-1>Row {number}</div></li>" for number in range(count))
    listens = "document.querySelector('ul').addEventListener('contextmenu', () => {})"
    tab = await drawn(open_tab, f"<ul>{rows}</ul><script>{listens}</script>")
    assert [each.name for each in await controls(tab)] == [f"Row {number}" for number in range(count)]


@pytest.mark.parametrize(
    ("html", "off"),
    [
        ("<ul><li class=ui-state-disabled><div role=menuitem tabindex=0>Ski</div><ul></ul></li></ul>", True),
        ("<li aria-disabled=true><a href=#x>Ski</a></li>", True),
        ("<button class='btn is-disabled'>Ski</button>", True),
        ("<button class=not-disabledish>Ski</button>", False),
        ("<div class=disabled><button>Ski</button><button>Snow</button></div>", False),
    ],
)
async def test_an_entry_that_looks_disabled_is_told_so(open_tab: Open, html: str, off: bool) -> None:
    [first, *_] = await controls(await drawn(open_tab, html))
    assert ("disabled" in first.states) is off


DRAWING = """<svg width=300 height=200><rect width=300 height=200 fill=white /><circle cx=50 cy=50 r=20 fill=#1e6fd9 />
<rect x=100 y=30 width=60 height=40 fill="rgb(200, 20, 30)"><title>Quarry</title></rect>
<path d="M200 20 h60 v60 z" fill=none stroke=green /><rect width=3 height=3 /></svg>"""


async def test_the_shapes_of_a_drawing_can_be_told_apart_and_pressed(open_tab: Open) -> None:
    tab = await drawn(open_tab, DRAWING)
    assert outline(await look(tab, Indices())).splitlines() == [
        "[1] shape blue circle 40×40 at 30,30",
        "[2] shape Quarry: red rect 60×40 at 100,30",
        "[3] shape green path 60×60 at 200,20",
    ]


async def test_many_shapes_are_folded(open_tab: Open) -> None:
    bars = "".join(f"<rect x={10 * place} width=8 height={20 + place} fill=blue />" for place in range(50))
    lines = outline(
        await look(await drawn(open_tab, f"<svg width=600 height=200>{bars}</svg>"), Indices())
    ).splitlines()
    assert (len(lines), lines[-1]) == (13, "… 38 more like these (page_unfold 13)")


async def test_controls_that_are_only_counted_are_counted_in_words(open_tab: Open) -> None:
    gap = '<div style="height: 9000px"></div>'
    far = "<input type=checkbox>" * 3 + '<button role="switch">On</button>' * 2 + '<a href="#">Up</a>'
    observation = await look(await drawn(open_tab, f"<h1>Near</h1>{gap}{far}"), Indices())
    assert ": 3 checkboxes, 2 switches, 1 link" in outline(observation)


async def test_folded_rows_come_in_order_a_line_each(open_tab: Open) -> None:
    cells = "".join(f"<span>cell {at}</span> " for at in range(14))
    rows = "".join(f"<li>{cells}<b>Parcel {number}</b> <button>Open</button></li>" for number in range(1, 13))
    tab = await open_tab("about:blank")
    await tab.page.set_content(f"<ul>{rows}</ul>")
    observation = await look(tab, Indices())
    assert [line.rpartition(" · ")[0].rpartition(" · ")[2] for line in unfolded(observation, 7)] == [
        f"Parcel {number}" for number in range(6, 13)
    ]
    assert len(unfolded(observation, 7)) == 7


async def test_short_lists_are_not_folded(open_tab: Open) -> None:
    tab = await open_tab("about:blank")
    await tab.page.set_content(
        "<ul>" + "".join(f"<li>Row {at} <button>Open</button></li>" for at in range(8)) + "</ul>"
    )
    assert "more like these" not in outline(await look(tab, Indices()))

"""Reading pages as text and tables: what eyes see, bounded, with numbers of elements."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.browser.selector import parse
from pollex.core.fault import Fault
from pollex.page.content import find_text, read_element, read_page
from pollex.page.indices import Indices
from pollex.page.playwright_driver import PlaywrightTab
from pollex.page.resolve import resolve
from pollex.page.tables import tables

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

ARTICLE = """
<nav><a href="/a">Elsewhere</a></nav>
<div class="cookie-banner">We use cookies. <button>Fine</button></div>
<main><h1>On tides</h1><p>Water   <b>rises</b> and falls, see <a href="https://example.org/moon">the moon</a>.</p>
<p style="display:none">secret</p><p style="visibility:hidden">unseen</p>
<span style="position:absolute;width:1px;height:1px;overflow:hidden">for readers of screens</span>
<ul><li>ebb<ul><li>neap</li></ul></li><li>flood</li></ul><ol><li>one</li><li>two</li></ol>
<img alt="A harbour" src="data:,"><pre>let x = 1;
let y = 2;</pre><blockquote><p>Wait.</p></blockquote>
<style>.q::before { content: "written by a style" }</style><p class="q">End</p></main>
<footer>Imprint</footer>
"""


async def page_with(open_tab: Open, html: str) -> PlaywrightTab:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return tab


async def test_the_main_part_as_markdown_without_what_cannot_be_seen(open_tab: Open) -> None:
    passage = await read_page(await page_with(open_tab, ARTICLE), Indices())
    assert passage.next is None
    assert passage.text == (
        "# On tides\n\nWater rises and falls, see [the moon](https://example.org/moon).\n\n"
        "- ebb\n  - neap\n- flood\n\n1. one\n2. two\n\n"
        "![A harbour]\n\n```\nlet x = 1;\nlet y = 2;\n```\n\n> Wait.\n\nEnd"
    )


async def test_the_whole_page_and_without_links(open_tab: Open) -> None:
    passage = await read_page(await page_with(open_tab, ARTICLE), Indices(), whole=True, links=False)
    assert passage.text.startswith(
        "Elsewhere\n\nWe use cookies. Fine\n\n# On tides\n\nWater rises and falls, see the moon."
    )
    assert passage.text.endswith("Imprint")


async def test_passages_join_to_the_whole_text(open_tab: Open) -> None:
    tab = await open_tab("/hard/long-text")
    whole = await read_page(tab, Indices(), most=10_000_000)
    pieces, start = [], 0
    for _ in range(1_000):
        passage = await read_page(tab, Indices(), start=start, most=3_000)
        assert len(passage.text) <= 3_000
        pieces.append(passage.text)
        if passage.next is None:
            break
        start = passage.next
    assert len(pieces) > 1
    assert "".join(pieces) == whole.text


async def test_frames_are_read_where_they_stand(open_tab: Open) -> None:
    inner = "<iframe srcdoc='<p>inside</p>'></iframe>"
    tab = await page_with(open_tab, f"<main><p>before</p>{inner}<p>after</p></main>")
    await tab.page.frames[1].wait_for_load_state()
    assert (await read_page(tab, Indices())).text == "before\n\ninside\n\nafter"


async def test_shadow_roots_are_read(open_tab: Open) -> None:
    html = "<main><div><template shadowrootmode=open><p>Deep <slot></slot></p></template><b>words</b></div></main>"
    assert (await read_page(await page_with(open_tab, html), Indices())).text == "Deep words"


async def test_find_text_in_any_case_across_elements(open_tab: Open) -> None:
    html = (
        "<p>The <b>quick</b> brown fox</p><p hidden>quick brown</p><p style='margin-top:3000px'>Quick brown bread</p>"
    )
    tab, indices = await page_with(open_tab, html), Indices()
    found = await find_text(tab, indices, "QUICK  brown")
    assert (found.total, found.exact) == (2, True)
    assert [(place.snippet, place.in_view) for place in found.places] == [
        ("The quick brown fox", True),
        ("Quick brown bread", False),
    ]
    element = await read_element(tab, indices, found.places[0].index)
    assert (element.tag, element.text) == ("p", "The quick brown fox")


async def test_words_that_stand_together_are_found_where_the_phrase_is_not(open_tab: Open) -> None:
    tab = await page_with(open_tab, "<p>Delivery is free today</p>")
    found = await find_text(tab, Indices(), "free delivery")
    assert (found.exact, [place.snippet for place in found.places]) == (False, ["Delivery is free today"])


async def test_one_element_with_its_row(open_tab: Open) -> None:
    tab, indices = await open_tab("/hard/table-actions"), Indices()
    place = (await find_text(tab, indices, "Priya Nair")).places[0]
    element = await read_element(tab, indices, place.index)
    assert element.row == {
        "table": "Row actions", "position": 3, "of": 7,
        "cells": {"Member": "Priya Nair", "Role": "Reader", "Since": "2020", "Actions": "Edit Remove"},
    }  # fmt: skip
    assert (element.role, element.heading, element.visible) == ("cell", "Row actions", True)


@pytest.mark.parametrize("shown", [False, True])
async def test_a_password_is_never_read(open_tab: Open, shown: bool) -> None:
    html = "<label>Password <input type=password value=hunter2></label><p id=p>x</p>"
    tab, indices = await page_with(open_tab, html), Indices()
    field = await resolve(tab, indices, parse("label=Password"))
    if shown:
        await tab.page.evaluate("document.querySelector('input').type = 'text'")
    element = await read_element(tab, indices, field.index)
    assert element.value == "••••"
    assert "hunter2" not in repr(element)


async def test_a_password_is_not_in_the_text(open_tab: Open) -> None:
    tab = await page_with(open_tab, "<label>Password <input type=password value=hunter2></label>")
    assert (await read_page(tab, Indices(), whole=True)).text == "Password [Password: ••••]"


async def test_an_index_that_was_never_given(open_tab: Open) -> None:
    tab = await open_tab("/hard/table-actions")
    with pytest.raises(Fault, match="Element with index 99 not found"):
        await read_element(tab, Indices(), 99)


SPANS = """
<table><caption>Sales</caption>
<thead><tr><th rowspan=2>Region</th><th colspan=2>2025</th></tr><tr><th>Spring</th><th>Autumn</th></tr></thead>
<tbody><tr><td rowspan=2>North</td><td>1</td><td>2</td></tr><tr><td>3</td><td></td></tr>
<tr style="display:none"><td>Hidden</td><td>8</td><td>9</td></tr>
<tr><td>South</td><td colspan=2>closed</td></tr><tr><td>East</td><td>5</td></tr></tbody>
<tfoot><tr><th>Sum</th><td>9</td><td>2</td></tr></tfoot></table>
"""


async def test_spans_missing_cells_and_hidden_rows(open_tab: Open) -> None:
    [table] = await tables(await page_with(open_tab, SPANS), Indices())
    assert (table.name, table.columns, table.total) == ("Sales", ("Region", "2025 Spring", "2025 Autumn"), 4)
    assert [row.cells for row in table.rows] == [
        {"Region": "North", "2025 Spring": "1", "2025 Autumn": "2"},
        {"Region": "North", "2025 Spring": "3", "2025 Autumn": ""},
        {"Region": "South", "2025 Spring": "closed", "2025 Autumn": "closed"},
        {"Region": "East", "2025 Spring": "5"},
    ]
    assert [row.cells for row in table.foot] == [{"Region": "Sum", "2025 Spring": "9", "2025 Autumn": "2"}]
    assert table.rows[0].indices["Region"] == table.rows[1].indices["Region"]


async def test_nested_tables_and_same_names(open_tab: Open) -> None:
    inner = "<table><tr><th>Size</th></tr><tr><td>XL</td></tr></table>"
    html = f"<table><tr><th>Price</th><th>Price</th><th></th></tr><tr><td>1</td><td>2</td><td>{inner}</td></tr></table>"
    outer, nested = await tables(await page_with(open_tab, html), Indices())
    assert [row.cells for row in outer.rows] == [{"Price": "1", "Price 2": "2", "column 3": "Size XL"}]
    assert [row.cells for row in nested.rows] == [{"Size": "XL"}]


async def test_tables_made_of_roles(open_tab: Open) -> None:
    html = """<div role=grid aria-label=Team aria-rowcount=41><div role=row><div role=columnheader>Name</div>
    <div role=columnheader>Age</div></div><div role=rowgroup><div role=row><div role=gridcell>Ada</div>
    <div role=gridcell><input value=36 aria-label=Age></div></div></div></div>"""
    [table] = await tables(await page_with(open_tab, html), Indices())
    assert (table.name, table.total, [row.cells for row in table.rows]) == ("Team", 40, [{"Name": "Ada", "Age": "36"}])


async def test_large_tables_are_bounded(open_tab: Open) -> None:
    [table] = await tables(await open_tab("/hard/table-35000"), Indices(), most=3)
    assert (len(table.rows), table.total, table.columns) == (3, 5_000, ("Number", "Station", "°C", "hPa", "column 5"))


PRESSABLE = """<main><h1>Orders</h1><p>See <a href="/help">help</a></p><button>Print</button>
<button><i class=icon-trash></i></button>
<div onclick="1">Row one</div><ul><li>One <button>Delete</button></li><li onclick="1">Two</li></ul>
<table><tr><th>Name</th><th>Act</th></tr><tr onclick="1"><td>Ada</td><td><button>Edit</button></td></tr></table>
<label>City <input></label></main>"""


async def test_what_can_be_clicked_is_marked_where_it_is_wanted(open_tab: Open) -> None:
    tab = await open_tab("about:blank")
    await tab.page.set_content(PRESSABLE)
    read = await read_page(tab, Indices(), links=False, controls=True)
    assert read.text == (
        "# Orders\n\nSee [1] help\n\n[2] Print [3] trash\n\n[4] Row one\n\n- One [5] Delete\n- [6] Two\n\n"
        "| Name | Act |\n| --- | --- |\n| [7] Ada | [8] Edit |\n\nCity [9] [City]"
    )
    assert "[2]" not in (await read_page(tab, Indices(), links=False)).text


SECTIONS = """<h2>Medicines</h2><p>Aspirin</p><div><h3 id=it>Temporary</h3></div><p>Since May</p><ul><li>Ibuprofen</ul>
<h4>Notes</h4><p>None</p><h3>Other</h3><p>Zinc</p>"""


async def test_a_heading_is_read_with_its_section(open_tab: Open) -> None:
    tab, indices = await page_with(open_tab, SECTIONS), Indices()
    index = (await resolve(tab, indices, parse("#it"))).index
    read = await read_page(tab, indices, index=index)
    assert read.text == "### Temporary\n\nSince May\n\n- Ibuprofen\n\n#### Notes\n\nNone"

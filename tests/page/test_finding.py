"""Searching large pages quickly must not overlook anything: words that are not in the text, or not in one piece."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.browser.selector import parse
from pollex.core.fault import Fault
from pollex.page.content import find_text
from pollex.page.indices import Indices
from pollex.page.playwright_driver import PlaywrightTab
from pollex.page.resolve import resolve

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

OTHERS = "<section><p>Something else</p><p>And more</p></section>" * 3


async def page_of(open_tab: Open, html: str) -> PlaywrightTab:
    tab = await open_tab("about:blank")
    await tab.page.set_content(f"{OTHERS}<section><div>Before</div>{html}</section>{OTHERS}")
    return tab


@pytest.mark.parametrize(
    "html",
    [
        "<p>The green boat</p>",
        "<p>The <b>gre</b>en\n  <i>boat</i></p>",
        "<p>GREEN&nbsp;BOAT</p>",
        "<p><input value='a green boat'></p>",
        "<p><textarea>green boat</textarea></p>",
        "<div><div><img alt='A green boat' src=x></div></div>",
        "<div><svg role=img aria-label='green boat' width=9 height=9></svg></div>",
        "<div><span aria-label='green boat' style='padding:9px'></span></div>",
        "<div><div><template shadowrootmode=open><p>green boat</p></template></div></div>",
        "<div><template shadowrootmode=open><p><slot></slot></p></template>green boat</div>",
        "<table><tr><td>1<td>x</tr><tr><td>2<td>green boat</tr></table>",
        "<span>green boat</span>",
    ],
)
async def test_a_text_is_found_wherever_it_is_said(open_tab: Open, html: str) -> None:
    tab = await page_of(open_tab, "")
    await tab.page.evaluate("html => document.querySelectorAll('section')[3].setHTMLUnsafe(html)", html)
    found = await find_text(tab, Indices(), "Green boat")
    assert (found.total, found.exact, len(found.places)) == (1, True, 1)


async def test_words_of_neighbours_are_not_one_text(open_tab: Open) -> None:
    tab = await page_of(open_tab, "<p>green</p><p>boat</p><p style='display:none'>green boat</p><p>boat, green</p>")
    found = await find_text(tab, Indices(), "green boat")
    assert (found.exact, [place.snippet for place in found.places]) == (False, ["boat, green"])


async def test_all_places_are_counted_but_only_some_told(open_tab: Open) -> None:
    tab = await page_of(open_tab, "<p>boat</p><p hidden>boat</p><p>boat boat</p>" * 10)
    found = await find_text(tab, Indices(), "boat", most=4)
    assert (found.total, len(found.places)) == (30, 4)


@pytest.mark.parametrize(
    ("selector", "html"),
    [
        ('role=cell[name="Green boat"]', "<table><tr><td>x<td id=it>green\n boat</tr></table>"),
        ('role=cell[name="Green boat"]', "<table><tr><td>x<td id=it><p>green</p><p>boat</p></tr></table>"),
        ('role=cell[name="Green boat"]', "<table><tr><td>x<td id=it>green <s hidden>red</s> boat</tr></table>"),
        ('role=cell[name="Green boat"]', "<table><tr><td>x<td id=it><img alt='green' src=x> boat</tr></table>"),
        ('role=cell[name="Green boat"]', "<table><tr><td>x<td id=it aria-label='green boat'>y</tr></table>"),
        ('role=cell[name="Green boat"]', "<div role=gridcell id=it>green boat</div>"),
        ('role=link[name="Green boat"]', "<a href=# id=it title='green boat'><i></i>&nbsp;&nbsp;</a>"),
        (
            'role=button[name="Green boat"]',
            "<button id=it><svg aria-label='green boat' width=9></svg></button>",
        ),
        ('role=listitem[name="Green boat"]', "<ul><li>x<li id=it>green <b>boat</b></ul>"),
        ('role=heading[name="Green boat"]', "<h3 id=it>green boat</h3>"),
        ('role=img[name="Green boat"]', "<img id=it alt='green boat' width=20 height=20>"),
        ('role=list[name="Green boat"]', "<ul id=it aria-label='green boat'><li>x</ul>"),
        ('td:has-text("green boat")', "<table><tr><td>x<td id=it><b>green</b> boat</tr></table>"),
        (
            'tr:has-text("green") > td:has-text("boat")',
            "<table><tr><td>green<td id=it>boat<tr><td>x<td>boat</table>",
        ),
        ('p:not(:has-text("else")):not(:has-text("more"))', "<p id=it>boat</p>"),
    ],
)
async def test_an_element_is_found_by_what_it_is_called(open_tab: Open, selector: str, html: str) -> None:
    tab = await page_of(open_tab, html)
    found = await resolve(tab, Indices(), parse(selector))
    assert (await tab.run(found.frame, "readElement", found.number))["attributes"]["id"] == "it"


async def test_on_a_large_page_a_misspelt_name_is_still_helped(open_tab: Open) -> None:
    tab = await open_tab("/hard/table-35000")
    with pytest.raises(Fault) as caught:
        await resolve(tab, Indices(), parse("text=North peer"))
    assert "North pier" in str(caught.value.hint)

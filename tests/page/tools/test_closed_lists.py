"""An option that is named while its list is closed: the list is named, and nobody waits for it."""

from collections.abc import Awaitable, Callable
from time import monotonic
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
LISTS = """<!doctype html><style>.menu {display: none} .open .menu {display: block}</style><button>Other</button>
<label>Urgency</label><div class=custom-dropdown onclick="this.classList.toggle('open')"><div class=dropdown-trigger>
<span>Normal</span></div><div class=menu><div class=item>Normal</div><div class=item>Urgent</div></div></div>
<button aria-expanded=false aria-controls=more onclick="more.hidden = false">Colour</button><p>Text
<ul id=more role=listbox hidden><li role=option>Red<li role=option>Green</ul>
<button aria-haspopup=listbox aria-expanded=false>Branch</button>"""
DRAWN_LATE = """<!doctype html><div class=custom-dropdown><div class=dropdown-trigger
onclick="setTimeout(() => menu.hidden = false, 400)">Pick</div><div id=menu hidden><div>Urgent</div></div></div>"""


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("Urgent", "'Urgent' is in a list that is closed: [2] clickable 'Normal'."),
        ("text=Urgent", "'Urgent' is in a list that is closed: [2] clickable 'Normal'."),
        ('role=option[name="Green"]', "'Green' is in a list that is closed: [3] button 'Colour'."),
    ],
)
async def test_the_closed_list_that_has_an_option_is_named_at_once(open_page: OpenPage, named: str, said: str) -> None:
    page = await open_page("data:text/html," + quote(LISTS))
    await page.call("page.state", {})
    begun = monotonic()
    fault = (await page.call("page.click", {"index": named})).fault
    assert fault is not None
    assert (fault.code, fault.message) == ("not_found", said)
    assert "page.select" in str(fault.hint)
    assert monotonic() - begun < 2.5


async def test_lists_that_may_have_what_is_nowhere_are_named(open_page: OpenPage) -> None:
    page = await open_page("data:text/html," + quote(LISTS))
    await page.call("page.state", {})
    begun = monotonic()
    fault = (await page.call("page.click", {"index": "Trunk"})).fault
    assert fault is not None
    assert "[4] button 'Branch'" in str(fault.hint)
    assert monotonic() - begun < 4


async def test_an_option_that_is_about_to_show_is_waited_for(open_page: OpenPage) -> None:
    page = await open_page("data:text/html," + quote(DRAWN_LATE))
    await page.call("page.state", {})
    assert (await page.call("page.click", {"index": "Pick"})).ok
    assert (await page.call("page.click", {"index": "Urgent"})).ok

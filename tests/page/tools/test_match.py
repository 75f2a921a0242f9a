"""`page.match`: which elements fit what is known of one, and whether one clearly does."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.browser.selector import parse
from pollex.core.json import Object
from pollex.page.evidence import record
from pollex.page.live import LivePage
from pollex.page.resolve import resolve

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

FORM = """
<form action="/pay"><label>Name <input name="payee"></label><label>Sum <input name="amount" inputmode="decimal"></label>
<button>Check</button></form><form action="/out"><button>Sign out</button></form><a href="/help">Help</a>"""


async def shown(page: LivePage, html: str) -> LivePage:
    opened = await page.opened()
    await opened.tab.page.set_content(html)  # type: ignore[attr-defined]
    return page


async def known(page: LivePage, selector: str) -> Object:
    """What is known of an element, as an action on it would have written it down."""
    opened = await page.opened()
    found = await resolve(opened.tab, opened.indices, parse(selector))
    return (await record(opened.tab, found.frame, found.number)).to_json()


async def matched(page: LivePage, evidence: Object, **more: Any) -> tuple[bool, list[str]]:
    data = (await page.call("page.match", {"evidence": evidence, **more})).unwrap()
    return data["clear"], [str(each["evidence"].get("name")) for each in data["candidates"]]


async def test_the_element_itself_fits_wholly(open_page: OpenPage) -> None:
    page = await shown(await open_page("about:blank"), FORM)
    evidence = await known(page, "text=Check")
    data = (await page.call("page.match", {"evidence": evidence, "most": 1})).unwrap()
    assert data["clear"]
    [best] = data["candidates"]
    brief = {name: fact for name, fact in evidence.items() if name not in ("xpath", "position", "likes")}
    assert (best["score"], best["evidence"]) == (1.0, brief)
    assert (await page.call("page.click", {"index": best["index"]})).ok


@pytest.mark.parametrize(
    ("selector", "changes", "name"),
    [
        ("text=Check", {"Check": "Review"}, "Review"),
        ("label=Sum", {"Sum": "How much", "<label>": "<div><label>", "</label>": "</label></div>"}, "How much"),
        ("label=Name", {"Name": "Recipient", "payee": "to"}, "Recipient"),
        ("text=Help", {"Help": "Questions and answers"}, "Questions and answers"),
    ],
)
async def test_it_is_known_by_other_words(
    open_page: OpenPage, selector: str, changes: dict[str, str], name: str
) -> None:
    page = await shown(await open_page("about:blank"), FORM)
    evidence = await known(page, selector)
    html = FORM
    for old, new in changes.items():
        html = html.replace(old, new)
    clear, names = await matched(await shown(page, html), evidence)
    assert names[0] == name
    assert clear == ("payee" not in changes)


@pytest.mark.parametrize("selector", ["text=Check", "label=Sum", "label=Name", "text=Help"])
async def test_where_it_is_gone_nothing_is_clear(open_page: OpenPage, selector: str) -> None:
    page = await shown(await open_page("about:blank"), FORM)
    evidence = await known(page, selector)
    opened = await page.opened()
    remove = "name => [...document.querySelectorAll('button, label, a')].find(e => e.innerText.includes(name)).remove()"
    await opened.tab.page.evaluate(remove, selector.split("=")[1])  # type: ignore[attr-defined]
    assert (await matched(page, evidence))[0] is False


async def test_what_stood_beside_it_is_not_taken_for_it(open_page: OpenPage) -> None:
    both = "<p><button>Mark read</button> <button>Mark unread</button></p>"
    page = await shown(await open_page("about:blank"), both)
    evidence = await known(page, 'role=button[name="Mark read"]')
    clear, names = await matched(await shown(page, "<p><button>Mark unread</button></p>"), evidence)
    assert (clear, names) == (False, ["Mark unread"])
    clear, names = await matched(await shown(page, "<p><button>Mark as read</button></p>"), evidence)
    assert (clear, names) == (True, ["Mark as read"])


async def test_what_lies_behind_a_dialog_does_not_count(open_page: OpenPage) -> None:
    page = await shown(await open_page("about:blank"), "<dialog><button>Save</button></dialog><button>Save</button>")
    show = "document.querySelector('dialog').showModal()"
    opened = await page.opened()
    await opened.tab.page.evaluate(show)  # type: ignore[attr-defined]
    _, names = await matched(page, {"role": "button", "name": "Save", "tag": "button"})
    assert names == ["Save"]


async def test_it_is_found_inside_a_frame(open_page: OpenPage) -> None:
    inside = "<form action=/pay><button class=a>Pay</button></form>"
    page = await shown(
        await open_page("about:blank"), f'<iframe name="card" srcdoc="{inside}"></iframe><a href=/x>X</a>'
    )
    evidence = await known(page, ".a")
    changed = inside.replace("class=a", "class=b").replace("Pay<", "Pay now<")
    await shown(page, f'<p><iframe name="card" srcdoc="{changed}"></iframe></p><a href=/x>X</a>')
    await page.call("page.wait", {"selector": ".b"})
    assert await matched(page, evidence, most=1) == (True, ["Pay now"])


async def test_it_is_found_among_three_thousand_cards(open_page: OpenPage) -> None:
    page = await open_page("/shop/c/all?size=all")
    evidence = await known(page, "text=Only necessary")
    assert await matched(page, evidence, most=1) == (True, ["Only necessary"])

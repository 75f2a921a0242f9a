"""What is written down of an element is enough to find it again."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.browser.evidence import Evidence
from pollex.browser.selector import Candidate, Selector, parse
from pollex.core.fault import Fault
from pollex.page.evidence import record, record_all
from pollex.page.indices import Indices
from pollex.page.observe import look
from pollex.page.playwright_driver import PlaywrightTab
from pollex.page.resolve import resolve

from ..selection import some

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
ADDRESSES = [
    "/hard/shadow-open", "/hard/shadow-closed", "/hard/shadow-nested", "/hard/iframe", "/hard/iframe-cross",
    "/hard/iframe-nested", "/hard/iframe-srcdoc", "/hard/table-actions", "/hard/same-names", "/hard/scroll-box",
    "/hard/select-multiple", "/hard/switch", "/hard/file-label", "/hard/click-delegated", "/hard/quirks",
    "/hard/pagination", "/hard/right-to-left", "/hard/calendar", "/hard/globals", "/shop/c/all", "/tracker/", "/mail/",
]  # fmt: skip


async def evidence_of(tab: PlaywrightTab, selector: str) -> Evidence:
    found = await resolve(tab, Indices(), parse(selector), hidden=True)
    return await record(tab, found.frame, found.number)


async def page_of(open_tab: Open, html: str) -> PlaywrightTab:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return tab


@pytest.mark.parametrize("address", some(ADDRESSES, 3))
async def test_css_and_xpath_of_every_control_find_it_again(open_tab: Open, address: str) -> None:
    tab, indices = await open_tab(address), Indices()
    controls = (await look(tab, indices)).controls()
    assert controls
    for index in list(controls)[:40]:
        place = indices.place(index)
        assert place
        known = await record(tab, *place)
        for selector in (Candidate("css", known.css or ""), Candidate("xpath", known.xpath or "")):
            assert parse(str(selector)) == Selector((selector,))
            found = await resolve(tab, indices, Selector((selector,)), frame=known.frame or "")
            assert found.index == index, (controls[index], selector)


async def test_everything_known_of_a_field(open_tab: Open) -> None:
    html = """
      <dialog open aria-label="Sign up"><form><fieldset><legend>Delivery</legend><h2>Where to</h2>
      <label for="street">Street</label> <input id="street" name="street" data-testid="street-in" placeholder="Road 1">
      </fieldset></form></dialog>"""
    assert await evidence_of(await page_of(open_tab, html), "#street") == Evidence(
        tag="input",
        test_id="street-in",
        role="textbox",
        name="Street",
        label="Street",
        placeholder="Road 1",
        id="street",
        css='[data-testid="street-in"]',
        xpath='//*[@id="street"]',
        type="text",
        field="street",
        form=".",
        part="dialog",
        position=0,
        likes=1,
        neighbours=("Delivery", "Sign up", "Where to"),
    )


async def test_everything_known_of_a_button_in_a_row(open_tab: Open) -> None:
    tab = await open_tab("/hard/table-actions")
    known = await evidence_of(tab, "[data-who='Tomasz Wolski'][data-act='removed']")
    cells = await tab.page.locator("tr", has_text="Tomasz Wolski").locator("td").all_inner_texts()
    row = await tab.page.evaluate("document.querySelector('[data-who=\"Tomasz Wolski\"]').closest('tr').rowIndex")
    assert known == Evidence(
        tag="button",
        role="button",
        name="Remove",
        text="Remove",
        css=f'section[aria-label="Exercise"] tr:nth-of-type({row}) td:nth-of-type(4) button:nth-of-type(2)',
        xpath=f"/html/body/main/section/table/tbody/tr[{row}]/td[4]/button[2]",
        type="submit",
        part="main",
        position=row - 1,
        likes=7,
        neighbours=(*cells[:3], "Row actions"),
        others=("Edit",),
    )


async def test_frames_are_named_and_links_have_their_address(open_tab: Open) -> None:
    html = """<iframe name="inside" srcdoc="<a href='/go'>Go</a>"></iframe>"""
    known = await evidence_of(await page_of(open_tab, html), "text=Go")
    assert (known.frame, known.href, known.tag) == ("inside", "/go", "a")


@pytest.mark.parametrize(
    "made",
    [
        "ember123", ":r1:", "«r2»", "radix-:r4:", "mui-48213", "a1b2c3d4e5", "x-3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "field-20261115", "react-select-2-input", "css-1q2w3e4",
    ],
)  # fmt: skip
async def test_generated_ids_are_no_evidence(open_tab: Open, made: str) -> None:
    known = await evidence_of(
        await page_of(open_tab, f'<button id="{made}" class="{made} sc-a1B2c3">Go</button>'), "text=Go"
    )
    assert (known.id, known.css) == (None, "button")


@pytest.mark.parametrize("written", ["news-email", "user_name", "addressLine1", "step-2", "h1"])
async def test_ids_that_a_person_wrote_are_evidence(open_tab: Open, written: str) -> None:
    known = await evidence_of(await page_of(open_tab, f'<button id="{written}">Go</button>'), "text=Go")
    assert (known.id, known.css, known.xpath) == (written, f"#{written}", f'//*[@id="{written}"]')


async def test_two_alike_components_are_told_apart_by_their_hosts(open_tab: Open) -> None:
    html = "<p><x-box></x-box></p><p><x-box></x-box></p>"
    tab = await page_of(open_tab, html)
    await tab.page.evaluate(
        "for (const box of document.querySelectorAll('x-box'))"
        " box.attachShadow({mode: 'open'}).innerHTML = '<button name=go>Go</button>'"
    )
    known = [await evidence_of(tab, f"p:nth-of-type({place}) button") for place in (1, 2)]
    assert [each.css for each in known] == [f'p:nth-of-type({place}) button[name="go"]' for place in (1, 2)]
    assert [(each.position, each.likes, each.xpath) for each in known] == [(0, 2, None), (1, 2, None)]


async def test_attributes_with_quotes_and_odd_letters(open_tab: Open) -> None:
    html = """<button aria-label='Say "hi" \\ ü'>1</button><button aria-label="[x], > y">2</button>"""
    tab = await page_of(open_tab, html)
    for text in ("1", "2"):
        known = await evidence_of(tab, f"text={text}")
        assert (await evidence_of(tab, known.css or "")) == known


async def test_a_password_is_never_written_down(open_tab: Open) -> None:
    tab = await open_tab("/hard/login")
    await tab.page.fill("#password", "hunter2hunter2")
    assert "hunter2" not in str((await evidence_of(tab, "#password")).to_json())


async def test_an_element_that_went_has_no_evidence(open_tab: Open) -> None:
    tab = await page_of(open_tab, "<button>Go</button>")
    found = await resolve(tab, Indices(), parse("text=Go"))
    await tab.page.evaluate("document.body.replaceChildren()")
    with pytest.raises(Fault) as caught:
        await record(tab, found.frame, found.number)
    assert (caught.value.code, caught.value.retry) == ("not_found", True)


@pytest.mark.parametrize("address", some(["/hard/shadow-nested", "/hard/same-names", "/shop/c/all", "/tracker/"], 2))
async def test_many_at_once_are_known_as_well_as_one_by_one(open_tab: Open, address: str) -> None:
    tab, indices = await open_tab(address), Indices()
    places = [place for index in (await look(tab, indices)).controls() if (place := indices.place(index))][:40]
    frame = places[0][0]
    numbers = [number for each, number in places if each == frame]
    assert await record_all(tab, frame, numbers) == [await record(tab, frame, number) for number in numbers]


async def test_many_of_which_one_went_have_no_evidence(open_tab: Open) -> None:
    tab = await page_of(open_tab, "<button>Stay</button><button>Go</button>")
    found = [await resolve(tab, Indices(), parse(f"text={name}")) for name in ("Stay", "Go")]
    await tab.page.evaluate("document.querySelectorAll('button')[1].remove()")
    with pytest.raises(Fault, match="no longer in the page"):
        await record_all(tab, found[0].frame, [each.number for each in found])


CHIPS = """<h2>Emily Nakamura</h2><div class="tags"><span class="tag red">Smoker <i class="off">×</i></span>
<span class="tag">Prenatal <i class="off">×</i></span></div>"""
CARD = '<div class="css-1q2w3e4 card">{}<div class="title">{}</div><div class="acts"><button>Edit</button></div></div>'
ICON = "<b style=\"font-family: 'Material Icons'\">edit_note</b>"
CARDS = f"<h3>Active (2)</h3>{CARD.format('', 'Anxiety')}{CARD.format(ICON, 'Migraine')}"


@pytest.mark.parametrize(
    ("html", "selector", "row", "near"),
    [
        (CHIPS, "span:nth-of-type(2) i", "span.tag", "Prenatal"),
        (CARDS, "div.card:nth-of-type(2) button", "div.card", "Migraine"),
    ],
)
async def test_one_of_several_equal_boxes_is_a_row_where_there_is_no_other(
    open_tab: Open, html: str, selector: str, row: str, near: str
) -> None:
    known = await evidence_of(await page_of(open_tab, html), selector)
    assert (known.row, known.row_texts) == (row, (near,))


async def test_what_has_its_name_alone_is_in_no_box(open_tab: Open) -> None:
    html = '<h2>Order</h2><div class="part">One</div><div class="part">Two <button>Send</button></div>'
    known = await evidence_of(await page_of(open_tab, html), "button")
    assert (known.row, known.neighbours) == (None, ("Order",))


@pytest.mark.parametrize(
    ("html", "looks", "rowless", "row_texts"),
    [
        ('<h2>Requests</h2><p><button class="x">Approve</button></p><p><button>Approve</button></p>', None, True, ()),
        ('<ul><li>Ada <button class="x">Approve</button></li><li><button>Approve</button></li></ul>', None, None, ()),
        (
            '<div class=allergy>Penicillin <button class="x icon-trash"></button></div><div class=allergy>Latex</div>',
            "trash allergy",
            None,
            ("Penicillin",),
        ),
        ('<button class="x icon-trash" title="Remove it"></button>', None, None, ()),
    ],
    ids=["no row", "a list", "boxes", "a title"],
)
async def test_what_a_control_looks_like_and_whether_it_has_a_row(
    open_tab: Open, html: str, looks: str | None, rowless: bool | None, row_texts: tuple[str, ...]
) -> None:
    found = await evidence_of(await page_of(open_tab, html), ".x")
    assert (found.looks, found.rowless, found.row_texts) == (looks, rowless, row_texts)

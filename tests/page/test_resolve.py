"""Selectors become elements where that is hard: frames, shadow roots, the same words everywhere, hidden inputs."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from pollex.browser.selector import Candidate, parse
from pollex.core.fault import Fault
from pollex.page.evidence import record
from pollex.page.indices import Indices
from pollex.page.observe import look
from pollex.page.playwright_driver import PlaywrightTab
from pollex.page.resolution import Failed, ResolvedElement, Unresolved
from pollex.page.resolve import resolve, seek

from ..selection import some

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def described(tab: PlaywrightTab, selector: str | int | list[str | int]) -> tuple[str | None, str | None]:
    """Role and name of what a selector means."""
    found = await resolve(tab, Indices(), parse(selector))
    known = await record(tab, found.frame, found.number)
    return known.role, known.name


async def fault_of(tab: PlaywrightTab, selector: str | int | list[str | int], indices: Indices | None = None) -> Fault:
    with pytest.raises(Fault) as caught:
        await resolve(tab, indices or Indices(), parse(selector))
    return caught.value


async def page_of(open_tab: Open, html: str) -> PlaywrightTab:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return tab


FINDS: list[tuple[str, str, tuple[str, str] | None]] = [
    ("/hard/shadow-open", "[aria-label='4 stars']", ("button", "4 stars")),
    ("/hard/shadow-open", "star-rating button:nth-of-type(2)", ("button", "2 stars")),
    ("/hard/shadow-open", "star-rating > div > button:nth-of-type(3)", ("button", "3 stars")),
    ("/hard/shadow-open", 'role=button[name="5 stars"]', ("button", "5 stars")),
    ("/hard/shadow-open", "//button[@aria-label='1 star']", ("button", "1 star")),
    ("/hard/shadow-open", "text=4 stars", ("button", "4 stars")),
    ("/hard/shadow-closed", "input[name=word]", ("textbox", "Code word")),
    ("/hard/shadow-closed", "text=Check", ("button", "Check")),
    ("/hard/shadow-nested", "label=read the terms", ("checkbox", "I have read the terms")),
    ("/hard/shadow-nested", "info-card info-switch input", ("checkbox", "I have read the terms")),
    ("/hard/shadow-nested", "info-card > button", ("button", "Join")),
    ("/hard/iframe", "label=Full name", ("textbox", "Full name")),
    ("/hard/iframe-cross", "placeholder=MM/YY", ("textbox", "Valid until")),
    ("/hard/iframe-cross", "text=Pay £12", ("button", "Pay £12.40")),
    ("/hard/iframe-srcdoc", "text=Yes", ("button", "Yes")),
    ("/hard/same-names", "article:contains('Wool scarf') button", ("button", "Add to basket")),
    ("/hard/same-names", ".nothing, [data-name='Rain hat']", ("button", "Add to basket")),
    ("/hard/select-native", "label=Country", ("combobox", "Country")),
    ("/hard/switch", "text=Mentions", ("checkbox", "Mentions")),
    ("/hard/switch", "label=Mentions", ("checkbox", "Mentions")),
    ("/hard/switch", 'input[name="Mentions"], .sw:nth-of-type(2)', ("checkbox", "Mentions")),
    ("/hard/file-label", "#photo", ("file", "Choose a photo")),
    ("/hard/file-label", "text=Choose a photo", ("file", "Choose a photo")),
    ("/hard/click-delegated", "text=Dill", ("generic", "Dill")),
    ("/hard/quirks", "text=Sign", ("button", "Sign")),
    ("/hard/modal", "role=button[name='No, thanks']", ("button", "No, thanks")),
    ("/hard/deep", "role=button", ("button", "At the bottom")),
    ("/hard/deep", "text=at the bottom", ("button", "At the bottom")),
    ("/hard/deep", "button:has-text('at the')", ("button", "At the bottom")),
    ("/hard/table-35000", "a[href='#3817']", ("link", "Mark")),
    ("/hard/table-35000", "tr:has-text('4817') a", ("link", "Mark")),
    ("/shop/c/all", "testid=basket-count", None),
    ("/shop/c/all", "role=textbox[name='Search the shop']", ("searchbox", "Search the shop")),
    ("/shop/c/all", "role=combobox[name='Sort by']", ("combobox", "Sort by")),
    ("/shop/c/all", 'text="Clear all filters"', ("link", "Clear all filters")),
]


@pytest.mark.parametrize(("address", "selector", "expected"), some(FINDS, 2))
async def test_every_kind_finds_the_one(
    open_tab: Open, address: str, selector: str, expected: tuple[str, str] | None
) -> None:
    tab = await open_tab(address)
    if expected is None:
        assert (await fault_of(tab, selector)).message == f"{selector!r}: hidden: span '0'."
    else:
        assert await described(tab, selector) == expected


async def test_a_whole_fit_that_can_be_acted_on_is_meant(open_tab: Open) -> None:
    tab = await page_of(open_tab, "<h1>Save</h1><p>Please save often.</p><button>Save</button><button>Save as</button>")
    assert await described(tab, "text=save") == ("button", "Save")
    assert await described(tab, "role=button[name=save]") == ("button", "Save")
    assert await described(tab, 'text="Please save often."') == ("generic", "Please save often.")


async def test_a_heading_that_fits_wholly_and_a_link_that_fits_in_part_are_ambiguous(open_tab: Open) -> None:
    tab = await page_of(open_tab, "<h1>Account</h1><a href='/me'>My account</a>")
    assert (await fault_of(tab, "text=account")).code == "ambiguous"


async def test_exact_words_keep_their_case(open_tab: Open) -> None:
    tab = await page_of(open_tab, "<button>Save</button><button>save all</button>")
    assert await described(tab, 'text="save all"') == ("button", "save all")
    assert (await fault_of(tab, 'text="SAVE"')).code == "not_found"


async def test_words_in_several_elements_and_lines_are_one_text(open_tab: Open) -> None:
    html = "<style>Read</style><a href='/'><b>Read</b><div>on\n now</div></a><script>'Read on now'</script>"
    assert await described(await page_of(open_tab, html), "text=read on now") == ("link", "Read on now")


async def test_one_control_seen_twice_is_one(open_tab: Open) -> None:
    label = "<label for=a>Name</label><input id=a>"
    nested = "<ul><li class=x><a class=x href='/'>Home</a></li></ul>"
    words = "<button class=x><span class=x>Go</span></button>"
    picture = "<a class=x href='/1'><img width=9 height=9></a><a class=x href='/1'>One</a>"
    for html, selector, expected in (
        (label, "label, input", ("textbox", "Name")),
        (nested, ".x", ("link", "Home")),
        (words, ".x", ("button", "Go")),
        (picture, ".x", ("link", "One")),
    ):
        assert await described(await page_of(open_tab, html), selector) == expected


async def test_several_matches_are_listed_with_what_tells_them_apart(open_tab: Open) -> None:
    tab = await open_tab("/hard/same-names")
    indices = Indices()
    fault = await fault_of(tab, "text=Add to basket", indices)
    names = ["Linen shirt", "Linen trousers", "Wool scarf", "Wool socks", "Rain jacket", "Rain hat"]
    listed = [f"[{place}] button 'Add to basket' near {name!r}" for place, name in enumerate(names, 1)]
    assert (fault.code, fault.retry, fault.pointer) == ("ambiguous", True, "/selector")
    assert fault.message == "'text=Add to basket' fits 6 elements."
    assert [issue.message for issue in fault.issues] == listed
    scarf = await resolve(tab, indices, parse(3))
    assert "Wool scarf" in (await record(tab, scarf.frame, scarf.number)).neighbours


async def test_rows_tell_their_buttons_apart(open_tab: Open) -> None:
    fault = await fault_of(await open_tab("/hard/table-actions"), "text=Remove")
    assert len(fault.issues) == 7
    assert any("button 'Remove' near 'Tomasz Wolski', " in issue.message for issue in fault.issues)


async def test_the_same_button_in_three_frames_needs_the_frame(open_tab: Open) -> None:
    tab = await open_tab("/hard/iframe-nested")
    assert len((await fault_of(tab, "text=Continue")).issues) == 3
    inner = tab.url.replace("/iframe-nested", "/frames/inner")
    found = await resolve(tab, Indices(), parse("text=Continue"), frame=inner)
    assert (await record(tab, found.frame, found.number)).frame == inner
    with pytest.raises(Fault):
        await resolve(tab, Indices(), parse("role=button[name=Continue]"), frame="")


async def test_what_is_in_a_hidden_frame_is_hidden(open_tab: Open) -> None:
    tab = await page_of(open_tab, "<iframe style='visibility: hidden' srcdoc='<button>Go</button>'></iframe>")
    assert (await fault_of(tab, "css=button")).message == "'button': hidden: button 'Go'."


async def test_candidates_are_tried_in_order_and_say_why_they_failed(open_tab: Open) -> None:
    tab = await open_tab("/hard/same-names")
    selector = parse(["#gone", "act:the scarf", "text=Add to basket", "[data-name='Wool scarf']", "h1"])
    found = await resolve(tab, Indices(), selector)
    assert found.candidate == Candidate("css", "[data-name='Wool scarf']")
    assert [(text, why.split(" (")[0]) for text, why in found.tried] == [
        ("#gone", "no match"),
        ("act:the scarf", "needs grounding"),
        ("text=Add to basket", "ambiguous: 6 elements"),
    ]


async def test_nothing_found_says_why_for_each_and_what_is_near(open_tab: Open) -> None:
    fault = await fault_of(
        await open_tab("/hard/file-visible"), ["#gone", "text=Uplod", "label=Documant", "act:a pony"]
    )
    assert (fault.code, fault.retry, fault.pointer) == ("not_found", True, "/selector")
    assert fault.message == "None of the 4 selectors leads to an element."
    assert [(issue.pointer, issue.message, issue.hint) for issue in fault.issues] == [
        ("/selector/0", "'#gone': no match.", None),
        ("/selector/1", "'text=Uplod': no match.", "Did you mean 'Upload'?"),
        ("/selector/2", "'label=Documant': no match.", "Did you mean 'Documents'?"),
        ("/selector/3", "'act:a pony': needs grounding.", None),
    ]
    assert fault.hint == "Did you mean 'Upload'?"


async def test_hidden_elements_count_only_where_no_other_fits(open_tab: Open) -> None:
    tab = await page_of(
        open_tab, "<button hidden id=a>Go</button><button>Go</button><p style='display:none'>Secret</p>"
    )
    assert (await resolve(tab, Indices(), parse("button"))).number
    assert (await fault_of(tab, "#a")).message == "'#a': hidden: button 'Go'."
    assert (await fault_of(tab, "text=Secret")).message == "'text=Secret': hidden: p 'Secret'."
    country = await open_tab("/hard/select-native")
    fault = await fault_of(country, 'text="Portugal"')
    assert fault.message == "'text=\"Portugal\"': hidden: option 'Portugal'."
    hidden = await resolve(tab, Indices(), parse("#a"), hidden=True)
    assert (await record(tab, hidden.frame, hidden.number)).id == "a"


async def test_selectors_that_the_browser_refuses_are_the_callers_mistake(open_tab: Open) -> None:
    tab = await open_tab("/hard/shadow-open")
    for selector in ("a:foo", "//a[foo()]", "a:has-text('x'):foo", "count(//a)"):
        fault = await fault_of(tab, f"xpath={selector}" if selector[0] == "c" else selector)
        assert (fault.code, fault.pointer) == ("invalid_input", "/selector"), selector


async def test_an_index_leads_to_its_element_as_long_as_that_lives(open_tab: Open) -> None:
    tab = await open_tab("/hard/select-native")
    indices = Indices()
    country = next(each for each in (await look(tab, indices)).whole.controls() if each.name == "Country")
    found = await resolve(tab, indices, parse(country.index))
    assert (found.index, found.candidate) == (country.index, Candidate("index", country.index))
    await tab.page.evaluate("document.getElementById('country').remove()")
    for index in (country.index, 999):
        fault = await fault_of(tab, index, indices)
        assert (fault.code, fault.message) == ("not_found", f"Element with index {index} not found")
    await tab.page.reload()
    assert (await fault_of(tab, country.index, indices)).code == "not_found"


async def test_a_description_is_left_to_grounding(open_tab: Open) -> None:
    tab, indices = await open_tab("/hard/modal"), Indices()

    async def ground(words: str) -> ResolvedElement | None:
        return await resolve(tab, indices, parse("text=No, thanks")) if words == "the refusal" else None

    found = await resolve(tab, indices, parse(["#gone", "act:the refusal"]), ground=ground)
    assert (found.candidate, found.tried) == (Candidate("act", "the refusal"), (("#gone", "no match"),))
    assert await seek(tab, indices, parse("act:a pony"), ground=ground) == Unresolved(
        (Failed(Candidate("act", "a pony"), "nothing fits the description"),)
    )


async def test_seek_can_be_asked_until_something_comes(open_tab: Open) -> None:
    tab, indices = await open_tab("/hard/late-timer"), Indices()
    async with asyncio.timeout(30):
        while not isinstance(found := await seek(tab, indices, parse("text=Accept offer")), ResolvedElement):
            await tab.wait(await tab.main(), "breathe")
    assert (await record(tab, found.frame, found.number)).name == "Accept offer"


async def test_within_looks_inside_one_element_only(open_tab: Open) -> None:
    tab = await open_tab("/hard/same-names")
    card = await resolve(tab, Indices(), parse("article:has-text('Rain hat')"))
    inside = await tab.run(card.frame, "find", "text", "Add to basket", None, False, card.number)
    assert [(each["role"], each["name"]) for each in inside["found"]] == [("button", "Add to basket")]

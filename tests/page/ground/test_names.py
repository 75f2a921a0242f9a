"""Proper names in plain words: they must be said exactly, near names are told and never taken."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import quote

import pytest

from pollex.page.ground.names import proper_names
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
session = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        ("remove Anna Wolff", ["Anna Wolff"]),
        ("Remove Anna Wolff's address", ["Anna Wolff"]),
        ("open AB-12", ["AB-12"]),
        ("the row of order #10234", ["#10234"]),
        ('click "Sign in"', ["Sign in"]),
        ("the €1,299.00 lamp", ["1,299.00"]),
        ("the row of City Gym", ["City Gym"]),
        ("the Lumen Nord card", ["Lumen Nord"]),
        ("the Save button", []),
        ("Newsletter", []),
        ("the second field in row 12", []),
        ("the row of 2026-11-09", []),
        ("the IBAN field", []),
        ('Box 24 below "Right shelf"', ["Right shelf"]),
    ],
)
def test_which_words_are_names(phrase: str, names: list[str]) -> None:
    assert [name.text for name in proper_names(phrase)] == names


def page_of(body: str) -> str:
    return "data:text/html;charset=utf-8," + quote(f"<!doctype html><body>{body}")


def people(*names: str) -> str:
    rows = "".join(
        f"<li><a href='/p'>{name}</a> <i>editor</i> <button onclick='document.title=`{name}`'>Remove</button></li>"
        for name in names
    )
    return page_of(f"<h1>Members</h1><ul>{rows}</ul><button>Search</button>")


@session
@pytest.mark.parametrize("near", ["Anna Wolff", "Tom Peters", "Ann Wolf"])
async def test_a_near_name_is_told_and_not_acted_on(open_page: OpenPage, near: str) -> None:
    page = await open_page(people("Anna Wolf", "Tom Peter", "Bo Lind"))
    found = await page.do("query", selector=f"act:remove {near}")
    meant = "Tom Peter" if "Tom" in near else "Anna Wolf"
    assert found == {"count": 0, "elements": [], "hint": f"Did you mean {meant!r}?"}


@session
async def test_the_fault_of_an_action_offers_the_near_name(open_page: OpenPage) -> None:
    page = await open_page(people("Anna Wolf", "Bo Lind"))
    page.options = replace(page.options, patience=0.3)
    fault = (await page.call("page.click", {"selector": "remove Anna Wolff"})).fault
    assert fault is not None
    assert (fault.code, fault.hint) == ("not_found", "Did you mean 'Anna Wolf'?")
    assert "Anna Wolff" in fault.message


@session
async def test_a_name_that_stands_elsewhere_on_the_page_does_not_make_a_near_one_right(open_page: OpenPage) -> None:
    page = await open_page(people("Anna Wolf", "Bo Lind") + quote("<p>Signed in as Anna Wolff</p>"))
    assert (await page.do("query", selector="act:remove Anna Wolff"))["count"] == 0


@session
async def test_the_exact_name_is_acted_on_also_among_near_ones(open_page: OpenPage) -> None:
    page = await open_page(people("Anna Wolf", "Anna Wolff", "Anna Wolffs"))
    await page.do("click", selector="remove Anna Wolff")
    assert (await page.do("state"))["title"] == "Anna Wolff"


@session
async def test_a_name_may_be_spread_over_the_cells_of_a_row(open_page: OpenPage) -> None:
    rows = "".join(
        f"<tr><td>{first}<td>{last}<td><button onclick='document.title=`{last}`'>Remove</button></tr>"
        for first, last in (("Anna", "Wolf"), ("Anna", "Wolff"), ("Bo", "Lind"))
    )
    page = await open_page(page_of(f"<table><tr><th>First<th>Last<th></tr>{rows}</table>"))
    await page.do("click", selector="remove Anna Wolff")
    assert (await page.do("state"))["title"] == "Wolff"
    assert (await page.do("query", selector="act:remove Anna Wolfe"))["count"] == 0


@session
async def test_slips_in_common_words_are_still_understood(open_page: OpenPage) -> None:
    page = await open_page(people("Anna Wolf"))
    [found] = (await page.do("query", selector="act:the Serach button"))["elements"]
    assert found["name"] == "Search"


ISSUES = "<h1>Issues</h1><table><tr><th>Key<th>Title<th>Actions</tr>" + "".join(
    f"<tr><td><a href='/{key}'>{key}</a><td>{title}<td><button aria-label='Actions for {key}'>⋯</button></tr>"
    for key, title in (("AB-12", "Mend it"), ("AB-13", "Cover it"), ("AB-14", "Sort it"))
)


@session
@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("open AB-12", "AB-12"),
        ("open issue AB-12", "AB-12"),
        ("view AB-13", "AB-13"),
        ("the ⋯ of AB-13", "Actions for AB-13"),
        ("open the menu of AB-13", "Actions for AB-13"),
    ],
)
async def test_what_opens_a_row_and_what_opens_its_menu(open_page: OpenPage, phrase: str, meant: str) -> None:
    page = await open_page(page_of(ISSUES))
    found = await page.do("query", selector=f"act:{phrase}")
    assert [each["name"] for each in found["elements"]] == [meant]


@session
@pytest.mark.parametrize("phrase", ["remove Bo Lind", "delete Bo Lind"])
async def test_what_is_to_be_done_is_done_in_the_row_of_the_name(open_page: OpenPage, phrase: str) -> None:
    page = await open_page(people("Anna Wolf", "Bo Lind"))
    await page.do("click", selector=phrase)
    assert (await page.do("state"))["title"] == "Bo Lind"


@session
@pytest.mark.parametrize(
    ("address", "phrase", "meant"),
    [
        ("/tracker/", "open KES-397", "Write a help page about the price table"),
        ("/tracker/", "KES-397", "Write a help page about the price table"),
        ("/tracker/", "the ⋯ of KES-397", "Actions for KES-397"),
        ("/tracker/", "tick KES-397", "Select KES-397"),
        ("/tracker/board", "open KES-386", "Offer the weekly report through the API"),
    ],
)
async def test_a_row_by_a_number_that_its_link_does_not_say(
    open_page: OpenPage, address: str, phrase: str, meant: str
) -> None:
    page = await open_page(address)
    found = await page.do("query", selector=f"act:{phrase}")
    assert [each["name"] for each in found["elements"]] == [meant]

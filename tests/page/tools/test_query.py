"""Asking what is there, without acting."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.core.fault import Fault
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_how_many_elements_a_selector_fits_and_what_they_say(open_page: OpenPage) -> None:
    page = await open_page("data:text/html,<p class=x>One</p><p class=x>Two</p><p class=x hidden>Three</p>")
    found = await page.do("query", selector=["#none", ".x"])
    assert (found["count"], found["used"]) == (2, ".x")
    assert [element["text"] for element in found["elements"]] == ["One", "Two"]


async def test_nothing_fits(open_page: OpenPage) -> None:
    page = await open_page("data:text/html,<p>One</p>")
    assert await page.do("query", selector="#none") == {"count": 0, "elements": []}


async def test_many_are_counted_and_a_few_are_read(open_page: OpenPage) -> None:
    page = await open_page("data:text/html," + "".join(f"<p>{number}</p>" for number in range(300)))
    found = await page.do("query", selector="p", most=2)
    assert found["count"] == 300
    assert [element["text"] for element in found["elements"]] == ["0", "1"]


async def test_words_fit_one_or_none(open_page: OpenPage) -> None:
    page = await open_page("data:text/html,<button>Save</button><button>Close</button>")
    found = await page.do("query", selector="act:the save button")
    assert [element["name"] for element in found["elements"]] == ["Save"]
    assert (await page.do("query", selector="act:the blue elephant"))["count"] == 0


async def test_a_selector_that_cannot_be_read(open_page: OpenPage) -> None:
    page = await open_page("data:text/html,<p>One</p>")
    with pytest.raises(Fault) as told:
        await page.do("query", selector="p:nth-child(x)")
    assert (told.value.code, told.value.pointer) == ("invalid_input", "/selector")


async def test_all_text_of_the_page(open_page: OpenPage) -> None:
    page = await open_page("/hard/iframe")
    assert (await page.do("text"))["text"].strip()


async def test_words_that_fit_several_say_which_and_what_tells_them_apart(open_page: OpenPage) -> None:
    rows = "".join(f"<tr><td>{name}<td><button>Edit</button></tr>" for name in ("Ada Kim", "Bo Lind"))
    page = await open_page(f"data:text/html,<table>{rows}</table><button>Close</button>")
    found = await page.do("query", selector="act:the Edit button")
    assert found["count"] == 2
    told = [(each["name"], each["near"]) for each in found["elements"]]
    assert told == [("Edit", ["Ada Kim"]), ("Edit", ["Bo Lind"])]
    await page.do("click", selector=found["elements"][1]["index"])

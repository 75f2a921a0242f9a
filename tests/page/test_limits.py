"""The documented limits of a page hold where nobody asks for more: they are settings, not numbers in the code."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

BODY = "".join(f"<button>Button number {number}</button>" for number in range(9))


@pytest.fixture
def narrow(open_page: OpenPage) -> Callable[[], Awaitable[LivePage]]:
    """A page with nine buttons, under limits that are smaller than the page."""

    async def opened() -> LivePage:
        page = await open_page("data:text/html," + quote(f"<!doctype html><title>Buttons</title><body>{BODY}"))
        limits = replace(page.context.limits, page_elements=3, page_text=20, element_text=6, wait_ms=40)
        page.context = replace(page.context, limits=limits)
        return page

    return opened


async def test_a_state_is_as_large_as_the_limits_say(narrow: Callable[[], Awaitable[LivePage]]) -> None:
    page = await narrow()
    for state in (await page.state(), await page.do("state")):
        assert [element["text"] for element in state["elements"]] == ["Butto…"] * 3
        assert len(state["textContent"]) == 20


async def test_a_caller_may_ask_for_more(narrow: Callable[[], Awaitable[LivePage]]) -> None:
    state = await (await narrow()).do("state", elements=5, text=30, elementText=40)
    assert [element["text"] for element in state["elements"]] == [f"Button number {number}" for number in range(5)]
    assert len(state["textContent"]) == 30


async def test_a_wait_without_a_duration_takes_what_the_limit_says(narrow: Callable[[], Awaitable[LivePage]]) -> None:
    answer = await (await narrow()).do("wait")
    assert (answer["waited"], 40 <= answer["ms"] < 1_000) == ("time", True)

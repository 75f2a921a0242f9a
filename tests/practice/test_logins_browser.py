"""The login pages in Chromium: the hand-written solution of each is accepted, and doing nothing is not."""

import os
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from bench.login.exam import Variant, variants
from bench.login.sites import Sites, serving
from bench.login.verify import verified
from playwright.async_api import Browser, async_playwright

from pollex.page.launch import chromium_arguments, find_chromium

pytestmark = pytest.mark.asyncio(loop_scope="module")
OURS = [each for each in variants() if each.counts_site == "practice"]
TRIED = [each for each in OURS if each.name == "right"]
"""The others are tried by `python -m bench.login.verify`, which takes minutes."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        executable = find_chromium(os.environ.get("POLLEX_BROWSER"))
        browser = await playwright.chromium.launch(executable_path=executable, args=chromium_arguments(held=False))
        yield browser
        await browser.close()


@pytest.fixture(scope="module")
def sites() -> Iterator[Sites]:
    with serving() as found:
        yield found


@pytest.mark.parametrize("variant", TRIED, ids=lambda variant: variant.login)
async def test_the_page_lets_in_who_knows_the_way(chromium: Browser, sites: Sites, variant: Variant) -> None:
    assert await verified(chromium, sites, variant) == []

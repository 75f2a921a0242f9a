"""Solutions of the second paper's tasks on the practice shop."""

from __future__ import annotations

from bench.orders.solutions.shop import card, row, something_in_the_basket
from bench.orders.solutions.table import button, field, go, link, solves, wrong
from playwright.async_api import Page

CARDS = "main li:has(h3)"

wrong("r2-lightest")(something_in_the_basket)


async def search(page: Page, words: str) -> None:
    await field(page, "Search the shop").fill(words)
    await button(page, "Search").click()
    await page.wait_for_url(f"**q={words}**")


@solves("s2-oakline")
async def oakline(page: Page) -> str:
    await page.get_by_label("Oakline").check()
    await field(page, "4.5 and better").check()
    await field(page, "Sort by").select_option("Price: low to high")
    await button(page, "Apply filters").click()
    await page.wait_for_url("**brand=Oakline**")
    return await page.locator(CARDS).first.inner_text()


@solves("s2-tents")
async def tents(page: Page) -> str:
    await search(page, "tent")
    await field(page, "In stock").check()
    await field(page, "Highest price").fill("150")
    await field(page, "Per page").select_option("all")
    await button(page, "Apply filters").click()
    await page.wait_for_url("**150**")
    return f"{await page.locator(CARDS).count()} rows"


@solves("s2-lanterns")
async def lanterns(page: Page) -> str:
    await search(page, "lantern")
    await field(page, "Sort by").select_option("Name")
    await button(page, "Apply filters").click()
    await page.wait_for_url("**sort=name**")
    await page.get_by_role("link", name="Next").click()
    await page.wait_for_url("**page=2**")
    return await page.locator(CARDS).nth(1).inner_text()


@solves("s2-facts")
async def facts(page: Page) -> str:
    return await page.locator("main table").inner_text()


@solves("s2-order")
async def order(page: Page) -> str:
    await link(page, "My account").click()
    await link(page, "HP-1013-409").click()
    price = await row(page, "Marbles Magnetic Stacking Tower").inner_text()
    await page.go_back()
    return f"{price}; {await row(page, 'HP-1004-212').inner_text()}"


@solves("s2-earliest")
async def earliest(page: Page) -> str:
    totals = []
    for order in ("HP-1013-409", "HP-1000-775"):
        total = await row(page, order).locator("td").last.inner_text()
        totals.append(float(total.replace("€", "")))
    return f"HP-1001-743, on average {sum(totals) / len(totals):.2f}"


@solves("s2-wishes")
async def wishes(page: Page) -> str:
    for name in (
        "Brightwater Copper Mug",
        "Halden Porcelain Mug",
        "Tinsmith Copper Mug",
        "Leaf & Ember Enamel Mug",
        "Leaf & Ember Glass Mug",
    ):
        async with page.expect_response("**/wish/**"):
            await button(card(page, name), "Add to wish list").click()
    await go(page, "/shop/wishlist")
    return f"{await page.locator('main li h3').count()} wishes"

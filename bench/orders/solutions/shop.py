"""Solutions of the tasks on the practice shop."""

from __future__ import annotations

from bench.orders.solutions.table import button, field, go, link, solves, sum_of, wrong
from playwright.async_api import Locator, Page

ADDRESS = {
    "Full name": "Ewa Lind",
    "E-mail": "ewa.lind@example.org",
    "Street and number": "Storgatan 12, second floor",
    "Postcode": "111 22",
    "Town or city": "Stockholm",
}


def card(page: Page, name: str) -> Locator:
    return page.locator("main li").filter(has=page.locator("h3", has_text=name))


def row(page: Page, text: str) -> Locator:
    return page.locator("main tbody tr").filter(has_text=text)


async def add(thing: Page | Locator, page: Page) -> None:
    async with page.expect_response("**/basket/add/**"):
        await button(thing, "Add to basket").first.click()


async def to_delivery(page: Page) -> None:
    await add(page, page)
    await go(page, "/shop/checkout/address")
    for label, value in ADDRESS.items():
        await field(page, label).fill(value)
    await field(page, "Country").select_option("Sweden")
    await button(page, "Continue").click()


@solves("s-dearest-teapot")
async def dearest_teapot(page: Page) -> str:
    await field(page, "Search the shop").fill("teapot")
    await button(page, "Search").click()
    await field(page, "Sort by").select_option("Price: high to low")
    await button(page, "Apply filters").click()
    await page.wait_for_url("**sort=price-down**")
    return await page.locator("main li:has(h3)").first.inner_text()


@solves("s-two-brands")
async def two_brands(page: Page) -> str:
    for brand in ("Halden (5)", "Tinsmith (6)"):
        await field(page, brand).check()
    await button(page, "Apply filters").click()
    await page.wait_for_url("**brand=Tinsmith**")
    return f"{await page.locator('main li:has(h3)').count()} things"


@solves("s-highest-price")
async def highest_price(page: Page) -> str:
    await go(page, "/shop/search?q=kettle&sort=price-down")
    return await page.locator("main li:has(h3)").first.inner_text()


@solves("s-sum-returned")
async def sum_returned(page: Page) -> str:
    return await sum_of(row(page, "Returned").locator("td:last-child"))


@solves("s-largest-order")
async def largest_order(page: Page) -> str:
    await link(page, "My account").click()
    return await row(page, "421.47").inner_text()


@solves("s-each-2024")
async def each_2024(page: Page) -> str:
    said = []
    for order in ("HP-1003-634", "HP-1001-743"):
        await go(page, f"/shop/order/{order}")
        said.append(await page.locator("tbody tr").first.inner_text())
    return "; ".join(said)


@solves("s-wish")
async def wish(page: Page) -> str:
    async with page.expect_response("**/wish/**"):
        await button(card(page, "Halden Steel Kettle, 1.5 l"), "Add to wish list").click()
    await go(page, "/shop/wishlist")
    return "Done."


@solves("s-colour-quantity")
async def colour_quantity(page: Page) -> str:
    await page.get_by_text("Teal", exact=True).click()
    await field(page, "Quantity").fill("3")
    await add(page, page)
    await go(page, "/shop/basket")
    return await page.locator("dl").first.inner_text()


@solves("s-express")
async def express(page: Page) -> str:
    await to_delivery(page)
    await page.get_by_text("Express delivery").click()
    await button(page, "Continue").click()
    await page.wait_for_url("**/payment")
    return await page.locator("aside dl, dl").first.inner_text()


@solves("s-buy")
async def buy(page: Page) -> str:
    await to_delivery(page)
    await page.get_by_text("Collect in store").click()
    await button(page, "Continue").click()
    await page.get_by_label("Name on the card").fill("Ewa Lind")
    await page.get_by_label("Card number").fill("4242 4242 4242 4242")
    await page.get_by_label("Valid until").fill("12/28")
    await page.get_by_label("Security code").fill("123")
    await page.get_by_label("I accept the terms of sale").check()
    await page.get_by_role("button", name="Place order").click()
    return "Done."


@solves("s-basket-update")
async def basket_update(page: Page) -> str:
    await add(card(page, "Tinsmith Matte Kettle"), page)
    await add(card(page, "Leaf & Ember Steel Kettle"), page)
    await go(page, "/shop/basket")
    kettle = row(page, "Leaf & Ember Steel Kettle")
    await field(kettle, "Quantity").fill("2")
    await button(kettle, "Update").click()
    await row(page, "67.80").wait_for()
    await button(row(page, "Tinsmith Matte Kettle"), "Remove").click()
    await row(page, "Tinsmith Matte Kettle").wait_for(state="detached")
    return await page.locator("dl").first.inner_text()


@solves("s-newsletter")
async def newsletter(page: Page) -> str:
    await field(page, "E-mail address").fill("ewa.lind@example.org")
    await button(page, "Subscribe").click()
    return "Done."


async def redeem(page: Page, code: str) -> str:
    await add(page, page)
    await go(page, "/shop/basket")
    await field(page, "Voucher").fill(code)
    async with page.expect_response("**/voucher"):
        await button(page, "Redeem").click()
    await page.wait_for_timeout(300)
    return await page.locator("dl").first.inner_text()


@solves("s-voucher")
@wrong("s-voucher-broken")
async def voucher(page: Page) -> str:
    return await redeem(page, "SAVE10")


@wrong("s-sold-out")
@wrong("r-buy")
@wrong("r-if")
@wrong("r-superlative")
async def something_in_the_basket(page: Page) -> str:
    await go(page, "/shop/search?q=kettle")
    await add(page, page)
    return "Done."


@wrong("r-question")
async def first_half(page: Page) -> str:
    return "Total: €186.85"

"""Solutions of the second paper's tasks on the hard pages."""

from __future__ import annotations

from bench.orders.solutions.table import FILES, button, field, link, solves
from playwright.async_api import Page


async def outcome(page: Page) -> str:
    await page.locator("#outcome[data-state=done]").wait_for()
    return await page.locator("#outcome").inner_text()


@solves("h2-photo")
async def photo(page: Page) -> str:
    await page.locator("#photo").set_input_files(FILES / "packing.txt")
    return await outcome(page)


@solves("h2-prices")
async def prices(page: Page) -> str:
    async with page.expect_download():
        await link(page, "Price list (CSV)").click()
    return "Done."


@solves("h2-warbler")
async def warbler(page: Page) -> str:
    entry = page.locator("main li").filter(has_text="Marsh warbler")
    while not await entry.count():
        await link(page, "Next").click()
        await page.wait_for_load_state()
    await link(entry, "Details").click()
    return await outcome(page)


@solves("h2-box")
async def box(page: Page) -> str:
    shelf = page.locator("section").filter(has=page.get_by_role("heading", name="Right shelf"))
    await button(shelf.last, "Box 24").click()
    return "Done."


@solves("h2-table")
async def table(page: Page) -> str:
    await field(page, "Name").fill("Ines Duarte")
    await field(page, "Guests").fill("4")
    await field(page, "Day (DD.MM.YYYY)").fill("24.12.2026")
    await button(page, "Book").click()
    await page.get_by_text("Your table is booked").wait_for()
    return "Done."


@solves("h2-invoice")
async def invoice(page: Page) -> str:
    await button(page.locator("#place p").filter(has_text="R-1043"), "Pay").click()
    return await outcome(page)

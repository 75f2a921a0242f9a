"""Solutions of the second paper's tasks on documentation and generated pages."""

from __future__ import annotations

from bench.orders.solutions.table import field, solves
from playwright.async_api import Page


async def rows(page: Page) -> list[list[str]]:
    """Return the texts of the cells of each row of the page's tables."""
    return [
        [text.strip() for text in await row.locator("td").all_inner_texts()]
        for row in await page.locator("tbody tr").all()
    ]


@solves("d2-codecs")
async def codecs(page: Page) -> str:
    found = await rows(page)
    languages = next(row[2] for row in found if row[0] == "cp861")
    return f"{languages}, {sum(row[-1] == 'Hebrew' for row in found)}"


@solves("d2-operator")
async def operator(page: Page) -> str:
    return "; ".join(f"{row[1]}: {row[2]}" for row in await rows(page) if row[0] == "Ordering")


@solves("d2-orders")
async def orders(page: Page) -> str:
    found = await rows(page)
    paid = sum(row[4] == "Paid" and float(row[5]) > 500 for row in found)
    latest = max((row for row in found if row[4] == "New"), key=lambda row: row[3])
    return f"{paid}, {latest[2]}"


@solves("d2-cards")
async def cards(page: Page) -> str:
    await field(page.locator("article").filter(has_text="Cork mirror 6"), "Amount").fill("4")
    await field(page, "On offer").check()
    await page.get_by_label("Sort by").select_option("Rating")
    return "Done."


@solves("d2-form")
async def form(page: Page) -> str:
    await field(page, "Name").fill("Noor Haddad")
    await field(page, "Email").fill("noor@example.org")
    await field(page, "Born").fill("1991-04-30")
    await page.get_by_label("Country").select_option("Ghana")
    await field(page, "Paid").check()
    await page.get_by_label("I agree").check()
    return "Done."

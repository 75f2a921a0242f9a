"""Solutions of the tasks on documentation and generated pages."""

from __future__ import annotations

from bench.orders.solutions.table import link, solves, wrong
from playwright.async_api import Page


@solves("d-parts")
async def parts(page: Page) -> str:
    await link(page, "Language Reference").click()
    await page.wait_for_url("**/reference/index.html")
    return await page.title()


@solves("d-search")
async def search(page: Page) -> str:
    box = page.get_by_role("textbox", name="Quick search").first
    await box.fill("fnmatch")
    await box.press("Enter")
    await page.get_by_text("Search finished").first.wait_for()
    return await page.locator("h2, h1").filter(has_text="Search Results").first.inner_text()


@solves("d-strftime")
async def strftime(page: Page) -> str:
    row = page.locator("tr").filter(has=page.get_by_text("%j", exact=True))
    return await row.first.locator("td").nth(1).inner_text()


@solves("d-average")
async def average(page: Page) -> str:
    rows = [await row.locator("td").all_inner_texts() for row in await page.locator("tbody tr").all()]
    returned = [float(row[5]) for row in rows if row[4] == "Returned"]
    top = max((row for row in rows if row[4] == "Sent"), key=lambda row: float(row[5]))
    return f"{round(sum(returned) / len(returned), 4):g}, {top[1]}"


@solves("d-tick")
async def tick(page: Page) -> str:
    for order in (1007, 1012):
        await page.get_by_label(f"Choose order {order}").check()
    await page.get_by_label("State of order 1012").select_option("Packed")
    return "Done."


@wrong("d-sort")
async def not_sorted(page: Page) -> str:
    await link(page, "Amount").click()
    return (await page.locator("tbody tr").first.inner_text()).replace("\t", " ")

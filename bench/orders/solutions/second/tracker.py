"""Solutions of the second paper's tasks on the practice tracker."""

from __future__ import annotations

from bench.orders.solutions.table import button, field, go, link, solves, wrong
from bench.orders.solutions.tracker import row
from playwright.async_api import Page


async def set_status(page: Page, status: str) -> None:
    async with page.expect_response(lambda response: response.request.method != "GET"):
        await field(page.get_by_label("Properties"), "Status").select_option(status)


@solves("t2-due")
async def due(page: Page) -> str:
    await field(page, "Filter by assignee").select_option("Elif Yıldız")
    await field(page, "Filter by status").select_option("In progress")
    await page.get_by_text("4 issues", exact=True).wait_for()
    await button(page, "Due").click()
    await page.locator("th[aria-sort=ascending]").wait_for()
    await button(page, "Due").click()
    await page.locator("th[aria-sort=descending]").wait_for()
    await page.locator("tbody tr:first-child", has_text="KES-321").wait_for()
    return await row(page).first.inner_text()


@solves("t2-edit")
async def edit(page: Page) -> str:
    await button(page, "Edit").click()
    dialog = page.get_by_role("dialog")
    await field(dialog, "Title").fill("Umlauts are broken on the team page")
    await dialog.get_by_role("radio", name="Urgent").check()
    await button(dialog, "Remove search").click()
    await button(dialog, "Save changes").click()
    facts = page.get_by_label("Properties")
    await facts.get_by_text("Urgent").wait_for()
    return " ".join(await facts.locator("dd").all_inner_texts())


@solves("t2-each-urgent")
async def each_urgent(page: Page) -> str:
    for number in (374, 371):
        await go(page, f"/tracker/issues/{number}")
        await set_status(page, "In progress")
    return "Done."


@solves("t2-activity")
async def activity(page: Page) -> str:
    await link(page, "Activity").click()
    wanted = link(page, "KES-354 Cover the weekly report with tests")
    while not await wanted.count():
        await page.mouse.wheel(0, 4000)
        await page.wait_for_timeout(200)
    await wanted.click()
    await page.wait_for_url("**/issues/354")
    return await page.get_by_label("Properties").inner_text()


@solves("t2-reload")
async def reload(page: Page) -> str:
    await set_status(page, "Done")
    await page.reload()
    return str(await field(page.get_by_label("Properties"), "Status").input_value())


@solves("t2-security")
async def security(page: Page) -> str:
    await field(page, "Filter by label").select_option("security")
    await page.get_by_text("54 issues", exact=True).wait_for()
    done = page.locator("tbody tr").filter(has=page.get_by_role("cell", name="Done", exact=True))
    count = await done.count()
    await button(page, "Next").click()
    await row(page, "KES-23").wait_for()
    return str(count + await done.count())


@wrong("r2-if")
async def first_half(page: Page) -> str:
    await field(page, "Select KES-399").check()
    return "Done."

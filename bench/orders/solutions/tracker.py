"""Solutions of the tasks on the practice tracker."""

from __future__ import annotations

from bench.orders.solutions.table import accept, button, field, go, link, solves, wrong
from playwright.async_api import Locator, Page


def row(page: Page, text: str = "") -> Locator:
    return page.locator("tbody tr").filter(has_text=text)


@solves("t-urgent-review")
async def urgent_review(page: Page) -> str:
    await field(page, "Filter by status").select_option("In review")
    await field(page, "Filter by priority").select_option("Urgent")
    await page.get_by_text("1 issue", exact=True).wait_for()
    return await row(page).inner_text()


@solves("t-title-order")
async def title_order(page: Page) -> str:
    await button(page, "Title").click()
    await row(page, "KES-188").wait_for()
    return await row(page).first.inner_text()


@solves("t-second-page")
async def second_page(page: Page) -> str:
    await button(page, "Next").click()
    await page.get_by_text("Page 2 of 8").wait_for()
    await row(page, "KES-301").wait_for()
    return await row(page).last.inner_text()


@solves("t-new-issue")
async def new_issue(page: Page) -> str:
    await button(page, "New issue").click()
    dialog = page.get_by_role("dialog")
    await field(dialog, "Title").fill("Show the build number")
    await field(dialog, "Description").fill("On the settings page, below the name.")
    await field(dialog, "Due date").fill("2026-12-01")
    await field(dialog, "High").check(force=True)
    await field(dialog, "Assignee").fill("Carla")
    await dialog.get_by_role("option", name="Carla Mendes").click()
    await button(dialog, "Create issue").click()
    return await row(page, "Show the build number").inner_text()


@solves("t-menu-delete")
async def menu_delete(page: Page) -> str:
    await button(page, "Actions for KES-394").click()
    accept(page)
    await page.get_by_role("menuitem", name="Delete").click()
    await row(page, "KES-394").wait_for(state="detached")
    return "Done."


@solves("t-bulk-status")
async def bulk_status(page: Page) -> str:
    for key in ("KES-397", "KES-396"):
        await field(page, f"Select {key}").check()
    await page.get_by_role("region", name="Bulk actions").get_by_role("combobox").first.select_option("In review")
    await page.get_by_text("2 issues changed").wait_for()
    await row(page, "KES-397").filter(has_text="In review").wait_for()
    return await row(page, "KES-397").inner_text()


@solves("t-comment")
async def comment(page: Page) -> str:
    await link(page, "Cover the audit log with tests").click()
    await page.wait_for_url("**/issues/394")
    await page.wait_for_load_state("networkidle")
    await page.get_by_role("textbox", name="Add a comment").fill("Covered since build 88. Nothing to do.")
    await button(page, "Comment").click()
    await page.get_by_text("Comments (1)").wait_for()
    return "Done."


@solves("t-board")
async def board(page: Page) -> str:
    card = page.locator("li").filter(has_text="KES-381")
    await card.drag_to(page.get_by_role("region", name="In review").locator("li").first)
    await page.wait_for_timeout(500)
    await go(page, "/tracker/issues/381")
    return str(await page.locator("#quick-status").input_value())


@solves("t-facts")
async def facts(page: Page) -> str:
    return f"{await page.get_by_role('complementary', name='Properties').inner_text()} {await page.title()}"


@solves("t-mine")
async def mine(page: Page) -> str:
    await page.get_by_role("tab", name="Assigned to me").click()
    await page.get_by_text("27 issues").wait_for()
    await page.wait_for_timeout(300)
    urgent = await row(page, "Urgent").count()
    await field(page, "Filter by title").fill("time zone")
    await page.get_by_text("1 issue", exact=True).wait_for()
    return f"{urgent} {await row(page).first.inner_text()}"


@wrong("t-ambiguous")
async def first_of_three(page: Page) -> str:
    await link(page, "Screen readers cannot leave the team page").first.click()
    await page.get_by_role("heading", name="Screen readers").wait_for()
    accept(page)
    await button(page, "Delete").click()
    await page.wait_for_url("**/tracker/")
    return "Done."


@wrong("r-it")
async def ticked(page: Page) -> str:
    await field(page, "Select KES-397").check()
    return "Done."

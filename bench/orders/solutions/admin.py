"""Solutions of the tasks on Django's administration."""

from __future__ import annotations

from bench.orders.solutions.table import button, link, solves, wrong
from playwright.async_api import Page

ROWS = "#result_list tbody tr"


async def count(page: Page) -> int:
    return await page.locator(ROWS).count()


@solves("a-staff")
async def staff(page: Page) -> str:
    await link(page, "Users").click()
    await page.locator("details").filter(has_text="By staff status").get_by_role("link", name="Yes").click()
    await page.wait_for_url("**is_staff**")
    return f"{await count(page)} rows"


@solves("a-search")
async def search(page: Page) -> str:
    await page.locator("#searchbar").fill("kofi")
    await page.locator("#searchbar").press("Enter")
    await page.wait_for_url("**q=kofi**")
    return f"{await count(page)} found"


@solves("a-sort")
async def sort(page: Page) -> str:
    for order in ("**o=4*", "**o=-4*"):
        await page.locator("thead").get_by_role("link", name="Last name").click()
        await page.wait_for_url(order)
    return await page.locator(ROWS).first.inner_text()


@solves("a-page")
async def second_page(page: Page) -> str:
    await page.locator(".paginator").get_by_role("link", name="2", exact=True).click()
    await page.wait_for_url("**p=2*")
    return await page.locator(ROWS).last.inner_text()


@solves("a-all-pages")
async def all_pages(page: Page) -> str:
    await link(page, "Show all").click()
    await page.wait_for_url("**all=*")
    return f"{await page.locator(ROWS).filter(has_text='Haas').count()} rows"


@solves("a-edit")
async def edit(page: Page) -> str:
    await link(page, "goran.gupta.6").click()
    await page.get_by_label("Last name:").fill("Halloran")
    await page.get_by_label("Staff status").uncheck()
    await button(page, "Save").click()
    await page.get_by_text("was changed successfully").wait_for()
    return "Done."


@solves("a-group")
async def group(page: Page) -> str:
    await page.locator("tr").filter(has_text="Groups").get_by_role("link", name="Add").click()
    await page.get_by_label("Name:").fill("Auditors")
    await page.locator("#id_permissions_from").select_option(label="Administration | log entry | Can view log entry")
    await page.get_by_role("button", name="Choose selected permissions").click()
    await button(page, "Save").click()
    await page.get_by_text("was added successfully").wait_for()
    return "Done."


@solves("a-delete")
async def delete(page: Page) -> str:
    for user in ("ada.abel.143", "ada.berg.66"):
        await page.locator(ROWS).filter(has_text=user).get_by_role("checkbox").check()
    await page.get_by_label("Action:").select_option("Delete selected users")
    await button(page, "Go").click()
    await page.get_by_role("button", name="Yes, I’m sure").click()
    await page.get_by_text("Successfully deleted 2 users").wait_for()
    return "Done."


@solves("a-history")
async def history(page: Page) -> str:
    await page.get_by_label("Active").uncheck()
    await button(page, "Save and continue editing").click()
    await page.get_by_text("was changed successfully").wait_for()
    await link(page, "History").click()
    return await page.locator("#change-history tbody tr").last.inner_text()


@wrong("a-duplicate")
async def another_name(page: Page) -> str:
    await page.get_by_label("Username:").fill("goran.gupta.66")
    await button(page, "Save").click()
    await page.get_by_text("was changed successfully").wait_for()
    return "Done."

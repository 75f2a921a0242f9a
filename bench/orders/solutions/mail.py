"""Solutions of the tasks on the practice mail box."""

from __future__ import annotations

from bench.orders.solutions.table import FILES, accept, button, field, go, link, solves, wrong
from playwright.async_api import Locator, Page


def message(page: Page, text: str = "") -> Locator:
    return page.locator("main li").filter(has_text=text)


async def switch(page: Page, name: str) -> None:
    async with page.expect_response("**/settings"):
        await page.get_by_role("switch", name=name).click()


@solves("m-switches")
async def switches(page: Page) -> str:
    await switch(page, "Desktop notifications")
    await switch(page, "Vacation reply")
    return "Done."


@solves("m-whether")
async def whether(page: Page) -> str:
    await link(page, "Settings").click()
    await page.wait_for_url("**/settings")
    on = await page.get_by_role("switch", name="Load images in letters").get_attribute("aria-checked")
    return f"{'yes' if on == 'true' else 'no'}, {page.url}"


@solves("m-filter")
async def add_filter(page: Page) -> str:
    await field(page, "Sender or subject contains").fill("meter reading")
    await page.get_by_role("combobox", name="Move to").select_option("Invoices")
    await button(page, "Add filter").click()
    await page.get_by_text("There are no filters yet").wait_for(state="detached")
    return "Done."


@solves("m-send")
async def send(page: Page) -> str:
    await button(page, "New message").click()
    await page.get_by_role("combobox", name="To").press_sequentially("dora")
    await page.get_by_role("option", name="Dora Nagy").click()
    await field(page, "Subject").fill("Tickets")
    text = "I bring the tickets. See you at platform four, then."
    await page.get_by_role("textbox", name="Message text").fill(text)
    await page.locator("input[type=file]").set_input_files(FILES / "minutes.txt")
    await page.get_by_text("minutes.txt").wait_for()
    await button(page, "Send").click()
    await page.get_by_text("Message sent").wait_for()
    return "Done."


@solves("m-archive")
async def archive(page: Page) -> str:
    chosen = message(page, "11-14 11:34")
    await chosen.get_by_role("checkbox").check()
    await field(page, "Move to folder").first.select_option("Archive")
    await chosen.wait_for(state="detached")
    return "Done."


@solves("m-star")
async def star(page: Page) -> str:
    async with page.expect_response("**/mail/**"):
        await button(message(page, "11-13 20:54"), "Star").click()
    await link(page, "Starred").click()
    await page.wait_for_url("**/starred")
    return "Done."


@solves("m-search")
async def search(page: Page) -> str:
    await field(page, "Search mail").fill("garden shed")
    await field(page, "Search mail").press("Enter")
    await page.wait_for_url("**q=garden**")
    found = await message(page).count()
    await page.go_back()
    return f"{found}, {await page.locator('h1').inner_text()}"


@solves("m-discard")
async def discard(page: Page) -> str:
    await message(page, "Dinner on Saturday?").get_by_role("link").click()
    await page.wait_for_url("**/compose/**")
    await page.wait_for_load_state("networkidle")
    accept(page)
    await button(page, "Discard").click()
    await page.get_by_text("Draft discarded").wait_for()
    return "Done."


@wrong("r-delete-all")
async def delete_one(page: Page) -> str:
    await message(page, "11-14 11:34").get_by_role("checkbox").check()
    await button(page, "Delete").first.click()
    await message(page, "11-14 11:34").wait_for(state="detached")
    return "Done."


@wrong("r-everything")
async def first_switch(page: Page) -> str:
    await go(page, "/mail/settings")
    await switch(page, "Desktop notifications")
    return "Done."

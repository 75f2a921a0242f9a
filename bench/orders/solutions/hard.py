"""Solutions of the tasks on the hard pages."""

from __future__ import annotations

from bench.orders.solutions.table import FILES, button, field, link, solves, wrong
from playwright.async_api import Page


@solves("h-dates")
async def dates(page: Page) -> str:
    await field(page, "Day of arrival").fill("2026-12-24")
    await field(page, "Call me at").fill("2026-12-01T14:30")
    await field(page, "Card valid until").fill("2028-07")
    await field(page, "Dinner at").fill("19:15")
    await button(page, "Save").click()
    return "Done."


@solves("h-calendar")
async def calendar(page: Page) -> str:
    await field(page, "Departure").click()
    for _ in range(3):
        await button(page, "Next month").click()
    await button(page, "9").click()
    return str(await field(page, "Departure").input_value())


@solves("h-rename")
async def rename(page: Page) -> str:
    await page.get_by_text("Groceries").dblclick()
    await field(page, "Name of the list").fill("Market")
    await field(page, "Name of the list").press("Enter")
    return "Done."


@solves("h-context")
async def context(page: Page) -> str:
    await page.get_by_text("report-2026.pdf").click(button="right")
    await page.get_by_role("menuitem", name="Archive").click()
    return "Done."


@solves("h-palette")
async def palette(page: Page) -> str:
    await page.keyboard.press("Control+k")
    await page.keyboard.type("dark")
    await page.keyboard.press("Enter")
    return "Done."


@solves("h-hover")
async def hover(page: Page) -> str:
    await link(page, "Help").hover()
    await link(page, "Repairs").click()
    return await page.locator("#outcome").inner_text()


@solves("h-tip")
async def tip(page: Page) -> str:
    await button(page, "Plus").hover()
    await field(page, "Price of Plus").fill("7")
    await button(page, "Check").click()
    return "Done."


@solves("h-window")
async def window(page: Page) -> str:
    async with page.context.expect_page() as opened:
        await button(page, "Choose an account").click()
    await button(await opened.value, "Private").click()
    await page.locator("#outcome[data-state=done]").wait_for()
    return await page.locator("#outcome").inner_text()


@solves("h-infinite")
async def infinite(page: Page) -> str:
    wanted = link(page, "Entry 137")
    while not await wanted.count():
        await page.locator("#end").scroll_into_view_if_needed()
        await page.locator(".scroller").evaluate("box => box.scrollTo(0, box.scrollHeight)")
        await page.wait_for_timeout(200)
    await wanted.click()
    return "Done."


@solves("h-terms")
async def terms(page: Page) -> str:
    async with page.context.expect_page() as opened:
        await link(page, "Read the terms").click()
    await (await opened.value).close()
    await field(page, "Last word of the terms").fill("lighthouse")
    await button(page, "Check").click()
    return "Done."


@solves("h-prompt")
async def prompt(page: Page) -> str:
    page.once("dialog", lambda dialog: dialog.accept("summer"))
    await button(page, "Name this file").click()
    return "Done."


@solves("h-upload")
async def upload(page: Page) -> str:
    await field(page, "Documents").set_input_files(FILES / "minutes.txt")
    await button(page, "Upload").click()
    return "Done."


@solves("h-login")
async def login(page: Page) -> str:
    await field(page, "User name").fill("grace")
    await field(page, "Password").fill("cobol-1959")
    await button(page, "Sign in").click()
    return "Done."


@wrong("h-finish")
async def finish(page: Page) -> str:
    await field(page, "I accept the terms").check()
    await field(page, "I am 18 or older").check()
    await button(page, "Continue").click()
    await button(page, "Finish").click()
    return "finished"


@wrong("h-volume")
async def volume(page: Page) -> str:
    await field(page, "Volume").fill("75")
    await button(page, "Save").click()
    return "Done."


@wrong("r-summary")
async def first_half(page: Page) -> str:
    await button(page, "Add to basket").click()
    return "Done."


@wrong("r-unless")
async def removed(page: Page) -> str:
    await button(page.locator("tr").filter(has_text="Tomasz Wolski"), "Remove").click()
    return "Done."

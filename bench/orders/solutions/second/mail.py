"""Solutions of the second paper's tasks on the practice mail box."""

from __future__ import annotations

from bench.orders.solutions.mail import message
from bench.orders.solutions.table import FILES, button, field, go, link, solves, wrong
from playwright.async_api import Page


@solves("m2-reply")
async def reply(page: Page) -> str:
    await message(page, "Reading group").get_by_role("link").click()
    await button(page, "Reply").click()
    await field(page, "Message text").fill("I bring the cake. Is eight too late?")
    await button(page, "Send").click()
    await page.get_by_text("Message sent").wait_for()
    return "Done."


@solves("m2-spam")
async def spam(page: Page) -> str:
    await go(page, "/mail/folder/spam")
    await field(page, "Select all").check()
    await button(page, "Delete").first.click()
    await page.get_by_text("5 messages deleted").wait_for()
    return "Done."


@solves("m2-unread")
async def unread(page: Page) -> str:
    await link(page, "Unread only").click()
    await page.wait_for_url("**unread=1")
    unread = await message(page).count()
    await page.go_back()
    return f"{unread} of {await message(page).count()}"


@solves("m2-draft")
async def draft(page: Page) -> str:
    await message(page, "Question about the invoice").get_by_role("link").click()
    await page.wait_for_url("**/compose/*")  # loaded: its script must listen before a file is chosen
    await field(page, "Subject").fill("Question about the invoice (page two)")
    await page.locator("input[type=file]").set_input_files(FILES / "packing.txt")
    await page.get_by_text("packing.txt").first.wait_for()
    await button(page, "Save draft").click()
    await page.get_by_text("Draft saved").wait_for()
    return "Done."


@solves("m2-mark")
async def mark(page: Page) -> str:
    for time in ("11-13 02:26", "11-11 22:58"):
        await message(page, time).get_by_role("checkbox").check()
    async with page.expect_response(lambda response: response.request.method == "POST"):
        await button(page, "Mark unread").first.click()
    return "Done."


@wrong("r2-old-spam")
async def deleted(page: Page) -> str:
    return await spam(page)

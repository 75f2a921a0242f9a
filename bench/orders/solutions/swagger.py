"""Solutions of the tasks on Swagger UI."""

from __future__ import annotations

from bench.orders.solutions.table import button, solves, wrong
from playwright.async_api import Page


async def try_out(page: Page, operation: str) -> None:
    await page.get_by_role("button", name=operation).click()
    await button(page, "Try it out").click()


async def request_url(page: Page) -> str:
    await button(page, "Execute").click()
    return await page.locator(".request-url").inner_text()


@solves("w-show")
async def show(page: Page) -> str:
    await try_out(page, "Show one book")
    await page.get_by_placeholder("id").fill("2")
    return await request_url(page)


@solves("w-lent")
async def lent(page: Page) -> str:
    await try_out(page, "List the books")
    await page.locator("tr").filter(has_text="lent").locator("select").select_option("true")
    await request_url(page)
    await page.get_by_text("Jon Aster").first.wait_for()
    return f"jon yes, marta {'yes' if await page.get_by_text('Marta Quill').count() else 'no'}"


@solves("w-remove")
async def remove(page: Page) -> str:
    await try_out(page, "Remove a book")
    await page.get_by_placeholder("id").fill("3")
    await request_url(page)
    await page.get_by_text("A Year of Herons").first.wait_for()
    return "Done."


@wrong("w-missing")
async def missing(page: Page) -> str:
    await try_out(page, "Show one book")
    await page.get_by_placeholder("id").fill("9")
    return await request_url(page)


@solves("w-title")
async def title(page: Page) -> str:
    return f"{await page.title()}, yes"

"""Solutions of the second paper's tasks on Swagger UI."""

from __future__ import annotations

from bench.orders.solutions.swagger import request_url, try_out
from bench.orders.solutions.table import solves
from playwright.async_api import Page

BOOK = '{"title": "Winter Ferry", "author": "Nils Aho"}'


@solves("w2-add")
async def add(page: Page) -> str:
    await try_out(page, "Add a book")
    await page.locator("textarea").fill(BOOK)
    return await request_url(page)


@solves("w2-pets")
async def pets(page: Page) -> str:
    await page.get_by_label("Schemes").select_option("http")
    await try_out(page, "Finds Pets by status")
    await page.locator(".opblock.is-open select[multiple]").select_option("sold")
    return "Done."

"""Solutions of the second paper's tasks on Django's administration."""

from __future__ import annotations

from bench.orders.solutions.admin import ROWS
from bench.orders.solutions.admin import search as search_users
from bench.orders.solutions.table import button, field, go, link, solves, wrong
from playwright.async_api import Page


@solves("a2-add")
async def add(page: Page) -> str:
    await go(page, "/admin/auth/user/add/")
    await field(page, "Username:").fill("nora.falk")
    await page.get_by_role("radio", name="Disabled").check()
    await page.locator("[name=_save]").click()
    await page.get_by_text("was added successfully").wait_for()
    return "Done."


@solves("a2-each")
async def each(page: Page) -> str:
    for user in (96, 140):
        await go(page, f"/admin/auth/user/{user}/change/")
        await field(page, "Active").uncheck()
        await button(page, "Save").click()
        await page.get_by_text("was changed successfully").wait_for()
    return "Done."


@solves("a2-group")
async def group(page: Page) -> str:
    await link(page, "Groups").click()
    await link(page, "Readers").click()
    await field(page, "Name:").fill("Guests")
    await button(page, "Save").click()
    await page.get_by_text("was changed successfully").wait_for()
    return "; ".join(await page.locator(ROWS).all_inner_texts())


@solves("a2-readers")
async def readers(page: Page) -> str:
    await link(page.locator("#changelist-filter"), "Readers").click()
    await page.wait_for_url("**groups__id__exact=2*")
    for order in ("**o=2*", "**o=-2*"):
        await page.locator("thead").get_by_role("link", name="Email address").click()
        await page.wait_for_url(order)
    return await page.locator(ROWS).first.locator("th").inner_text()


@wrong("r2-of-them")
async def first_half(page: Page) -> str:
    return await search_users(page)

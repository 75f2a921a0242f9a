"""Solutions of the second paper's tasks on the practice bank."""

from __future__ import annotations

from bench.orders.solutions.bank import log_in
from bench.orders.solutions.table import accept, button, field, go, link, solves, wrong
from playwright.async_api import Locator, Page


def row(page: Page, text: str = "") -> Locator:
    return page.locator("tbody tr").filter(has_text=text)


async def everyday(page: Page) -> None:
    await log_in(page)
    await go(page, "/bank/account/everyday")


async def filtered(page: Page, text: str, start: str = "", end: str = "") -> None:
    await field(page, "Name or purpose").fill(text)
    await field(page, "From").fill(start)
    await field(page, "To").fill(end)
    await button(page, "Filter").click()
    await page.wait_for_url("**text=**")


@solves("b2-older")
async def older(page: Page) -> str:
    await everyday(page)
    await link(page, "Older ›").click()
    await page.wait_for_url("**page=2**")
    return await row(page, "Shield Insurance").inner_text()


@solves("b2-salaries")
async def salaries(page: Page) -> str:
    await everyday(page)
    await filtered(page, "Salary", "2026-02-01", "2026-04-30")
    return "; ".join(await page.locator("tbody tr td:nth-child(3)").all_inner_texts())


@solves("b2-dinner")
async def dinner(page: Page) -> str:
    await everyday(page)
    await filtered(page, "Osteria Lume")
    rows = await row(page).all_inner_texts()
    await link(page, "Older ›").click()
    await page.wait_for_url("**page=2**")
    rows += await row(page).all_inner_texts()
    return max(rows, key=lambda text: float(text.split("−€")[1].split()[0]))


@solves("b2-standing")
async def standing(page: Page) -> str:
    await log_in(page)
    await link(page, "Standing orders").click()
    await field(page, "Payee").fill("Harbour Choir")
    await field(page, "IBAN").fill("DE89 3704 0044 0532 0130 00")
    await field(page, "Amount").fill("12.50")
    await field(page, "Purpose").fill("Membership, altos")
    await field(page, "How often").select_option("Every three months")
    await button(page, "Set up").click()
    await row(page, "Harbour Choir").wait_for()
    return "\n".join(await row(page).all_inner_texts())


@solves("b2-message")
async def message(page: Page) -> str:
    await log_in(page)
    await go(page, "/bank/messages")
    await link(page, "New terms from January").click()
    heading = await page.locator("article h1").inner_text()
    await page.go_back()
    return f"{heading}: {await row(page, 'New terms from January').locator('td').last.inner_text()}"


@solves("b2-holiday")
async def holiday(page: Page) -> str:
    await log_in(page)
    await go(page, "/bank/account/holiday")
    return f"{await row(page, '2025').count()}; {await row(page).last.inner_text()}"


@wrong("r2-cancel")
async def cancelled(page: Page) -> str:
    await log_in(page)
    await link(page, "Standing orders").click()
    accept(page)
    await button(row(page, "Rowan Housing"), "Cancel").click()
    return "Done."
